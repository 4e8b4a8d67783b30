import Foundation
import TestSupport
import Testing

@testable import FeedFiles
@testable import Feeds

/// Whatever `body` throws.
private func thrown(_ body: () throws -> Void) -> FeedError? {
    do {
        try body()
        return nil
    } catch { return error as? FeedError }
}

/// All bytes of the table.
private func content(_ feed: FeedPackage, _ name: String = "stops.txt") throws -> [UInt8]? {
    guard let source = try feed.table(name) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var bytes: [UInt8] = []
    while case let count = try source.read(into: &buffer, at: 0), count > 0 { bytes += buffer[..<count] }
    return bytes
}

@Suite("A feed as it lies on the disk")
struct FeedPackageTests {
    private let folder: TemporaryDirectory
    init() throws { folder = try TemporaryDirectory() }

    private func path(_ name: String, _ bytes: [UInt8]) throws -> String {
        let url = folder.url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    @Test("real feeds: every row of every table, as Python's csv counts them")
    func realFeeds() throws {
        // agency, stops, routes, trips, stop_times, calendar, calendar_dates, feed_info; the sum of all coordinates.
        let feeds: [(String, [Int?], Double)] = [
            ("bart-oba.zip", [2, 46, 11, 1620, 33270, 5, 32, nil], -3885.3229218271003),
            ("island-transit.zip", [1, 410, 23, 584, 14649, 6, 18, nil], -30489.828521),
            ("mta-bus-m34.zip", [1, 40, 56, 3538, 47762, 4, 20, nil], -1329.508343),
            ("piercetransit-flex", [1, 18, 4, 7, 14, 2, 10, 1], -1355.6873184610192),
            ("raba-redding.zip", [1, 375, 13, 282, 7346, 6, 48, 1], -30666.29646000002),
            ("soundtransit-st-oba.zip", [1, 149, 5, 734, 13314, 3, 0, nil], -11149.899002000002),
            ("vpe-notices", [1, 3850, 56, 3915, 1283, nil, 43, 1], 221923.45117600058),
        ]
        #expect(try Repository.names(in: "Tests/Vectors/feeds") == feeds.map(\.0))
        let names = ["agency", "stops", "routes", "trips", "stop_times", "calendar", "calendar_dates", "feed_info"]
        for (name, counts, sum) in feeds {
            let path = Repository.root.appendingPathComponent("Tests/Vectors/feeds/\(name)").path
            let feed = try FeedPackage(path: path)
            let found = try names.map { table -> Int? in
                guard let source = try feed.table(table + ".txt") else { return nil }
                var table = try CSVTable(reading: source, file: table, notices: { _ in })
                var rows = 0
                while try table.next() { rows += 1 }
                return rows
            }
            #expect(found == counts, "\(name)")
            let stops = try FeedStops(reading: feed, notices: { _ in })
            #expect(stops.rows.count == counts[1])
            #expect(stops.rows.filter(\.hasCoordinate).reduce(0) { $0 + ($1.latitude + $1.longitude) } == sum, "\(name)")
        }
    }

    @Test("files in one sub-folder are read, with a notice; what macOS adds and dot files are passed over")
    func subfolder() throws {
        let names = ["feed/stops.txt", "feed/agency.txt", "__MACOSX/feed/._stops.txt", "__MACOSX/stops.txt", "feed/.x", ".stops.txt"]
        let zip = try path("a.zip", MadeZip(names.map { MadeZip.Entry($0) }).bytes)
        for name in names { _ = try path("folder/\(name)", Array("stop_id\n1\n".utf8)) }
        for path in [zip, folder.path + "/folder"] {
            let notices = Notices()
            let feed = try FeedPackage(path: path, notices: notices.sink)
            #expect(feed.fileNames == ["agency.txt", "stops.txt"])
            #expect(try content(feed) == Array("stop_id\n1\n".utf8))
            #expect(try content(feed, "trips.txt") == nil)
            #expect(
                notices.lines == [
                    "invalid_input_files_in_subfolder  0  'feed/': the files are read from this folder; GTFS wants them at the top"
                ])
        }
    }

