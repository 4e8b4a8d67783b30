// SignPress: lines in, pages out, until the input ends. It counts what was left out and why, and says so in few lines.

internal import Arguments
internal import Posix
internal import SignSheets

struct SignPress: ~Copyable {
    /// More lines about signs that were left out help nobody; the rest is counted.
    private static let shownProblems = 20

    private var lines = LineReader(StandardStream.input.descriptor(), limit: SignDecoder.maximumBytes)
    private var decoder = SignDecoder()
    private var book: SignBook
    private var pages: HeldPages
    private let title: String
    private var leftOut = 0
    /// Signs with a character that no font has, and the line of the first.
    private var withoutGlyphs = (signs: 0, line: 0)

    init(_ options: SignsOptions, _ output: consuming FileDescriptor) {
        book = SignBook(options.plan, options.template, logo: options.logo, language: options.language)
        title = options.title
        pages = HeldPages(output)
    }

    /// - Throws: `Failure` where reading, drawing or writing fails.
    mutating func run() throws(Failure) -> ExitCode {
        while let line = try nextLine() { try print(line) }
        tellProblems()
        if book.count == 0 {
            throw Failure(.badData, leftOut == 0 ? "no sign on standard input" : "no sign could be printed")
        }
        do throws(DrawingError) { try book.finish(title: title) } catch { throw Failure(.software, "\(error)") }
        try pages.append(book.takeBytes())
        try pages.handOver()
        return leftOut == 0 ? .done : .someFailed
    }

    /// The next line that is not blank. Of one that is too long so much comes that whoever decodes it sees that it is; a carriage
    /// return before the line feed belongs to the line's end.
    private mutating func nextLine() throws(Failure) -> [UInt8]? {
        while let line = try read() {
            var bytes = lines.buffer[line.range]
            // Of a line that is too long only the beginning is known: it is refused as that, and is never blank.
            if line.isTooLong { return Array(bytes.prefix(SignDecoder.maximumBytes + 1)) }
            if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
            if bytes.contains(where: { $0 > 0x20 }) { return Array(bytes) }
        }
        return nil
    }

    private mutating func read() throws(Failure) -> LineReader.Line? {
        do throws(SystemError) {
            if let line = try lines.next() { return line }
            return lines.remainder()
        } catch { throw Failure(.inputOutput, "\(error)") }
    }

    private mutating func print(_ line: [UInt8]) throws(Failure) {
        do throws(SignError) {
            if book.count == SignBook.maximumSigns {
                throw SignError("more than \(SignBook.maximumSigns) signs; make several PDFs")
            }
            let unknown = try book.add(try decoder.decode(line.span))
            if unknown > 0 {
                withoutGlyphs = (withoutGlyphs.signs + 1, withoutGlyphs.signs == 0 ? lines.linesRead : withoutGlyphs.line)
            }
        } catch {
            leftOut += 1
            if leftOut <= Self.shownProblems { SignsCommand.complain("line \(lines.linesRead): \(error)") }
        }
        try pages.append(book.takeBytes())
    }

    private func tellProblems() {
        let more = leftOut - Self.shownProblems
        if more > 0 { SignsCommand.complain("\(more) more signs left out") }
        if withoutGlyphs.signs > 0 {
            SignsCommand.complain(
                "signs with characters that no installed font has: \(withoutGlyphs.signs), the first in line "
                    + "\(withoutGlyphs.line); install fonts for them (fonts-noto-core, fonts-noto-cjk)")
        }
    }
}
