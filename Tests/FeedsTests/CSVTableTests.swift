import Foundation
import TestSupport
import Testing

@testable import Feeds

@Suite("A table, row by row")
struct CSVTableTests {
    @Test("reads what a naive reader reads, whatever the bytes and the size of the buffer")
    func oracle() throws {
        var generator = SeededRandom(seed: 64)
        let alphabet: [[UInt8]] =
            [",", ",", ",", "\"", "\"", "\"\"", "\n", "\n", "\r\n", "\r", " ", "\t", "a", "b", "cd", "ü", "駅", "🚌", "\u{1A}", "\0"]
            .map { Array($0.utf8) }
        for round in 0..<4000 {
            var content: [UInt8] = round % 7 == 0 ? [0xEF, 0xBB, 0xBF] : []
            content += Array("h1,h2,h3\n".utf8)
            for _ in 0..<Int.random(in: 0...60, using: &generator) {
                content += alphabet.randomElement(using: &generator)!
            }
            let expected = NaiveCSV.rows(content, fieldLimit: 20)!
            for buffer in [1 + round % 70, 256] {
                let rows = try read(content, buffer: buffer, piece: 1 + round % 11, field: 20)
                #expect(rows == expected, "\(String(decoding: content, as: UTF8.self).debugDescription), buffer \(buffer)")
                if rows != expected { return }
            }
        }
    }
}

@Suite("What real tables hold")
struct CSVOddityTests {
    struct Case: CustomTestStringConvertible {
        let what: String
        let content: String
        let rows: [ReadRow]
        let notices: [String]
        init(_ what: String, _ content: String, _ rows: [(Int, [String])], _ notices: [String] = []) {
            self.what = what
            self.content = content
            self.rows = rows.map { ReadRow(number: $0.0, fields: $0.1) }
            self.notices = notices
        }
        var testDescription: String { what }
    }

    private static let unescaped = "a quote inside the value that isn't doubled; it is part of the value"
    private static let unread = "the value holds U+FFFD, which stands for a character that could not be read"

