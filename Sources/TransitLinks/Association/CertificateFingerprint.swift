// CertificateFingerprint: the SHA-256 of the certificate that an Android app is signed with. keytool and Google's files write it as
// `AB:CD:…`; other tools in small letters without colons. It knows which values nobody's certificate has.

public struct CertificateFingerprint: Sendable, Hashable, CustomStringConvertible {
    private let bytes: [UInt8]

    /// Reads 32 bytes in hexadecimal, in any letters, with a colon between all bytes or with none; nil for anything else.
    public init?(_ text: String) {
        let pieces = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Array.init)
        let pairs = pieces.count == 1 ? Self.pairs(of: pieces[0]) : pieces
        let bytes = pairs.compactMap { $0.count == 2 ? UInt8(String(decoding: $0, as: UTF8.self), radix: 16) : nil }
        guard pairs.count == 32, bytes.count == 32, pairs.joined().allSatisfy(isHexDigit) else { return nil }
        self.bytes = bytes
    }

    private static func pairs(of digits: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: digits.count, by: 2).map { Array(digits[$0..<min($0 + 2, digits.count)]) }
    }

    /// As Google's files have it: capitals, with colons.
    public var description: String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined(separator: ":")
    }

    /// Whether it stands for one that was to be put in: a digest that repeats itself or counts has no certificate, and the one of
    /// Google's documentation is nobody's.
    public var isPlaceholder: Bool {
        let steps = Set(zip(bytes, bytes.dropFirst()).map { $1 &- $0 })
        // 32 random bytes have 30 different values; 16 or fewer once in 10^12.
        return Set(bytes).count <= 16 || steps.count == 1 || self == Self.documented
    }

    private static let documented = CertificateFingerprint(
        "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5")
}
