// TimeZoneFile: reads a TZif file (RFC 8536): version 1, and 2 to 4 with 64-bit times and a footer for the years after
// the last transition. The bytes are not trusted: every count is bounded before anything is read by it. Of a file it
// uses offsets alone; abbreviations and the indicators of standard and universal time are stepped over.

/// Why bytes are no usable TZif file.
public enum TimeZoneFileError: Error, Hashable, Sendable {
    /// Does not begin with `TZif` and a version of 0…4.
    case notTZif
    /// Ends before what its header announces.
    case tooShort
    /// More than `TimeZoneFile.maximumBytes`, or a count beyond its limit.
    case tooLarge
    /// Transitions that do not ascend, a type that does not exist, an offset beyond 26 hours.
    case inconsistent
    /// A footer that is no `TZ` string.
    case badFooter
    /// Counts leap seconds (`right/…`): its times are not POSIX times.
    case leapSeconds
}

enum TimeZoneFile {
    /// 256 KiB: the largest of tzdata 2026 has under 4 KiB.
    static let maximumBytes = 262_144
    /// 4096 transitions: the most of any zone in tzdata, written out to 2037, is 243.
    static let maximumTransitions = 4096

    static func rules(from bytes: [UInt8]) throws(TimeZoneFileError) -> TimeZoneRules {
        guard bytes.count <= maximumBytes else { throw .tooLarge }
        var reader = Reader(bytes: bytes)
        let header = try Header(&reader)
        guard header.version != 0 else { return try rules(header, wide: false, &reader) }
        // The block of 32-bit times is there for old readers.
        try reader.skip(header.blockBytes(timeBytes: 4))
        let second = try Header(&reader)
        return try rules(second, wide: true, &reader)
    }

    private static func rules(
        _ header: Header, wide: Bool, _ reader: inout Reader
    ) throws(TimeZoneFileError) -> TimeZoneRules {
        guard header.leapSeconds == 0 else { throw .leapSeconds }
        let times = try reader.times(header.transitions, wide: wide)
        let indexes = try reader.take(header.transitions).map(Int.init)
        let types = try reader.offsets(header.types)
        try reader.skip(header.bytesBehindTypes(timeBytes: wide ? 8 : 4))
        guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }), indexes.allSatisfy({ $0 < types.count }) else {
            throw .inconsistent
        }
        return TimeZoneRules(
            transitions: times, offsets: indexes.map { types[$0] }, firstOffset: types[0],
            recurring: wide ? try reader.footer() : nil)
    }
}

// MARK: Header

/// The six counts of a block.
private struct Header {
    let version: UInt8
    let transitions: Int
    let types: Int
    let leapSeconds: Int
    private let abbreviationBytes: Int
    private let standardIndicators: Int
    private let universalIndicators: Int

    init(_ reader: inout Reader) throws(TimeZoneFileError) {
        let start = try reader.take(20)
        guard start.starts(with: "TZif".utf8), let version = Self.version(start[start.startIndex + 4]) else {
            throw .notTZif
        }
        self.version = version
        universalIndicators = try reader.count(atMost: 256)
        standardIndicators = try reader.count(atMost: 256)
        leapSeconds = try reader.count(atMost: 4096)
        transitions = try reader.count(atMost: TimeZoneFile.maximumTransitions)
        types = try reader.count(atMost: 256)
        abbreviationBytes = try reader.count(atMost: 4096)
        guard types > 0 else { throw .inconsistent }
    }

    private static func version(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0: 0
        case UInt8(ascii: "2")...UInt8(ascii: "4"): byte - UInt8(ascii: "0")
        default: nil
        }
    }

    func blockBytes(timeBytes: Int) -> Int {
        transitions * (timeBytes + 1) + types * 6 + bytesBehindTypes(timeBytes: timeBytes)
    }

    func bytesBehindTypes(timeBytes: Int) -> Int {
        abbreviationBytes + leapSeconds * (timeBytes + 4) + standardIndicators + universalIndicators
    }
}

// MARK: Reader

/// Takes bytes from the front, never past the end.
private struct Reader {
    private let bytes: [UInt8]
    private var at = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func take(_ count: Int) throws(TimeZoneFileError) -> ArraySlice<UInt8> {
        guard count <= bytes.count - at else { throw .tooShort }
        defer { at += count }
        return bytes[at..<at + count]
    }

    mutating func skip(_ count: Int) throws(TimeZoneFileError) { _ = try take(count) }

    private mutating func bigEndian(_ count: Int) throws(TimeZoneFileError) -> UInt64 {
        try take(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func count(atMost limit: Int) throws(TimeZoneFileError) -> Int {
        let value = try bigEndian(4)
        guard value <= limit else { throw .tooLarge }
        return Int(value)
    }

    mutating func times(_ count: Int, wide: Bool) throws(TimeZoneFileError) -> [Int64] {
        var times: [Int64] = []
        for _ in 0..<count {
            let raw = try bigEndian(wide ? 8 : 4)
            times.append(wide ? Int64(bitPattern: raw) : Int64(Int32(truncatingIfNeeded: raw)))
        }
        return times
    }

    /// Records of an offset, a flag and the index of an abbreviation.
    mutating func offsets(_ count: Int) throws(TimeZoneFileError) -> [Int32] {
        var offsets: [Int32] = []
        for _ in 0..<count {
            let offset = Int32(truncatingIfNeeded: try bigEndian(4))
            // RFC 8536 asks for more than −25 and less than 26 hours.
            guard offset > -90_000, offset < 93_600 else { throw .inconsistent }
            try skip(2)
            offsets.append(offset)
        }
        return offsets
    }

    /// The rule between two newlines; nil when there is nothing between them.
    mutating func footer() throws(TimeZoneFileError) -> RecurringRule? {
        guard try take(1).first == UInt8(ascii: "\n") else { throw .badFooter }
        guard let end = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) else { throw .tooShort }
        if end == at { return nil }
        guard let rule = RecurringRuleParser.rule(from: bytes[at..<end]) else { throw .badFooter }
        return rule
    }
}