    static let cases = [
        Case("a byte-order mark", "\u{FEFF}a,b\n1,2\n", [(2, ["1", "2"])]),
        Case("a second mark is text", "a,b\n\u{FEFF}1,2\n", [(2, ["\u{FEFF}1", "2"])]),
        Case("a mark before a quoted header", "\u{FEFF}\"a\",b\n1,2\n", [(2, ["1", "2"])]),
        Case("CRLF", "a,b\r\n1,2\r\n3,4\r\n", [(2, ["1", "2"]), (3, ["3", "4"])]),
        Case("CR alone", "a,b\r1,2\r3,4", [(2, ["1", "2"]), (3, ["3", "4"])]),
        Case("no line end at the end", "a,b\n1,2", [(2, ["1", "2"])]),
        Case("no line end after a quoted field", "a,b\n1,\"2\"", [(2, ["1", "2"])]),
        Case("an empty last field at the end", "a,b\n1,", [(2, ["1", ""])]),
        Case("blanks around names", " a ,\tb\n1,2\n", [(2, ["1", "2"])]),
        Case("quotes, doubled and with commas", "a,b\n\"x, \"\"y\"\"\",2\n", [(2, ["x, \"y\"", "2"])]),
        Case(
            "a line end inside quotes: one row", "a,b\n\"x\r\ny\",2\n3,4\n", [(2, ["x\r\ny", "2"]), (3, ["3", "4"])],
            ["new_line_in_value stops.txt 2 a 'x\r\ny': a line end inside the value"]),
        Case("spaces before a quote", "a,b\n  \"x\" ,2\n", [(2, ["x ", "2"])]),
        Case("a tab before a quote isn't a space", "a,b\n\t\"x\",2\n", [(2, ["\t\"x\"", "2"])]),
        Case("a quote inside a text", "a,b\n5\" pipe,2\n", [(2, ["5\" pipe", "2"])]),
        Case(
            "a quote that isn't doubled", "a,b\n\"x\"y\"z\",2\n", [(2, ["x\"y\"z", "2"])],
            ["unescaped_quote stops.txt 2 a 'x\"y\"z': \(unescaped)"]),
        Case(
            "a name in quotes inside quotes", "a,b\n\"Main, \"emma\"\",2\n", [(2, ["Main, \"emma\"", "2"])],
            ["unescaped_quote stops.txt 2 a 'Main, \"emma\"': \(unescaped)"]),
        Case(
            "a comma inside both", "a,b\n1,\"CASA \"LO RUSSO, E CUT\" X\"\n", [(2, ["1", "CASA \"LO RUSSO, E CUT\" X"])],
            ["unescaped_quote stops.txt 2 b 'CASA \"LO RUSSO, E CUT\" X': \(unescaped)"]),
        Case(
            "a quote at both ends", "a,b\n\"\"emma\"\",\"\"\"x\"\"\"", [(2, ["\"emma\"", "\"x\""])],
            ["unescaped_quote stops.txt 2 a '\"emma\"': \(unescaped)"]),
        Case(
            "blanks behind the closing quote", "a,b\n\"say \"x\" y\" \t,\"z\" \r\n", [(2, ["say \"x\" y \t", "z "])],
            ["unescaped_quote stops.txt 2 a 'say \"x\" y \t': \(unescaped)"]),
        Case(
            "a quote that isn't closed before other quoted rows", "a,b\n1,\"x\n2,\"y, z\"\n3,\"w\"\n",
            [(2, ["1", "\"x"]), (3, ["2", "y, z"]), (4, ["3", "w"])],
            ["csv_parsing_failed stops.txt 2  '': a quote is opened and not closed; the row ends at its line end"]),
        Case(
            "an unclosed quote leaves the fields before it", "a,b\n\"x, y\",\"z\n", [(2, ["x, y", "\"z"])],
            ["csv_parsing_failed stops.txt 2  '': a quote is opened and not closed; the row ends at its line end"]),
        Case(
            "two values with line ends", "a,b\n\"1\n2\",\"3\n4\"\n", [(2, ["1\n2", "3\n4"])],
            [
                "new_line_in_value stops.txt 2 a '1\n2': a line end inside the value",
                "new_line_in_value stops.txt 2 b '3\n4': a line end inside the value",
            ]),
        Case(
            "characters that could not be read", "a,b\n\"\u{FFFD}, \"\"\u{FFFD}\"\"\",x\u{FFFD}\n\u{FFFE}\u{FFBD},2\n",
            [(2, ["\u{FFFD}, \"\u{FFFD}\"", "x\u{FFFD}"]), (3, ["\u{FFFE}\u{FFBD}", "2"])],
            [
                "invalid_character stops.txt 2 a '\u{FFFD}, \"\u{FFFD}\"': \(unread)",
                "invalid_character stops.txt 2 b 'x\u{FFFD}': \(unread)",
            ]),
        Case("only quotes", "a,b\n\"\",\"\"\"\"\n", [(2, ["", "\""])]),
        Case(
            "a quote that isn't closed", "a,b\n\"x,2\n3,4\n", [(2, ["\"x", "2"]), (3, ["3", "4"])],
            ["csv_parsing_failed stops.txt 2  '': a quote is opened and not closed; the row ends at its line end"]),
        Case(
            "blank lines", "\n\na,b\n\n1,2\n   \n3,4\n\u{1A}", [(5, ["1", "2"]), (7, ["3", "4"])],
            [
                "empty_row stops.txt 6  '': a row of blanks; it isn't read",
                "empty_row stops.txt 8  '': a row of blanks; it isn't read",
            ]),
        Case(
            "a short row", "a,b,c\n1\n", [(2, ["1", "", ""])],
            ["invalid_row_length stops.txt 2  '': 1 value where the header has 3; those missing are empty"]),
        Case(
            "a long row", "a,b\n1,2,3,4\n", [(2, ["1", "2"])],
            ["invalid_row_length stops.txt 2  '': 4 values where the header has 2; those too many aren't read"]),
        Case(
            "U+0000", "a,b\n1,\0\n3,4\n", [(3, ["3", "4"])],
            ["null_character stops.txt 2  '': left out: the row holds U+0000"]),
        Case(
            "names twice and none", "a,a,\n1,2,3\n", [(2, ["1", "2", "3"])],
            [
                "duplicated_column stops.txt 1 a '': column 2 isn't read: column 1 has the same name",
                "empty_column_name stops.txt 1  '': column 3 has no name and isn't read",
            ]),
        Case("a header alone", "a,b\n", []),
        Case(
            "an odd header", "\"the \"a\"\",\u{FFFD}\n1,2\n", [(2, ["1", "2"])],
            [
                "unescaped_quote stops.txt 1 the \"a\" 'the \"a\"': \(unescaped)",
                "invalid_character stops.txt 1 \u{FFFD} '\u{FFFD}': \(unread)",
            ]),
        Case("one column", "a\n1\n\n2\n", [(2, ["1"]), (4, ["2"])]),
    ]