    @Test("names with a backslash are those of Windows; a comment at the end and bytes before the zip do no harm")
    func oddZips() throws {
        let backslash = try FeedPackage(path: path("b.zip", MadeZip("feed\\stops.txt").bytes))
        #expect(backslash.fileNames == ["stops.txt"])
        var commented = MadeZip("stops.txt").bytes
        let comment = Array(String(repeating: "PK\u{5}\u{6} ", count: 3).utf8)
        commented.replaceSubrange(commented.count - 2..<commented.count, with: [UInt8(comment.count), 0])
        #expect(try content(FeedPackage(path: path("c.zip", commented + comment))) == Array("stop_id\n1\n".utf8))
    }

    @Test("a folder is read through a link to it, and nothing in it is")
    func links() throws {
        _ = try path("feed/agency.txt", [])
        let outside = try path("outside.txt", Array("stop_id\n".utf8))
        let files = FileManager.default
        try files.createSymbolicLink(atPath: folder.path + "/feed/stops.txt", withDestinationPath: outside)
        try files.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: folder.path + "/feed")
        mkfifo(folder.path + "/feed/trips.txt", 0o644)
        try files.createDirectory(atPath: folder.path + "/feed/routes.txt", withIntermediateDirectories: false)
        let feed = try FeedPackage(path: folder.path + "/link")
        #expect(feed.fileNames == ["agency.txt", "stops.txt", "trips.txt"])
        let place = folder.path + "/link"
        #expect(
            thrown { _ = try feed.table("stops.txt") }
                == .badTable("\(place)/stops.txt is a symbolic link, and only files are read: put the file itself there"))
        #expect(
            thrown { _ = try feed.table("trips.txt") }
                == .badTable("\(place)/trips.txt is a FIFO, and only files are read: put the file itself there"))
    }

    @Test("what is neither zip nor folder is named for what it is")
    func others() throws {
        mkfifo(folder.path + "/fifo", 0o644)
        let nothing = folder.path + "/nothing"
        #expect(thrown { _ = try FeedPackage(path: nothing) } == .noInput("\(nothing): no such file or folder"))
        #expect(
            thrown { _ = try FeedPackage(path: folder.path + "/fifo") }
                == .noInput("\(folder.path)/fifo is a FIFO: give a zip or a folder"))
        let kinds: [(String, [UInt8])] = [
            ("is empty", []), ("is packed with gzip; unpack it", [0x1F, 0x8B, 8]),
            ("is a web page, as a download that failed leaves it", Array("\n<!DOCTYPE html>".utf8)),
            ("is a KML file, a map of places", Array("<?xml version=\"1.0\"?>\n<kml xmlns=\"x\">".utf8)),
            ("is a GPX file, a track", Array("\u{FEFF}<?xml version=\"1.0\"?><gpx>".utf8)),
            ("is an XML file", Array("<?xml version=\"1.0\"?><a>".utf8)),
            ("is a web page, as a download that failed leaves it", Array("<?xml version=\"1.0\"?><html>".utf8)),
            ("is one table, and a feed is a zip or folder of them", Array("stop_id,stop_name\n".utf8)),
            ("is no zip", [1, 2, 3]),
        ]
        for (sentence, bytes) in kinds {
            let path = try path("other", bytes)
            #expect(thrown { _ = try FeedPackage(path: path) } == .noInput("\(path) \(sentence): give a zip or a folder"))
        }
    }

    static let archives: [(String, MadeZip, @Sendable (String) -> FeedError)] = [
        (
            "a path that leads out", MadeZip("stops.txt", "../../etc/passwd"),
            { .badArchive("\($0) holds '../../etc/passwd', a path that leads out of it: nothing of it is read") }
        ),
        (
            "an absolute path", MadeZip("/stops.txt"),
            { .badArchive("\($0) holds '/stops.txt', a path that leads out of it: nothing of it is read") }
        ),
        (
            "a drive", MadeZip("C:\\stops.txt"),
            { .badArchive("\($0) holds 'C:\\\\stops.txt', a path that leads out of it: nothing of it is read") }
        ),
        (
            "two feeds", MadeZip("a/stops.txt", "b/stops.txt"),
            { .badArchive("\($0) holds 2 feeds, in 'a/', 'b/': unpack it and give the folder of one") }
        ),
        (
            "one name twice", MadeZip("stops.txt", "stops.txt"),
            { .badArchive("\($0) holds 'stops.txt' twice: which one counts isn't known") }
        ),
        (
            "a link", MadeZip([change(MadeZip.Entry("stops.txt", "/etc/passwd")) { $0.mode = 0o120777 }]),
            {
                .badArchive(
                    "\($0): stops.txt is a symbolic link, and only files are read: make the zip with the file itself")
            }
        ),
        (
            "an encrypted table", MadeZip([change(MadeZip.Entry("stops.txt")) { $0.flags |= 1 }]),
            { .badArchive("\($0): stops.txt is encrypted: unpack the zip with its password and give the folder") }
        ),
        (
            "a wrong checksum", MadeZip([change(MadeZip.Entry("stops.txt")) { $0.checksum = 1 }]),
            { .badArchive("\($0): stops.txt is damaged (CRC error): copy the zip again") }
        ),
        (
            "a way of packing that nobody knows", MadeZip([change(MadeZip.Entry("stops.txt")) { $0.method = 77 }]),
            {
                .badArchive(
                    "\($0): stops.txt can't be unpacked (Compression method not supported): make the zip with deflate")
            }
        ),
        (
            "too many entries", MadeZip((0...10_000).map { MadeZip.Entry("\($0)", "") }),
            { .tooLarge("\($0) has 10001 entries, and 10000 are the limit: that is no feed") }
        ),
        (
            "more entries than two bytes count", MadeZip((0..<70_000).map { MadeZip.Entry("\($0)", "") }),
            { .tooLarge("\($0) has 70000 entries, and 10000 are the limit: that is no feed") }
        ),
    ]

    private static func change(_ entry: MadeZip.Entry, _ body: (inout MadeZip.Entry) -> Void) -> MadeZip.Entry {
        var entry = entry
        body(&entry)
        return entry
    }

    @Test("a zip made to do harm is refused", arguments: archives.indices)
    func hostile(_ index: Int) throws {
        let (_, zip, error) = Self.archives[index]
        let path = try path("feed.zip", zip.bytes)
        #expect(thrown { _ = try content(FeedPackage(path: path)) } == error(path))
    }

    @Test("a zip cut off anywhere is refused, and one with any byte changed never crashes")
    func damaged() throws {
        let whole = MadeZip("agency.txt", "stops.txt").bytes
        for count in stride(from: 4, to: whole.count, by: 7) {
            let path = try path("cut.zip", Array(whole[..<count]))
            #expect(
                thrown { _ = try content(FeedPackage(path: path)) }
                    == .badArchive("\(path) is a zip without its end: it wasn't copied whole; copy it again"))
        }
        var random = SeededRandom(seed: 68)
        for at in whole.indices {
            var bytes = whole
            bytes[at] ^= UInt8.random(in: 1...255, using: &random)
            let path = try path("changed.zip", bytes)
            _ = thrown { _ = try content(FeedPackage(path: path)) }
        }
    }

    @Test("a bomb is refused long before it has unpacked")
    func bomb() throws {
        let packed = deflatedZeros(256 << 20)
        try #require(packed.count > 1 << 17 && packed.count < 1 << 19)
        var entry = MadeZip.Entry("stop_times.txt")
        (entry.content, entry.method, entry.unpackedSize, entry.checksum) = (packed, 8, 100, 0)
        let path = try path("bomb.zip", MadeZip([MadeZip.Entry("stops.txt"), entry]).bytes)
        let source = try #require(try FeedPackage(path: path).table("stop_times.txt"))
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var total = 0
        let error = thrown { while case let count = try source.read(into: &buffer, at: 0), count > 0 { total += count } }
        #expect(
            error
                == .badArchive(
                    "\(path): stop_times.txt unpacks to more than 200 times its size, as no table does: if it is one, unpack it"))
        #expect(total < 100 << 20)
    }

    @Test("a table beyond its limit is refused before it is read, in a folder too")
    func limit() throws {
        let path = try path("feed/agency.txt", [])
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: (16 << 20) + 1)
        let feed = try FeedPackage(path: folder.path + "/feed")
        #expect(
            thrown { _ = try feed.table("agency.txt") }
                == .tooLarge("\(path) has more than 16 MiB, the limit of this table: split the feed"))
    }

    @Test("another encoding is read where the user says so, and a file that is UTF-8 stays it")
    func encoding() throws {
        _ = try path("feed/stops.txt", Array("stop_id,stop_name\n1,Caf".utf8) + [0xE9, 0x0A])
        _ = try path("feed/routes.txt", Array("route_id,route_long_name\n1,Café 🚌\n".utf8))
        let feed = try FeedPackage(path: folder.path + "/feed", encoding: .windows1252)
        let stops = try FeedStops(reading: feed, notices: { _ in })
        #expect(stops.text(stops.rows[0].name) == "Café")
        let routes = try FeedRoutes(reading: feed, notices: { _ in })
        #expect(routes.text(routes.rows[0].longName) == "Café 🚌")
        #expect(
            thrown { _ = try FeedStops(reading: FeedPackage(path: folder.path + "/feed"), notices: { _ in }) }
                == .notUTF8(file: "stops.txt", row: 2, offset: 23, byte: 0xE9, isLatin1: true))
    }

    @Test("names of a part that says \"here\" are names without it")
    func here() throws {
        for name in ["./stops.txt", ".//stops.txt", ".\\stops.txt", "././stops.txt"] {
            let feed = try FeedPackage(path: path("here.zip", MadeZip("./", name, "./agency.txt").bytes))
            #expect(feed.fileNames == ["agency.txt", "stops.txt"], "\(name)")
            #expect(try content(feed) == Array("stop_id\n1\n".utf8))
        }
        let nested = try FeedPackage(path: path("here.zip", MadeZip("./feed/", "./feed/./stops.txt", "./.DS_Store").bytes))
        #expect(nested.fileNames == ["stops.txt"])
        let path = try path("here.zip", MadeZip("./stops.txt", "stops.txt").bytes)
        #expect(
            thrown { _ = try FeedPackage(path: path) }
                == .badArchive("\(path) holds 'stops.txt' twice: which one counts isn't known"))
    }

    @Test("a zip is read behind other bytes, with a notice, and from its beginning where it knows of them")
    func bytesBefore() throws {
        let zip = MadeZip("stops.txt", "agency.txt").bytes
        let printed = Array("PHP Warning: PK\u{1}\u{2}\n".utf8)
        let notices = Notices()
        let feed = try FeedPackage(path: path("before.zip", printed + zip), notices: notices.sink)
        #expect(try content(feed) == Array("stop_id\n1\n".utf8))
        #expect(
            notices.lines == [
                "bytes_before_zip  0  '18': so many bytes stand before the zip, as what a script printed does; it is read behind them"
            ])
        let none = Notices()
        _ = try FeedPackage(path: path("plain.zip", zip), notices: none.sink)
        #expect(none.lines == [])
    }
}

