// StopLine: a line of a stop memory as ranges, the table in which a line is found by its ID, and the way between two
// coordinates. A line that somebody edited by hand may lack fields: they are empty.

internal import Glibc

/// One line; ranges of the memory's bytes.
struct StopLine: Sendable {
    let id: Range<Int>
    let name: Range<Int>
    /// Latitude, TAB, longitude.
    let coordinate: Range<Int>

    init(_ line: Range<Int>, in bytes: Span<UInt8>) {
        func end(from start: Int) -> Int {
            var at = start
            while at < line.upperBound, bytes[at] != UInt8(ascii: "\t") { at += 1 }
            return at
        }
        let idEnd = end(from: line.lowerBound)
        let nameStart = min(idEnd + 1, line.upperBound)
        let nameEnd = end(from: nameStart)
        id = line.lowerBound..<idEnd
        name = nameStart..<nameEnd
        coordinate = min(nameEnd + 1, line.upperBound)..<line.upperBound
    }

    /// The lines of `bytes` at `range`, which ends after a line feed or with the bytes.
    static func lines(of bytes: [UInt8], in range: Range<Int>) -> [StopLine] {
        let bytes = bytes.span
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
    /// 0 is free; a line's number and one; negated once the line was taken.
    private var slots: [Int32]

    init(_ lines: [StopLine], in bytes: [UInt8]) {
        self.lines = lines
        var size = 2
        while size < lines.count * 2 { size *= 2 }
        slots = [Int32](repeating: 0, count: size)
        for (number, line) in lines.enumerated() {
            var slot = Self.hash(bytes[line.id]) & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = Int32(number + 1)
        }
    }

    /// The first line with this ID that wasn't taken yet.
    mutating func take(_ id: ArraySlice<UInt8>, in bytes: [UInt8]) -> StopLine? {
        var slot = Self.hash(id) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = slots[slot]
            if number > 0, bytes[lines[Int(number) - 1].id].elementsEqual(id) {
                slots[slot] = -number
                return lines[Int(number) - 1]
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The lines that weren't taken, in order.
    var rest: [StopLine] { slots.filter { $0 > 0 }.sorted().map { lines[Int($0) - 1] } }

    /// FNV-1a: the IDs are the agency's own, and a slow table is the worst that a chosen one could bring.
    private static func hash(_ bytes: ArraySlice<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
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
