// StopMemory: which stops the last run published, so that the next one can say what came, went and moved. A hidden file
// in the output folder, a line a stop in the feed's order: ID, name, latitude, longitude, parted by TAB; a backslash, TAB or
// line break in an ID or name is written as in C, so a line is a stop.

internal import Posix
internal import Synchronization

/// The lines of a stop memory in the making.
package struct StopMemory: Sendable {
    /// Given to `StagedFolder.streamStopMemory()` as a whole or in parts.
    package var bytes: [UInt8] = []

    static let name: FileName = ".transitlink-stops.tsv"
    /// Ten million stops.
    static let byteLimit = 1 << 30

    package init() {}

    /// Adds a stop. Coordinates are decimal numbers as text, as they are published; empty where the stop has none.
    package mutating func add(
        id: Span<UInt8>, name: Span<UInt8>, latitude: Span<UInt8>, longitude: Span<UInt8>
    ) {
        let most = 2 * (id.count + name.count) + latitude.count + longitude.count + 4
        bytes.append(addingCapacity: most) { line in
            Self.append(id, then: UInt8(ascii: "\t"), to: &line)
            Self.append(name, then: UInt8(ascii: "\t"), to: &line)
            Self.append(latitude, then: UInt8(ascii: "\t"), to: &line)
            Self.append(longitude, then: UInt8(ascii: "\n"), to: &line)
        }
    }

    private static func append(_ field: Span<UInt8>, then end: UInt8, to line: inout OutputSpan<UInt8>) {
        if isPlain(field) {
            line.append(bytesOf: field)
        } else {
            for index in field.indices { appendEscaped(field[index], to: &line) }
        }
        line.append(end)
    }

    private static func isPlain(_ field: Span<UInt8>) -> Bool {
        // Without a branch in it the loop is one of whole vectors.
        var odd: UInt8 = 0
        for index in field.indices {
            let byte = field[index]
            odd |= (byte < 0x20 ? 1 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
        }
        return odd == 0
    }

    private static func appendEscaped(_ byte: UInt8, to line: inout OutputSpan<UInt8>) {
        let letter: UInt8? =
            switch byte {
            case UInt8(ascii: "\\"): UInt8(ascii: "\\")
            case UInt8(ascii: "\t"): UInt8(ascii: "t")
            case UInt8(ascii: "\n"): UInt8(ascii: "n")
            case UInt8(ascii: "\r"): UInt8(ascii: "r")
            default: nil
            }
        if letter != nil { line.append(UInt8(ascii: "\\")) }
        line.append(letter ?? byte)
    }
}

extension StagedFolder {
    /// The new memory of stops, for one thread. Where `finish` answers false, no stop came, went or moved.
    /// - Throws: `fault`.
    package func streamStopMemory() throws(StagingError) -> StagedFile { try stream(RelativePath(own: StopMemory.name)) }

    /// What came, went and moved since the last run, once the new memory is finished; nil where that run left none.
    /// - Throws: `fault`.
    package func stopChanges() throws(StagingError) -> StopChanges? {
        try asFault { () throws(SystemError) in
            guard let old = try oldFolder?.read(StopMemory.name, limit: StopMemory.byteLimit) else { return nil }
            if !state.withLock({ $0.isMemoryWritten }) { return StopChanges(from: [], to: []) }
            let file = try root.new.open(StopMemory.name, .read)
            return StopChanges(from: old, to: try file.read(upTo: Int(try file.status().size)))
        }
    }
}