@Suite("Text in other encodings")
struct TextEncodingTests {
    private func read(_ bytes: [UInt8], _ name: String, piece: Int) throws -> (text: String, notices: [String]) {
        let encoding = try #require(TextEncoding(named: name))
        let source = try #require(DecodedSource(ArraySource(Array("h\n".utf8) + bytes, piece: piece), encoding))
        let notices = Notices()
        var table = try CSVTable(reading: source, file: "stops.txt", notices: notices.sink)
        var lines: [String] = []
        while try table.next() { lines.append(table.text(table.field(0))) }
        return (lines.joined(separator: "\n"), notices.lines)
    }

    static let texts: [(String, [UInt8], String)] = [
        ("latin1", [0x80, 0x43, 0x61, 0x66, 0xE9, 0x92], "€Café’"), ("ISO-8859-1", [0xE9], "é"), ("ansi", [0x9F], "Ÿ"),
        ("cp1250", [0x4B, 0x6F, 0x9A, 0x69, 0x63, 0x65, 0x20, 0xB3], "Košice ł"), ("windows-1251", [0xCF, 0xE0, 0xF0, 0xEA], "Парк"),
        ("iso-8859-2", [0xB6, 0xB1], "śą"), ("KOI8-R", [0xF0, 0xC1], "Па"),
        ("shift_jis", [0x8D, 0xE2, 0x89, 0x77, 0x5C], "坂駅\\"), ("EUC-JP", [0xB1, 0xD8], "駅"),
        ("gbk", [0xB3, 0xB5, 0xD5, 0xBE], "车站"), ("big5", [0xA8, 0xAE, 0xAF, 0xB8], "車站"), ("euc-kr", [0xBF, 0xAA], "역"),
        ("iso-8859-9", [0xFE, 0xF0], "şğ"), ("tis-620", [0xCA, 0xB6], "สถ"),
    ]

