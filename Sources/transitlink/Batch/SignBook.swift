// SignBook: `signs.pdf`, made by the program transitlink-signs (a program of its own, for loading Pango would cost every start
// of this one 4 ms). A line of JSON a sign goes into it, as the head of its main.swift describes, the PDF comes out, and a
// thread carries that into the folder meanwhile.

internal import Arguments
internal import Escaping
internal import Feeds
internal import Posix
internal import Publishing
internal import Staging
internal import Synchronization
internal import TransitLinks

final class SignBook {
    static let fileName = "signs.pdf"
    private static let program = "transitlink-signs"

    private let child: ChildProgram
    private var input: FileDescriptor?
    private var reader: OwnedThread?
    private let carried: CarriedFile

    /// Starts the program.
    /// - Parameter title: of the PDF; `language` of the names, a tag of RFC 5646.
    /// - Throws: `Failure`: it isn't installed (69); the system can't start it.
    init(_ options: SignOptions, title: String, language: String?, in folder: StagedFolder) throws(Failure) {
        let path = try Self.path()
        let arguments = options.arguments + ["--title=\(title)"] + (language.map { ["--language=\($0)"] } ?? [])
        do throws(SystemError) {
            let child = try ChildProgram(path, arguments)
            let carried = CarriedFile(child, folder)
            self.child = child
            self.carried = carried
            input = child.input()
            reader = try OwnedThread(name: "signs") { carried.carry() }
        } catch { throw Failure(.unavailable, "\(error)") }
    }

    /// Asks the program what it thinks of the options and the template: a mistake in them is to be told before a feed is read.
    /// - Throws: `Failure` as `init`; with the program's own exit code for a mistake, which it has told.
    static func check(_ options: SignOptions) throws(Failure) {
        let path = try path()
        let code: Int32
        do throws(SystemError) {
            let child = try ChildProgram(path, options.arguments + ["--check"])
            _ = child.input()
            var rest = [UInt8](repeating: 0, count: 4096)
            let output = child.output()
            while try output.read(into: &rest) > 0 {}
            code = try child.wait()
        } catch { throw Failure(.unavailable, "\(error)") }
        if code != 0 { throw failure(code) }
    }

    /// It has said what is wrong, unless it could not.
    fileprivate static func failure(_ code: Int32) -> Failure {
        ExitCode(rawValue: code).map { Failure($0, []) } ?? Failure(.inputOutput, "\(program) ended with \(code)")
    }

    /// Beside this program, where both were just built; else where it is installed.
    private static func path() throws(Failure) -> String {
        let own = CurrentProcess.program ?? "/usr/bin/transitlink"
        let folder = own.prefix(
            own.utf8.lastIndex(of: UInt8(ascii: "/")).map { own.distance(from: own.startIndex, to: $0) } ?? 0)
        let paths = ["\(folder)/\(program)", "\(folder)/../libexec/transitlinkd/\(program)"]
        if let path = paths.first(where: InputFile.isThere) { return path }
        let shown = paths.map { Printable.escaped($0) }.joined(separator: " nor ")
        throw Failure(.unavailable, "--format signs needs the program \(program), which is neither \(shown); install it")
    }

    /// Signs, a line each. A program that takes no more has ended; `finish` says why.
    func append(_ lines: [UInt8]) {
        do throws(SystemError) { try input?.write(lines) } catch { input = nil }
    }

    /// Waits for the program's end.
    /// - Returns: the size of the PDF, and whether every sign is in it; those left out it has told.
    /// - Throws: `Failure` where there is no PDF; without a sentence where the program has said why.
    func finish() throws(Failure) -> (bytes: Int, isWhole: Bool) {
        input = nil
        reader.take()?.join()
        return try carried.outcome.withLock { $0 }.get()
    }
}

/// The program's output on its way into the folder, and the program's end: only a whole PDF becomes a file there.
private final class CarriedFile: Sendable {
    typealias Outcome = Result<(bytes: Int, isWhole: Bool), Failure>
    private typealias Copy = (file: StagedFile?, bytes: Result<Int, Failure>)

    private let child: ChildProgram
    private let folder: StagedFolder
    let outcome = Mutex<Outcome>(.failure(Failure(.inputOutput, [])))

    init(_ child: ChildProgram, _ folder: StagedFolder) {
        self.child = child
        self.folder = folder
    }

    /// Reads to the program's end and waits for it.
    func carry() {
        let copy = copied()
        let result: Outcome
        do throws(Failure) { result = .success(try settle(copy)) } catch { result = .failure(error) }
        outcome.withLock { $0 = result }
    }

    /// The output in a file that isn't finished yet. Where that fails the pipe is closed, so the program ends and never hangs.
    private func copied() -> Copy {
        let output = child.output()
        do throws(Failure) {
            let file = try staged { () throws(StagingError) in try folder.stream(SignBook.fileName) }
            do throws(Failure) { return (file, .success(try copy(output, to: file))) } catch {
                return (file, .failure(error))
            }
        } catch { return (nil, .failure(error)) }
    }

    private func settle(_ copy: Copy) throws(Failure) -> (bytes: Int, isWhole: Bool) {
        do throws(Failure) {
            let code = try exitCode()
            guard code <= 1 else { throw SignBook.failure(code) }
            let bytes = try copy.bytes.get()
            _ = try staged { () throws(StagingError) in try copy.file?.finish() }
            return (bytes, code == 0)
        } catch {
            try staged { () throws(StagingError) in try copy.file?.abandon() }
            throw error
        }
    }

    private func exitCode() throws(Failure) -> Int32 {
        do throws(SystemError) { return try child.wait() } catch { throw Failure(.inputOutput, "\(error)") }
    }

    private func copy(_ output: borrowing FileDescriptor, to file: StagedFile) throws(Failure) -> Int {
        var (total, block) = (0, [UInt8](repeating: 0, count: 256 << 10))
        do throws(StagingError) {
            while true {
                let count: Int
                do throws(SystemError) { count = try output.read(into: &block) } catch { throw .fault(error) }
                if count == 0 { return total }
                try file.append(block.span.extracting(0..<count))
                total += count
            }
        } catch { throw Failure(error) }
    }
}
