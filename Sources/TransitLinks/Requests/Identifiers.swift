// Identifiers: OneBusAway's combined IDs (`agencyID_entityID`) and region numbers. An ID is opaque bytes: never
// trimmed, case-folded or Unicode-normalised, so equality is of bytes and not Swift's canonical equivalence.
// What may not be an ID is refused here, once; what is merely unusual is told by `hasAgency` and `controlCharacter`.

internal import Escaping

/// Why a text is no ID (links.md, section 2).
public enum IdentifierError: Error, Equatable, Sendable {
    case empty
    /// U+0000 at this byte offset of the UTF-8.
    case nul(offset: Int)
    /// The whole ID is `.` or `..`, which browsers remove from a path, encoded or not.
    case dotSegment(String)
    /// Longer than `CombinedID.maximumBytes`.
    case tooLong(bytes: Int)
}

/// A OneBusAway combined ID. `Kind` keeps a stop's from being passed as a trip's.
public struct CombinedID<Kind: Sendable>: Sendable {
    /// 512 bytes: the longest ID in 110 real feeds has 265 characters; three such bytes a byte still make a usable URL.
    public static var maximumBytes: Int { 512 }

    /// The ID as it came, valid UTF-8.
    public let text: String

    /// - Throws: `IdentifierError` for an empty text, U+0000, `.` or `..` alone, and more than 512 bytes.
    public init(_ text: String) throws(IdentifierError) {
        try Self.check(text.utf8.span)
        self.text = text
    }

    /// Whether bytes that are known to be UTF-8 are an ID: for the many of a feed, of which no String is made.
    /// - Throws: `IdentifierError`, as above.
    public static func check(_ bytes: Span<UInt8>) throws(IdentifierError) {
        if bytes.isEmpty { throw .empty }
        if bytes.count > maximumBytes { throw .tooLong(bytes: bytes.count) }
        let nul = bytes.firstIndex(in: 0..<bytes.count) { $0 == 0 }
        if nul < bytes.count { throw .nul(offset: nul) }
        guard bytes.count <= 2, bytes.firstIndex(in: 0..<bytes.count, where: { $0 != 0x2E }) == bytes.count else { return }
        throw .dotSegment(bytes.count == 1 ? "." : "..")
    }

    /// Whether an agency precedes the first `_`; without one the ID is passed on with the warning `no-agency`.
    public var hasAgency: Bool {
        let bytes = text.utf8.span
        return bytes.firstIndex(in: 0..<bytes.count) { $0 == UInt8(ascii: "_") } < bytes.count
    }

    /// The first control character (C0 but NUL, DEL, C1), or nil; it is encoded and reported as a warning.
    public var controlCharacter: Unicode.Scalar? {
        text.firstControl
    }
}

extension CombinedID: Hashable {
    public static func == (a: Self, b: Self) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

extension CombinedID: CustomStringConvertible {
    public var description: String { Printable.escaped(text) }
}

public enum StopKind: Sendable {}
public enum TripKind: Sendable {}
public enum VehicleKind: Sendable {}

public typealias StopID = CombinedID<StopKind>
public typealias TripID = CombinedID<TripKind>
public typealias VehicleID = CombinedID<VehicleKind>

/// A region's number, unique inside one region directory only. 0 is real (Tampa Bay).
public struct RegionID: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
