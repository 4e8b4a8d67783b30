// StopList: the stop IDs of `--only`: a file with an ID a line, or a CSV with a column stop_id, as a stops.txt cut down by
// hand is one.

internal import Arguments
internal import Escaping
internal import FeedFiles
internal import Feeds
internal import Posix

struct StopList {
    /// 64 MiB: a million IDs of 64 bytes.
    static let maximumBytes = 64 << 20

    /// Each ID once, in order.
    private(set) var ids: [[UInt8]] = []

    /// Reads the file, which is UTF-8 or in the feed's encoding.
    /// - Throws: `Failure`: no such file, more than 64 MiB, no text, no ID in it.
    init(_ path: String, _ encoding: TextEncoding) throws(Failure) {
        var bytes: [UInt8]
        do throws(SystemError) { bytes = try WholeFile.read(path, limit: Self.maximumBytes) } catch {
            throw Self.failure(error)
        }
        // Blanks alone are no table, and no mistake of a table's either.
        if bytes.allSatisfy({ $0 <= 0x20 }) { throw Self.none(in: path) }
        do throws(FeedError) {
            bytes = encoding.decoded(bytes)
            var table = try CSVTable(reading: ByteArray(bytes), file: path) { _ in }
            if let column = table.column("stop_id") { try read(&table, column) } else { read(lines: bytes) }
        } catch { throw Failure(error, of: "--only") }
        if ids.isEmpty { throw Self.none(in: path) }
    }

    /// A choice that chooses nothing.
    private static func none(in path: String) -> Failure {
        Failure(.usage, "--only: there is no stop ID in \(Printable.escaped(path))")
    }

    /// `EINVAL` is what a pipe or device gives, which can't be read twice: as lines and as a table.
    private static func failure(_ error: SystemError) -> Failure {
        if error.errno != .invalid { return .input(error) }
        return Failure(.noInput, "--only: \(error.path) is no file: save the list and give its name")
    }

    private mutating func read(_ table: inout CSVTable, _ column: Int) throws(FeedError) {
        var known: Set<[UInt8]> = []
        while try table.next() { add(table.bytes[table.field(column)], &known) }
    }

    private mutating func read(lines bytes: [UInt8]) {
        var known: Set<[UInt8]> = []
        let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let id = line.drop { $0 <= 0x20 }
            add(id.dropLast(id.reversed().prefix { $0 <= 0x20 }.count), &known)
        }
    }

    private mutating func add(_ id: ArraySlice<UInt8>, _ known: inout Set<[UInt8]>) {
        if !id.isEmpty, known.insert(Array(id)).inserted { ids.append(Array(id)) }
    }
}

/// A table that is in memory already.
private final class ByteArray: ByteSource {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into buffer: inout [UInt8], at start: Int) throws(FeedError) -> Int {
        let count = min(bytes.count - at, buffer.count - start)
        buffer.replaceSubrange(start..<start + count, with: bytes[at..<at + count])
        at += count
        return count
    }
}
