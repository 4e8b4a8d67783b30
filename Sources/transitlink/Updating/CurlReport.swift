// CurlReport: what curl says of a transfer, behind the body that it wrote: four lines (curl(1), --write-out). A header's value
// has no line feed, so they are found from the end, whatever the body holds. And what a failed transfer means to a script.

internal import Arguments
internal import Escaping

struct CurlReport {
    let status: Int
    let etag: String
    let lastModified: String
    private let message: String
    /// Bytes of the report at the end of what curl wrote.
    let length: Int

    /// Curl reads 100 KiB of headers at most; a report of more is no report.
    static let maximumBytes = 256 << 10

    static let format = "\n%{http_code}\n%header{etag}\n%header{last-modified}\n%{errormsg}"

    /// Nil where the end is no report: curl was stopped before it wrote one.
    init?(endOf written: [UInt8]) {
        var starts: [Int] = []
        var at = written.count
        while starts.count < 4, at > 0, written.count - at < Self.maximumBytes {
            at -= 1
            if written[at] == UInt8(ascii: "\n") { starts.append(at) }
        }
        guard starts.count == 4 else { return nil }
        let ends = [written.count] + starts
        let lines = zip(starts, ends).map { String(decoding: written[($0 + 1)..<$1], as: UTF8.self) }
        guard let status = Int(lines[3]) else { return nil }
        self.status = status
        (etag, lastModified, message) = (lines[2], lines[1], lines[0])
        length = written.count - at
    }

    /// What a transfer that curl gave up means, by its exit code (curl(1)).
    func failure(_ code: Int32, _ request: DirectoryDownload.Request) -> Failure {
        let what = message.isEmpty ? "curl ended with \(code)" : message
        let text = "\(request.shown): \(Printable.escaped(what))"
        switch code {
        // Names that can't be resolved, connections that can't be made, break, stall or take too long.
        case 5, 6, 7, 16, 18, 28, 35, 52, 55, 56, 92, 95, 96: return Failure(.tryAgain, text)
        case 3: return Failure(.usage, text)
        case 63: return Failure(.badData, text)
        case 77: return Failure(.noInput, "\(text); certificate authorities: --cacert FILE, Debian package ca-certificates")
        case 1 where status >= 300: return Failure(.unavailable, "\(text); a redirect is followed to https alone")
        case 60: return Failure(.unavailable, "\(text); an authority of your own is named by --cacert FILE")
        default: return Failure(.unavailable, text)
        }
    }

    /// What an answer without a directory means, by its status (RFC 9110, section 15).
    func refusal(_ request: DirectoryDownload.Request) -> Failure {
        let text = "\(request.shown): the server answers with status \(status)"
        let passes = status >= 500 || status == 408 || status == 425 || status == 429
        return Failure(passes ? .tryAgain : .unavailable, text)
    }
}
