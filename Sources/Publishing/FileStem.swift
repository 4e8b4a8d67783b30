// FileStem: the name of a stop's files without a suffix, made from its OneBusAway ID alone, so that it is the same in every
// run. Unique on a disk that ignores case, too: real feeds have stops whose IDs differ in case alone.

internal import Digests
package import TransitLinks

package enum FileStem {
    /// The longest ID that is its own file name: room for a suffix and for a folder's path in a URL of 2,047 bytes.
    package static let maximumPlainBytes = 64

    /// The ID itself where it is `[a-z0-9_-]{1,64}`, else `x-` and 16 hexadecimal digits of its SHA-256. An ID that looks like
    /// such a name is hashed as well: it would take the name of another stop, and a feed's IDs are anybody's.
    /// - Parameter id: the UTF-8 of the combined ID.
    package static func append(_ id: Span<UInt8>, to out: inout ByteWriter) {
        if isPlain(id) { return out.append(id) }
        var bytes: [UInt8] = []
        for i in id.indices { bytes.append(id[i]) }
        out.append(literal: "x-")
        out.append(SHA256.shortName(of: bytes))
    }

    /// The same as a text.
    package static func text(_ id: String) -> String { ByteWriter.text { append(id.utf8.span, to: &$0) } }

    private static func isPlain(_ id: Span<UInt8>) -> Bool {
        guard 1...maximumPlainBytes ~= id.count, !looksHashed(id) else { return false }
        for i in id.indices where !isPlain(id[i]) { return false }
        return true
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        isDigit(byte) || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// `x-` and 16 bytes, whatever they are.
    private static func looksHashed(_ id: Span<UInt8>) -> Bool {
        id.count == 18 && id[0] == UInt8(ascii: "x") && id[1] == UInt8(ascii: "-")
    }
}
