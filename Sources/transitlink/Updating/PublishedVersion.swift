// PublishedVersion: which version of a published directory a file holds: its address and what the server calls it (RFC 9110,
// section 8.8), in `FILE.version` beside the file, bound to the file's very bytes by their SHA-256. A file that was edited, or
// a record that can't be read, has no version: the directory is then fetched whole.

internal import Configuration
internal import Digests
internal import Posix
internal import StrictJSON
internal import TransitLinks

struct PublishedVersion: Equatable {
    let url: String
    let etag: String
    let lastModified: String
    /// Of the file, in hexadecimal.
    let digest: String

    /// The headers that ask for a newer version alone.
    var conditions: [String] {
        var headers: [String] = []
        if !etag.isEmpty { headers.append("If-None-Match: \(etag)") }
        if !lastModified.isEmpty { headers.append("If-Modified-Since: \(lastModified)") }
        return headers
    }

    /// 1 KiB: real tags have under 100 bytes. What is longer is left out.
    private static let maximumBytes = 1024

    init(url: String, etag: String, lastModified: String, file: [UInt8]) {
        self.url = url
        (self.etag, self.lastModified) = (Self.short(etag), Self.short(lastModified))
        digest = Self.hexadecimal(SHA256.digest(of: file))
    }

    /// The record of `file` as it was fetched from `url`; nil where there is none of it.
    init?(record: [UInt8], of file: [UInt8], url: String) {
        var reader = JSONReader()
        do throws(JSONError) {
            let root = try reader.read(record.span, rules: JSONRules(depth: 2))
            var texts: [String] = []
            for key: StaticString in ["url", "etag", "lastModified", "sha256"] {
                guard let value = reader.member(key, of: root), reader.kind(value) == .string else { return nil }
                texts.append(reader.string(value))
            }
            (self.url, etag, lastModified, digest) = (texts[0], texts[1], texts[2], texts[3])
        } catch { return nil }
        // A header of ours can't be two: what curl is given has no control characters.
        let isPlain = (etag + lastModified).utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        guard self.url == url, isPlain, !conditions.isEmpty, digest == Self.hexadecimal(SHA256.digest(of: file)) else {
            return nil
        }
    }

    /// One line of JSON.
    var record: [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.field("url", url)
        json.field("etag", etag)
        json.field("lastModified", lastModified)
        json.field("sha256", digest)
        json.endObject()
        json.endLine()
        return json.bytes.bytes
    }

    private static func short(_ text: String) -> String { text.utf8.count <= maximumBytes ? text : "" }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
