// DirectoryDownload: one https request for a region directory, made by the program curl: linking its library would cost every
// start of transitlink 5 ms. Its arguments and environment are all here. TLS is verified and only https is spoken, also after
// a redirect; size and time have limits. What the bytes mean is asked elsewhere.

internal import Arguments
internal import Configuration
internal import Escaping
internal import Posix

/// What a server answered.
struct DirectoryDownload {
    /// Nil where the server says that the version which we have is the newest (304).
    let bytes: [UInt8]?
    /// Value of the header `ETag`; empty without.
    let etag: String
    /// Value of the header `Last-Modified`; empty without.
    let lastModified: String

    /// What is asked for, and how long it may take.
    struct Request {
        let url: String
        /// Certificate authorities in place of the system's: a PEM file.
        var authorities: String?
        /// For all of it; a quarter of it to connect, and without a byte.
        var seconds = 60
        /// Bytes of an answer: more can't be a region directory.
        let limit: Int
        /// `If-None-Match`, `If-Modified-Since`: what is known of the version that we have.
        var known: PublishedVersion?

        /// The address for a message.
        var shown: String { Printable.escaped(url) }
    }

    private static let program = "/usr/bin/curl"

    /// - Throws: `Failure`: `unavailable` where somebody has to act, `tryAgain` where waiting may help, `badData` for an answer
    ///   that is too long.
    init(_ request: Request) throws(Failure) {
        let (written, code) = try Self.run(request)
        let report = CurlReport(endOf: written)
        if let report, code != 0 { throw report.failure(code, request) }
        guard let report, written.count - report.length <= request.limit else {
            let isTooLong = written.count > request.limit
            throw isTooLong
                ? Failure(.badData, "\(request.shown): over \(request.limit) bytes, which no region directory has")
                : Failure(.unavailable, "\(request.shown): curl ended with \(code)")
        }
        switch report.status {
        case 200: bytes = Array(written.dropLast(report.length))
        case 304 where request.known != nil: bytes = nil
        default: throw report.refusal(request)
        }
        (etag, lastModified) = (report.etag, report.lastModified)
    }

    /// What curl wrote, up to a little over the limit, and its exit code.
    private static func run(_ request: Request) throws(Failure) -> ([UInt8], code: Int32) {
        do throws(SystemError) {
            let curl = try ChildProgram(program, arguments(request), environment: environment)
            do { _ = curl.input() }
            let written = try read(curl.output(), upTo: request.limit + CurlReport.maximumBytes + 1)
            return (written, try curl.wait())
        } catch  where error.operation == "exec" && error.errno == .noEntry {
            throw Failure(.unavailable, "\(program) is missing, which fetches the region directory: apt-get install curl")
        } catch { throw Failure(.unavailable, "\(error)") }
    }

    /// The pipe is closed at the end, so that a curl that has more to say ends too.
    private static func read(_ pipe: consuming FileDescriptor, upTo limit: Int) throws(SystemError) -> [UInt8] {
        try pipe.read(upTo: limit)
    }

    private static func arguments(_ request: Request) -> [String] {
        let quarter = String(max(1, request.seconds / 4))
        var arguments = [
            // No ~/.curlrc, no progress meter, no meaning in [] and {}.
            "--disable", "--silent", "--globoff",
            "--proto", "=https", "--proto-redir", "=https", "--tlsv1.2",
            // Three: from a bare name to www, to a new path, and one to spare.
            "--location", "--max-redirs", "3",
            "--max-filesize", String(request.limit),
            "--max-time", String(request.seconds), "--connect-timeout", quarter,
            "--speed-limit", "1", "--speed-time", quarter,
            "--user-agent", "transitlink/\(transitlinkVersion)", "--header", "Accept: application/json",
            "--write-out", CurlReport.format, "--url", request.url,
        ]
        if let file = request.authorities { arguments += ["--cacert", file] }
        if let known = request.known { arguments += known.conditions.flatMap { ["--header", $0] } }
        return arguments
    }

    /// How a machine reaches the internet, and whom it trusts; nothing else that curl or its libraries would obey.
    private static var environment: [String] {
        let names = [
            "PATH", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
            "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR",
        ]
        return names.compactMap { name in ProgramEnvironment.variable(name).map { "\(name)=\($0)" } }
    }
}
