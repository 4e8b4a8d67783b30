// StopLine: a line of a stop memory as ranges, the table in which a line is found by its ID, and the way between two
// coordinates. A line that somebody edited by hand may lack fields: they are empty.

internal import Glibc
internal import Posix

/// One line: where its fields begin and end in the memory's bytes (`StopMemory.byteLimit` fits 32 bits).
struct StopLine: Sendable {
    private let start: UInt32
    private let idEnd: UInt32
    private let nameEnd: UInt32
    private let end: UInt32

    var id: Range<Int> { Int(start)..<Int(idEnd) }
    var name: Range<Int> { min(Int(idEnd) + 1, Int(end))..<Int(nameEnd) }
    /// Latitude, TAB, longitude.
    var coordinate: Range<Int> { min(Int(nameEnd) + 1, Int(end))..<Int(end) }
    /// All but the ID.
    var rest: Range<Int> { Int(idEnd)..<Int(end) }

    init(_ line: Range<Int>, in bytes: Span<UInt8>) {
        func end(from start: Int) -> Int {
            var at = start
            while at < line.upperBound, bytes[at] != UInt8(ascii: "\t") { at += 1 }
            return at
        }
        let idEnd = end(from: line.lowerBound)
        start = UInt32(line.lowerBound)
        self.idEnd = UInt32(idEnd)
        nameEnd = UInt32(end(from: min(idEnd + 1, line.upperBound)))
        self.end = UInt32(line.upperBound)
    }

    /// The lines of `bytes` at `range`, which ends after a line feed or with the bytes.
    static func lines(of bytes: Span<UInt8>, in range: Range<Int>) -> [StopLine] {
        var lines: [StopLine] = []
        var start = range.lowerBound
        for at in range where bytes[at] == UInt8(ascii: "\n") {
            lines.append(StopLine(start..<at, in: bytes))
            start = at + 1
        }
        if start < range.upperBound { lines.append(StopLine(start..<range.upperBound, in: bytes)) }
        return lines
    }
}

/// Lines by their IDs: open addressing over line numbers, at most half full.
struct StopIndex {
    private let lines: [StopLine]
    /// 0 is free; else the line's number and one, negative once the line was taken.
    private var slots: [Int32]

    init(_ lines: [StopLine], in bytes: Span<UInt8>) {
        self.lines = lines
        var size = 2
        while size < lines.count * 2 { size *= 2 }
        slots = [Int32](repeating: 0, count: size)
        for (number, line) in lines.enumerated() {
            var slot = Self.hash(bytes.extracting(line.id)) & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = Int32(number + 1)
        }
    }

    /// The first line with this ID that wasn't taken yet.
    mutating func take(_ id: Span<UInt8>, in bytes: Span<UInt8>) -> StopLine? {
        var slot = Self.hash(id) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = slots[slot]
            if number > 0, bytes.extracting(lines[Int(number) - 1].id).equals(id) {
                slots[slot] = -number
                return lines[Int(number) - 1]
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The lines that weren't taken, in order.
    var rest: [StopLine] { slots.filter { $0 > 0 }.sorted().map { lines[Int($0) - 1] } }

    /// FNV-1a: the IDs are the agency's own, and a slow table is the worst that chosen ones could bring.
    private static func hash(_ bytes: Span<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: (hash ^ hash >> 32) & 0x7FFF_FFFF)
    }
}

/// A place on the earth.
struct Coordinate: Equatable {
    let latitude: Double
    let longitude: Double

    /// From latitude, TAB, longitude in decimal degrees; nil where either is missing or no number.
    init?(_ text: ArraySlice<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(String(decoding: parts[0], as: UTF8.self)),
            let longitude = Double(String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Along a great circle (haversine) of a sphere with the earth's mean radius.
    func metres(to other: Coordinate) -> Double {
        let radian = Double.pi / 180
        let north = sin((other.latitude - latitude) * radian / 2)
        let east = sin((other.longitude - longitude) * radian / 2)
        let square = north * north + cos(latitude * radian) * cos(other.latitude * radian) * east * east
        return 2 * 6_371_008.8 * asin(min(1, square.squareRoot()))
    }
}
