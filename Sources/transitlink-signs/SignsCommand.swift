// SignsCommand: the way through the program: read a line, decode, draw, pass the bytes on; at the end say what was left out.

internal import Arguments
internal import Configuration
internal import Escaping
internal import Posix
internal import SignSheets

enum SignsCommand {
    static func run(_ words: some Sequence<String>) -> ExitCode {
        ProgramEnvironment.occupyStandardStreams()
        ProgramEnvironment.ignoreBrokenPipes()
        do throws(Failure) {
            return try run(parsed: parse(words))
        } catch {
            error.messages.forEach(complain)
            return error.code
        }
    }

    private static func parse(_ words: some Sequence<String>) throws(Failure) -> ParsedArguments {
        do throws(UsageError) {
            return try ParsedArguments(words, options: SignsOptions.table)
        } catch { throw Failure(error) }
    }

    private static func run(parsed arguments: ParsedArguments) throws(Failure) -> ExitCode {
        let output = StandardStream.output.descriptor()
        if arguments.wantsHelp { return try write(help, output) }
        if arguments.wantsVersion { return try write("transitlink-signs \(transitlinkVersion)\n", output) }
        let options = try SignsOptions(arguments)
        if arguments.has("check") { return .done }
        if StandardStream.output.isTerminal {
            throw Failure(.usage, "the PDF goes to standard output; write > signs.pdf behind the command")
        }
        var press = SignPress(options, output)
        return try press.run()
    }

    private static func write(_ text: String, _ output: borrowing FileDescriptor) throws(Failure) -> ExitCode {
        do throws(SystemError) {
            try output.write(Array(text.utf8))
            return .done
        } catch { throw .output(error) }
    }

    static func complain(_ line: String) { StandardStream.report("transitlink-signs: \(line)\n") }

    private static var help: String {
        """
        usage: transitlink-signs [OPTION…] < SIGNS > PDF
        Prints stop signs with QR codes. SIGNS is a line of JSON a sign:
        {"name": "4th Ave & Pike St", "code": "75403", "agency": "Metro", "url": "https://…"}

        \(SignsOptions.table.helpLines.joined(separator: "\n"))

        Sizes: \(PaperSize.named.map(\.name).joined(separator: ", ")),
        or as in 105x148mm or 4x6in. Labels are a sheet and a gap, in the middle of it:
        --size 99.1x67.7mm --sheet a4 --gap 2.5x0mm.
        Exit codes: 0 done; 1 some signs were left out; 64 usage; 65 no sign could be
        printed; 66 no such template or logo; 70 the PDF can't be drawn; 74 input or
        output; 78 mistake in the template.

        """
    }
}