    @Test("become UTF-8, in pieces of any size", arguments: texts.indices)
    func decoded(_ index: Int) throws {
        let (name, bytes, text) = Self.texts[index]
        for piece in [1, 2, 3, 7, 1000] {
            let found = try read(bytes + [0x0A] + bytes, name, piece: piece)
            #expect(found.text == text + "\n" + text, "\(name)")
            #expect(found.notices == [])
        }
    }

    @Test("UTF-16 is read with its mark, and a long text is the text of Foundation")
    func utf16() throws {
        let encoding = try #require(TextEncoding(named: "utf-16"))
        let text = "stop_id,stop_name\n1,Café 駅 🚌\n"
        var bytes: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(String(decoding: encoding.decoded(bytes), as: UTF8.self) == text)
        let long = String(repeating: "Łódź Śródmieście, ", count: 20_000)
        let polish = try #require(long.data(using: .windowsCP1250))
        #expect(try read(Array(polish), "cp1250", piece: 4_096).text.hasPrefix("Łódź Śródmieście"))
        let found = try #require(TextEncoding(named: "cp1250"))
        #expect(String(decoding: found.decoded(Array(polish)), as: UTF8.self) == long)
    }

    @Test("a byte that means nothing is a notice of its row, and costs no other")
    func undecodable() throws {
        for piece in [1, 2, 1000] {
            let found = try read([0x61, 0x0A, 0x62, 0x81, 0x0A, 0x63, 0x0A, 0x8D], "cp1252", piece: piece)
            #expect(found.text == "a\nb\u{FFFD}\nc\n\u{FFFD}")
            #expect(found.notices.map { String($0.prefix(31)) } == ["invalid_character stops.txt 3 h", "invalid_character stops.txt 5 h"])
            // Half a character at the end.
            #expect(try read([0x61, 0x8D], "shift_jis", piece: piece).text == "a\u{FFFD}")
        }
    }

