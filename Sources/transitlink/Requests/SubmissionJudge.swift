// SubmissionJudge: files on their way into the spool, each request in them judged by the daemon's own answerer. It keeps
// a file as it is, byte for byte; only the verdicts are looked at.

internal import Arguments
internal import Configuration
internal import Escaping
internal import LinkSpool
internal import Posix
internal import TransitLinks

struct SubmissionJudge: ~Copyable {
    /// Lines of one file that are told; who has more mistakes than these mends these first.
    private static let toldLines = 20

    private var answerer: RequestAnswerer
    private let limits: RequestLimits
    /// A sentence for each thing wrong, with the file and the line.
    private(set) var errors: [String] = []

    init(_ loaded: LoadedConfiguration) {
        limits = loaded.configuration.limits
        answerer = RequestAnswerer(settings: loaded.links, limits: limits, timeZones: loaded.timeZones)
    }

    /// The file as it will be dropped; what is wrong in it joins `errors`.
    /// - Throws: `Failure` where it can't be read, or nothing can be decided.
    mutating func read(_ file: String) throws(Failure) -> Producer.Request {
        let content = try RequestFile(file, limits: limits)
        let shown = file == "-" ? "standard input" : Printable.escaped(file)
        let limit = content.form.limit(limits)
        if content.total > limit {
            errors.append("\(shown): \(content.total) bytes; at most \(limit)")
        } else if content.form == .lines {
            try judgeLines(content.bytes, shown)
        } else {
            try judgeSingle(content.bytes, content.form, shown)
        }
        return Producer.Request(stem: Self.stem(of: file), suffix: content.form.rawValue, bytes: content.bytes)
    }

    private mutating func judgeSingle(_ bytes: [UInt8], _ form: RequestForm, _ shown: String) throws(Failure) {
        switch answerer.answer(bytes.span, form).answer {
        case .links: break
        case .refused(let list): errors += list.map { "\(shown): \($0.sentence)" }
        case .unfinished: errors.append("\(shown): \(RequestError.unfinished(form).sentence)")
        case .fault(let reason): throw Failure(.tryAgain, reason)
        }
    }

    private mutating func judgeLines(_ bytes: [UInt8], _ shown: String) throws(Failure) {
        var (count, refused) = (0, 0)
        var lines = BlockLines(0..<bytes.count, limit: limits.lineBytes)
        while let line = lines.next(in: bytes.span) {
            count += 1
            switch answerer.answer(line, bytes.span.extracting(line.range)) {
            case .links, .unfinished: break
            case .refused(let list):
                refused += 1
                if refused <= Self.toldLines { errors += list.map { "\(shown) line \(line.number): \($0.sentence)" } }
            case .fault(let reason): throw Failure(.tryAgain, "\(shown) line \(line.number): \(reason)")
            }
            if answerer.pendingBytes >= Output.blockBytes { _ = answerer.takeOutput() }
        }
        if count == 0 { errors.append("\(shown): it holds no request; write one JSON object a line") }
        if refused > Self.toldLines { errors.append("\(shown): \(refused - Self.toldLines) more lines refused") }
    }

    /// What the spool's name begins with: the file's own name without its suffix, as far as it is plain.
    private static func stem(of file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? ""
        let suffix = RequestForm.allCases.map(\.rawValue).first(where: name.hasSuffix) ?? ""
        let base = String(name.dropLast(suffix.count))
        let plain = base.unicodeScalars.filter { isPlain($0) }.prefix(100)
        let stem = String(String.UnicodeScalarView(plain.drop { $0 == "." || $0 == "-" }))
        return stem.isEmpty ? "request" : stem
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
        default: false
        }
    }
}

/// A file of requests, read whole, and what it holds.
struct RequestFile {
    let bytes: [UInt8]
    /// Bytes of the file; more than were kept where it is over its limit.
    let total: Int
    let form: RequestForm

    /// - Throws: `Failure` where it can't be read.
    init(_ file: String, limits: RequestLimits) throws(Failure) {
        var lines = try InputLines(file, limit: limits.lineBytes)
        form = try lines.form(of: file, depth: limits.depth)
        (bytes, total) = try lines.rest(limit: form.limit(limits))
    }
}

extension RequestForm {
    /// Bytes of a file.
    fileprivate func limit(_ limits: RequestLimits) -> Int {
        self == .lines ? Int(limits.fileBytes) : limits.requestBytes
    }
}
