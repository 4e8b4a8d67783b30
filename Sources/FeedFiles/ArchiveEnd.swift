// ArchiveEnd: the last record of a zip (APPNOTE 4.3.14 to 4.3.16), read before libzip reads the rest: it holds the number of
// entries, for each of which libzip takes memory before it says how many there are. And what a file is that has none.

internal import Escaping
internal import Feeds
internal import Posix

enum ArchiveEnd {
    /// - Returns: where in the file the zip begins: beyond 0 where something was put before it afterwards.
    /// - Throws: `noInput` for what is no zip, and what it is instead; `badArchive` for one whose end is missing; `tooLarge`
    ///   for too many entries; `fault`.
    static func check(_ file: borrowing FileDescriptor, shown: String) throws(FeedError) -> UInt64 {
        let size = try fault { () throws(SystemError) in try file.status().size }
        let first = try fault { () throws(SystemError) in try file.bytes(at: 0, upTo: 512) }
        let tailStart = size > longestTail ? size - longestTail : 0
        let tail = try fault { () throws(SystemError) in try file.bytes(at: tailStart, upTo: Int(longestTail)) }
        guard let end = tail.lastPosition(of: [0x50, 0x4B, 5, 6], upTo: tail.count - 22) else {
            if first.starts(with: [0x50, 0x4B, 3, 4]) {
                throw .badArchive("\(shown) is a zip without its end: it wasn't copied whole; copy it again")
            }
            throw .noInput("\(shown) \(FileGuess.sentence(first)): give a zip or a folder")
        }
        var count = Int(tail.number(at: end + 10, bytes: 2))
        if count == 0xFFFF, let large = try large(file, tail, end) { count = large }
        if count > TableLimits.files { throw tooMany(count, shown: shown) }
        return try start(file, tail, end, tailStart: tailStart)
    }

    /// Where the zip begins, by its list of entries (APPNOTE 4.3.12), which the last record says the place and the size of: it
    /// ends where that record begins. A zip that was told what stands before it counts from the file's beginning.
    private static func start(
        _ file: borrowing FileDescriptor, _ tail: [UInt8], _ end: Int, tailStart: UInt64
    ) throws(FeedError) -> UInt64 {
        let (size, place) = (tail.number(at: end + 12, bytes: 4), tail.number(at: end + 16, bytes: 4))
        let listEnd = tailStart + UInt64(end)
        guard size > 0, listEnd > size + place else { return 0 }
        let entry: [UInt8] = [0x50, 0x4B, 1, 2]
        if try fault({ () throws(SystemError) in try file.bytes(at: place, upTo: 4) }) == entry { return 0 }
        let isThere = try fault { () throws(SystemError) in try file.bytes(at: listEnd - size, upTo: 4) } == entry
        return isThere ? listEnd - size - place : 0
    }

    static func tooMany(_ count: Int, shown: String) -> FeedError {
        .tooLarge("\(shown) has \(count) entries, and \(TableLimits.files) are the limit: that is no feed")
    }

    /// The record is 22 bytes and a comment of up to 65,535.
    private static let longestTail: UInt64 = 22 + 65_535

    /// The number of entries in the Zip64 record, which the 20 bytes before the last record point to.
    private static func large(
        _ file: borrowing FileDescriptor, _ tail: [UInt8], _ end: Int
    ) throws(FeedError) -> Int? {
        guard end >= 20, tail[(end - 20)...].starts(with: [0x50, 0x4B, 6, 7]) else { return nil }
        guard let at = Int64(exactly: tail.number(at: end - 12, bytes: 8)) else { return nil }
        let record = try fault { () throws(SystemError) in try file.bytes(at: UInt64(at), upTo: 56) }
        guard record.count == 56, record.starts(with: [0x50, 0x4B, 6, 6]) else { return nil }
        return Int(clamping: record.number(at: 32, bytes: 8))
    }
}

/// What a file is that was given for a zip, by its first bytes.
enum FileGuess {
    static func sentence(_ first: [UInt8]) -> String {
        if first.isEmpty { return "is empty" }
        for (magic, sentence) in known where first.starts(with: magic) { return sentence }
        if let markup = markup(first) { return markup }
        if first.contains(UInt8(ascii: ",")), !first.contains(0) {
            return "is one table, and a feed is a zip or folder of them"
        }
        return "is no zip"
    }

    /// What a file is whose first character is `<`.
    private static func markup(_ first: [UInt8]) -> String? {
        let text = String(decoding: first.drop { $0 <= 0x20 || $0 >= 0x80 }, as: UTF8.self).lowercased()
        guard text.hasPrefix("<") else { return nil }
        if text.holds("<kml") { return "is a KML file, a map of places" }
        if text.holds("<publicationdelivery") { return "is a NeTEx file, another format" }
        if text.holds("<gpx") { return "is a GPX file, a track" }
        if text.holds("<html") || text.holds("<!doctype html") || !text.hasPrefix("<?xml") {
            return "is a web page, as a download that failed leaves it"
        }
        return "is an XML file"
    }

    private static let known: [([UInt8], String)] = [
        ([0x1F, 0x8B], "is packed with gzip; unpack it"),
        ([0x37, 0x7A, 0xBC, 0xAF], "is a 7z archive; unpack it"),
        (Array("Rar!".utf8), "is a RAR archive; unpack it"),
        (Array("BZh".utf8), "is packed with bzip2; unpack it"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "is packed with xz; unpack it"),
        ([0x28, 0xB5, 0x2F, 0xFD], "is packed with zstd; unpack it"),
    ]
}

extension [UInt8] {
    /// Where `piece` stands for the last time, at `limit` at the latest.
    fileprivate func lastPosition(of piece: [UInt8], upTo limit: Int) -> Int? {
        limit < 0 ? nil : (0...limit).last { self[$0] == piece[0] && self[$0...].starts(with: piece) }
    }

    /// The little-endian number at `start`.
    fileprivate func number(at start: Int, bytes: Int) -> UInt64 {
        self[start..<start + bytes].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