    @Test("is read, and what is odd in it is said", arguments: cases)
    func read(_ the: Case) throws {
        for buffer in [1, 3, 64, 256 << 10] {
            let notices = Notices()
            #expect(try FeedsTests.read(Array(the.content.utf8), buffer: buffer, notices: notices) == the.rows)
            #expect(notices.lines == the.notices)
        }
    }

    static let refusals: [(String, [UInt8], FeedError)] = [
        ("an empty file", [], .badTable("stops.txt is empty: its first line must name its columns")),
        ("blank lines alone", Array("\n \n".utf8), .badTable("stops.txt is empty: its first line must name its columns")),
        ("UTF-16 with a mark", [0xFF, 0xFE, 0x61, 0], .notUTF8(file: "stops.txt", row: 1, offset: 0, byte: 0xFF)),
        (
            "UTF-16 without one", [0x61, 0, 0x2C, 0, 0x0A, 0],
            .badTable("stops.txt: its header holds U+0000, as text in UTF-16 does: save it as UTF-8, or give --encoding utf-16")
        ),
        (
            "too many columns", Array(String(repeating: "a,", count: 1024).utf8),
            .tooLarge("stops.txt: its header has 1025 columns, and 1024 are the limit")
        ),
        (
            "Latin-1 in row 3", Array("a,b\n1,2\nCaf".utf8) + [0xE9] + Array(",2\n".utf8),
            .notUTF8(file: "stops.txt", row: 3, offset: 11, byte: 0xE9, isLatin1: true)
        ),
        (
            "half a character at the end", Array("a,b\n1,".utf8) + [0xE2, 0x82],
            .notUTF8(file: "stops.txt", row: 2, offset: 6, byte: 0xE2)
        ),
    ]

    @Test("is refused where it is no table", arguments: refusals)
    func refused(_ what: String, _ content: [UInt8], _ error: FeedError) {
        for buffer in [1, 5, 256 << 10] {
            #expect(throws: error) { try FeedsTests.read(content, buffer: buffer) }
        }
    }

