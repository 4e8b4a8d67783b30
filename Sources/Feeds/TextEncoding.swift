// TextEncoding: in which bytes a feed's text is written. GTFS wants UTF-8; the one other that feeds are found in is what
// Windows calls ANSI and files call Latin-1: windows-1252, by the table of the WHATWG's Encoding Standard.

internal import Escaping

package enum TextEncoding: Sendable, Equatable {
    case utf8
    /// A file that begins with the byte-order mark of UTF-8 is read as that all the same.
    case windows1252

    /// The encoding of that name, in any letter case; nil for one that isn't read.
    package init?(named name: String) {
        switch name.lowercased() {
        case "utf-8", "utf8", "ascii", "us-ascii": self = .utf8
        case "latin1", "latin-1", "iso-8859-1", "iso8859-1", "windows-1252", "cp1252", "ansi": self = .windows1252
        default: return nil
        }
    }

    /// Why `name` isn't an encoding that is read, and what to do.
    package static func refusal(of name: String) -> String {
        if name.lowercased().hasPrefix("utf-16") || name.lowercased().hasPrefix("utf16") {
            return "UTF-16 isn't read: save the files as UTF-8"
        }
        return "\(Printable.quoted(name)) isn't an encoding that is read: "
            + Spelling.hint(for: name, known: ["utf-8", "latin1", "windows-1252"])
    }
}

/// A table in windows-1252 as UTF-8.
package final class Windows1252Source: ByteSource {
    private let source: any ByteSource
    private var raw = [UInt8](repeating: 0, count: 64 << 10)
    /// What is transcoded and not yet handed out.
    private var ready: [UInt8] = []
    private var handedOut = 0
    private var isAtStart = true
    private var isUTF8 = false

    package init(_ source: any ByteSource) { self.source = source }

    package func read(into buffer: inout [UInt8], at start: Int) throws(FeedError) -> Int {
        if handedOut == ready.count { try transcodeMore() }
        let count = min(ready.count - handedOut, buffer.count - start)
        buffer.replaceSubrange(start..<start + count, with: ready[handedOut..<handedOut + count])
        handedOut += count
        return count
    }

    private func transcodeMore() throws(FeedError) {
        ready.removeAll(keepingCapacity: true)
        handedOut = 0
        var count = try source.read(into: &raw, at: 0)
        if isAtStart {
            // The mark may come in pieces.
            while count > 0, count < 3 {
                let more = try source.read(into: &raw, at: count)
                if more == 0 { break }
                count += more
            }
            isUTF8 = raw[..<count].starts(with: [0xEF, 0xBB, 0xBF])
            isAtStart = false
        }
        if isUTF8 { return ready.append(contentsOf: raw[..<count]) }
        for byte in raw[..<count] { append(byte) }
    }

    private func append(_ byte: UInt8) {
        switch byte {
        case 0..<0x80: ready.append(byte)
        case 0x80..<0xA0: ready.append(contentsOf: String(Self.c1[Int(byte) - 0x80]).utf8)
        default: ready.append(contentsOf: [0xC0 | byte >> 6, 0x80 | byte & 0x3F])
        }
    }

    /// Bytes 80 to 9F; five of them mean nothing and stay the control characters that they are in Latin-1.
    private static let c1: [Unicode.Scalar] = [
        "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}",
        "\u{90}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
    ]
}
