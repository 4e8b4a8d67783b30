// TimeZoneDatabase: time zones by name, read once each. Where the bytes come from is not known here: the program hands in
// a function that reads a file under /usr/share/zoneinfo, for this library opens nothing.

internal import Synchronization

/// A name that is safe as a path below the folder of time zones.
public struct TimeZoneName: Sendable, Hashable, CustomStringConvertible {
    /// 64 bytes: the longest name in tzdata 2026 has 38 with its `right/`.
    public static let maximumBytes = 64

    public let text: String

    /// - Returns: nil unless `text` is parts of `A-Z a-z 0-9 _ + -` joined by `/`, at most 64 bytes. A dot is never in it,
    ///   so neither is `..`.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.maximumBytes, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isPlain) })
        else { return nil }
        self.text = text
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        let isLetter = (0x61...0x7A).contains(byte | 0x20)
        return isLetter || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2B || byte == 0x2D
    }

    public var description: String { text }
}

/// Why a time zone is not to be had.
public enum TimeZoneError: Error, Hashable, Sendable {
    /// No name of a time zone can look like this: a verdict.
    case badName(String)
    /// The system has none of this name: a verdict.
    case unknown(TimeZoneName)
    /// A fault: it is there and could not be read; `reason` in the words of the system.
    case unreadable(TimeZoneName, reason: String)
    /// A fault of the system's tzdata.
    case malformed(TimeZoneName, TimeZoneFileError)

    /// Whether the system failed rather than the request.
    public var isFault: Bool {
        switch self {
        case .badName, .unknown: false
        case .unreadable, .malformed: true
        }
    }
}

/// Time zones by name.
public struct TimeZoneDatabase: Sendable {
    /// The bytes of a zone's TZif file. Throws `unknown` or `unreadable`.
    public typealias Load = @Sendable (TimeZoneName) throws(TimeZoneError) -> [UInt8]

    /// 64 zones of a few KiB: a feed has one, a country a handful. When they are full they begin anew.
    static let maximumKept = 64

    private let load: Load
    private let kept = Kept()

    public init(load: @escaping Load) { self.load = load }

    /// The rules of the zone, from memory where they were asked for before. Failures are not kept.
    /// - Throws: `TimeZoneError`.
    public func rules(named name: String) throws(TimeZoneError) -> TimeZoneRules {
        guard let name = TimeZoneName(name) else { throw .badName(name) }
        if let rules = kept.rules(of: name) { return rules }
        let bytes = try load(name)
        do throws(TimeZoneFileError) {
            let rules = try TimeZoneRules(tzif: bytes)
            kept.keep(rules, of: name)
            return rules
        } catch {
            throw .malformed(name, error)
        }
    }
}

/// What was read, for all copies of a database and all threads.
private final class Kept: Sendable {
    private let zones = Mutex<[TimeZoneName: TimeZoneRules]>([:])

    func rules(of name: TimeZoneName) -> TimeZoneRules? { zones.withLock { $0[name] } }

    func keep(_ rules: TimeZoneRules, of name: TimeZoneName) {
        zones.withLock { zones in
            if zones.count >= TimeZoneDatabase.maximumKept { zones.removeAll(keepingCapacity: true) }
            zones[name] = rules
        }
    }
}