    @Test("ill-formed UTF-8 is found where the standard library finds it, rows before it are read")
    func utf8() throws {
        var generator = SeededRandom(seed: 65)
        let pieces: [[UInt8]] = [
            Array("a".utf8), Array("ü".utf8), Array("駅".utf8), Array("🚌".utf8), [0x80], [0xC0, 0xAF], [0xE0, 0x80, 0x80],
            [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F], [0xC3], [0xFF], Array("\n".utf8), Array("bcdefgh".utf8),
        ]
        for round in 0..<3000 {
            var content = Array("h\n".utf8)
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let good = Int.random(in: 0..<10, using: &generator) < 9
                content += good ? pieces[[0, 1, 2, 3, 12, 13].randomElement(using: &generator)!] : pieces.randomElement(using: &generator)!
            }
            let bad = firstIllFormed(content)
            let seen: FeedError?
            do {
                _ = try FeedsTests.read(content, buffer: 1 + round % 70)
                seen = nil
            } catch let error as FeedError { seen = error }
            let row = content[..<(bad ?? 0)].reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
            guard case .notUTF8(let file, let badRow, let offset, let byte, _) = seen else {
                #expect(bad == nil, "\(content)")
                continue
            }
            #expect(file == "stops.txt")
            #expect((badRow, offset, byte) == (row, bad ?? -1, content[bad ?? 0]), "\(content)")
        }
    }

    /// The first byte that no prefix of valid UTF-8 reaches: a sequence is dropped a byte a time until the rest is valid.
    private func firstIllFormed(_ bytes: [UInt8]) -> Int? {
        var at = 0
        while at < bytes.count {
            let length = (1...4).first { at + $0 <= bytes.count && String(validating: bytes[at..<at + $0], as: UTF8.self) != nil }
            guard let length else { return at }
            at += length
        }
        return nil
    }

    @Test("a row beyond the limits costs no other")
    func limits() throws {
        let long = String(repeating: "x", count: 300)
        let notices = Notices()
        let content = "a,b\n1,\(long)\n2,3\n\(long),4\r\n5,6\n7,\"\(long)\"\n8,9\n\(long)"
        #expect(
            try FeedsTests.read(Array(content.utf8), buffer: 64, field: 100, row: 256, notices: notices)
                == [(3, ["2", "3"]), (5, ["5", "6"]), (7, ["8", "9"])].map { ReadRow(number: $0, fields: $1) })
        #expect(
            notices.lines
                == [2, 4, 6, 8].map {
                    "csv_parsing_failed stops.txt \($0)  '': left out: more than 256 bytes, or a field of more than 100"
                })
    }

    @Test("a table is found by its column's name, else the columns that are there are said")
    func columns() throws {
        let table = try CSVTable(reading: ArraySource("stop_name, Stop_ID ,\n"), file: "stops.txt", notices: { _ in })
        #expect(table.column("stop_name") == 0)
        #expect(table.column("stop_id") == nil)
        do {
            _ = try table.requiredColumn("stop_id")
            Issue.record("a column that isn't there was found")
        } catch {
            #expect(error == .missingColumn("stop_id", file: "stops.txt", found: ["stop_name", "Stop_ID"]))
        }
    }

    @Test(
        "bytes that are no UTF-8 are called Latin-1 only where they look like it",
        arguments: [
            (Array("Caf".utf8) + [0xE9], true), (Array("Stra".utf8) + [0xDF, 0x65], true), ([0x61, 0x92, 0x61], true),
            (Array("Bahnh".utf8) + [0xF6, 0x66, 0x65, 0x20, 0xC4], true), (Array("Espa".utf8) + [0xF1, 0x61, 0xBF], true),
            // Shift_JIS, GBK, windows-1250 (Polish, Czech), windows-1251, ISO 8859-9.
            ([0x8D, 0xE2, 0x89, 0x77], false), ([0xB3, 0xB5, 0xD5, 0xBE], false), ([0x9C, 0x72, 0x6F, 0x64, 0x61], false),
            ([0x4B, 0x6F, 0xE8, 0x61, 0x20, 0xF8, 0x61, 0x20, 0x9E, 0x61], false), ([0xCF, 0xE0, 0xF0, 0xEA], false),
            ([0xFE, 0x65, 0x68, 0x69, 0x72], false), ([], false),
        ] as [([UInt8], Bool)])
    func guess(_ bytes: [UInt8], _ isLikely: Bool) { #expect(LatinGuess.isLikely(bytes[...]) == isLikely) }
}
