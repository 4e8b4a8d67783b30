// DecodedSource: a table in another encoding as UTF-8. A byte that means nothing in it becomes U+FFFD, of which CSVTable gives
// notice. Of the files of one feed some are UTF-8 and others aren't, as they come from different programs: UTF8Scan tells.

package import Feeds
internal import Posix

package final class DecodedSource: ByteSource {
    private let source: any ByteSource
    private var conversion: TextConversion
    private var raw: [UInt8] = []
    /// What is decoded and not yet handed out.
    private var ready: [UInt8] = []
    private var handedOut = 0
    private var isAtEnd = false
    private static let block = 64 << 10

    /// As of the table itself.
    package var expectedBytes: UInt64 { source.expectedBytes }

    /// A table of bytes in `encoding`.
    /// - Returns: nil where the system hasn't the encoding any more.
    package init?(_ source: any ByteSource, _ encoding: TextEncoding) {
        guard let conversion = TextConversion(from: encoding.name) else { return nil }
        self.source = source
        self.conversion = conversion
    }

    /// As `ByteSource`.
    package func read(into buffer: inout [UInt8], at start: Int) throws(FeedError) -> Int {
        while handedOut == ready.count, !isAtEnd { try decodeMore() }
        let count = min(ready.count - handedOut, buffer.count - start)
        buffer.replaceSubrange(start..<start + count, with: ready[handedOut..<handedOut + count])
        handedOut += count
        return count
    }

    private func decodeMore() throws(FeedError) {
        ready.removeAll(keepingCapacity: true)
        handedOut = 0
        // What is left of the last block is half a character at most.
        let left = raw.count
        raw += [UInt8](repeating: 0, count: Self.block)
        let count = try source.read(into: &raw, at: left)
        raw.removeLast(Self.block - count)
        isAtEnd = count == 0
        let rest = conversion.convert(raw, isLast: isAtEnd, into: &ready)
        raw.removeFirst(raw.count - rest)
    }
}

/// Whether a text is UTF-8 already. A text with U+0000 or an escape character isn't, whatever its bytes: UTF-16 and the Japanese
/// encodings of e-mail are made of such.
struct UTF8Scan {
    private var rest: [UInt8] = []
    private(set) var isUTF8 = true

    static func isUTF8(_ bytes: [UInt8]) -> Bool {
        var scan = UTF8Scan()
        scan.take(bytes[...])
        return scan.isUTF8AtEnd
    }

    /// Reads the source up to the first byte that isn't UTF-8.
    static func isUTF8(_ source: any ByteSource) throws(FeedError) -> Bool {
        var scan = UTF8Scan()
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while scan.isUTF8 {
            let count = try source.read(into: &buffer, at: 0)
            if count == 0 { return scan.isUTF8AtEnd }
            scan.take(buffer[..<count])
        }
        return false
    }

    var isUTF8AtEnd: Bool { isUTF8 && rest.isEmpty }

    mutating func take(_ bytes: ArraySlice<UInt8>) {
        if bytes.contains(0) || bytes.contains(0x1B) {
            isUTF8 = false
            return
        }
        let text = rest + bytes
        // A character may be cut at the end: what follows its first byte is up to three bytes of 10xxxxxx.
        var end = text.count
        for back in 1...4 where text.count >= back && text[text.count - back] & 0xC0 != 0x80 {
            if text[text.count - back] >= 0xC0, Self.length(text[text.count - back]) > back { end = text.count - back }
            break
        }
        rest = Array(text[end...])
        isUTF8 = String(validating: text[..<end], as: UTF8.self) != nil
    }

    private static func length(_ first: UInt8) -> Int { first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2 }
}