    @Test("a text is UTF-8 or it isn't, wherever it is cut")
    func scan() throws {
        for (bytes, isUTF8) in [
            (Array("Café 駅 🚌".utf8), true), ([], true), (Array("a".utf8), true), ([0x43, 0xE9], false), ([0xE9, 0x61], false),
            (Array("駅".utf8.dropLast()), false), ([0x80], false), ([0x61, 0x00], false), ([0x1B, 0x24, 0x42], false),
            (Array("🚌".utf8.dropFirst()), false), ([0xED, 0xA0, 0x80], false),
        ] {
            for piece in [1, 2, 3, 100] { #expect(try UTF8Scan.isUTF8(ArraySource(bytes, piece: piece)) == isUTF8, "\(bytes)") }
            #expect(UTF8Scan.isUTF8(bytes) == isUTF8)
        }
    }

    @Test("is refused under a name that the system hasn't, or that isn't one")
    func refused() {
        #expect(TextEncoding(named: "UTF-8") == .utf8)
        #expect(TextEncoding(named: "Latin-1") == .windows1252)
        for name in ["", "nonsense", "cp1250//TRANSLIT", "utf-7", "../x", "a b", "EBCDIC-US", "utf-8//"] {
            #expect(TextEncoding(named: name) == nil, "\(name)")
        }
        #expect(
            TextEncoding.refusal(of: "latin2x")
                == "'latin2x' isn't an encoding that is read: did you mean 'latin1'?; `iconv -l` lists them all")
    }
}
