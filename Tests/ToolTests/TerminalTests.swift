import Foundation
import TestSupport
import Testing

@Suite struct TerminalTests {
    static let stop = [
        "stop", "1_75403", "--name", "Stevens Way & Benton Ln", "--direction", "se", "--lat", "47.6543", "--lon",
        "-122.3054", "--regions", Files.regions,
    ]
    static let trip = [
        "trip", "1_660", "--trip", "1_694514730", "--service-date", "2026-03-30", "--time-zone", "America/Los_Angeles",
        "--stop-sequence", "19", "--route", "545", "--headsign", "Seattle", "--vehicle", "1_7012", "--destination",
        "1_1040",
        "--regions", Files.regions,
    ]

    @Test(arguments: [("stop", stop), ("trip", trip)])
    func `a terminal gets a block with a code that scanners read`(name: String, arguments: [String]) throws {
        let run = try Tool.onTerminal(arguments)
        #expect(run.code == 0)
        try expectGolden(run.output, "terminal-\(name).txt")
        let web = try Tool.run(arguments + ["--only", "web"]).output
        #expect(try scanned(run.output, inverted: false) + "\n" == web)
    }

    @Test func `without colours the light modules are drawn, and no escape is written`() throws {
        let run = try Tool.onTerminal(Self.stop, environment: ["TERM": "xterm", "NO_COLOR": "1"])
        #expect(!run.output.contains("\u{1B}"))
        let web = try Tool.run(Self.stop + ["--only", "web"]).output
        #expect(try scanned(run.output, inverted: true) + "\n" == web)
        #expect(try Tool.onTerminal(Self.stop, environment: ["TERM": "dumb"]).output == run.output)
        #expect(
            try Tool.onTerminal(Self.stop, environment: ["TERM": "xterm-256color", "NO_COLOR": ""]).output.contains(
                "\u{1B}"))
    }

    @Test func `a terminal that is too narrow gets a note instead of a broken code`() throws {
        let shown = try Tool.onTerminal(Self.stop, columns: 40).output
        #expect(Tool.lines(shown).suffix(2) == ["(a QR code needs 41 columns; the terminal has 40)", ""])
    }

    @Test func `what a terminal would obey or hide is escaped, in the block and in JSON`() throws {
        let hostile = [
            "stop", "1_\u{1B}[31m\u{9B}2J", "--name", "a\u{202E}b\u{7}\u{E0041}", "--region", "1", "--regions",
            Files.regions,
        ]
        let block = try Tool.onTerminal(hostile, columns: 20).output
        let shownJSON = try Tool.onTerminal(hostile + ["--json"]).output
        for shown in [block, shownJSON] {
            #expect(
                shown.unicodeScalars.filter {
                    $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}"
                } == [])
        }
        #expect(block.contains("a\\u{202E}b\\x07") && block.contains("stop 1_\\x1B[31m\\u{009B}2J,"))
        let piped = try Tool.run(hostile).output
        #expect(piped.contains("\u{202E}"), "the test sees what would be there")
        // A terminal shows the notes of standard error, too.
        let json = try #require(Tool.lines(shownJSON).first { $0.hasPrefix("{") })
        let same = try [json, piped].map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary }
        #expect(same[0] == same[1] && same[0] != nil)
    }

    @Test func `a pipe gets the result line, byte for byte that of make`() throws {
        let piped = try Tool.run(Self.stop)
        let request =
            #"{"kind":"stop","stop":{"id":"1_75403","name":"Stevens Way & Benton Ln","direction":"SE","lat":47.6543,"lon":-122.3054}}"#
        #expect(try piped == Tool.run(["make", "--regions", Files.regions], input: Data(request.utf8)))
        #expect(try piped == Tool.run(Self.stop + ["--json"]))
        try expectGolden(piped.output, "stop.json")
    }

    @Test(arguments: [("stop", stop), ("trip", trip)])
    func `the property list is the activity`(name: String, arguments: [String]) throws {
        let run = try Tool.run(arguments + ["--plist"])
        #expect(run.code == 0)
        try expectGolden(run.output, "\(name).plist")
        let list =
            try PropertyListSerialization.propertyList(from: Data(run.output.utf8), format: nil) as? [String: Any]
        #expect(list?["activityType"] as? String == "org.onebusaway.iphone.user_activity.\(name)")
    }

    /// What zbarimg reads in the code that was drawn, as the picture that an eye would see.
    private func scanned(_ shown: String, inverted: Bool) throws -> String {
        let blocks: Set<Character> = [" ", "█", "▀", "▄"]
        let rows = Tool.lines(shown).map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
            .filter { $0.count >= 29 && $0.allSatisfy(blocks.contains) }
        try #require(rows.count >= 15)
        var picture: [[Bool]] = []
        for (index, row) in rows.enumerated() {
            // In colours the last line paints its upper half with the light ink.
            let isLastPainted = !inverted && index == rows.count - 1
            picture.append(row.map { !isLastPainted && ($0 == "█" || $0 == "▀") != inverted })
            if index < rows.count - 1 { picture.append(row.map { ($0 == "█" || $0 == "▄") != inverted }) }
        }
        // Nothing is added around it: the quiet zone has to be part of what was drawn.
        let scale = 4
        var image = "P1\n\(picture[0].count * scale) \(picture.count * scale)\n"
        for row in picture {
            let line = row.map { String(repeating: $0 ? "1 " : "0 ", count: scale) }.joined() + "\n"
            image += String(repeating: line, count: scale)
        }
        let folder = try TemporaryDirectory()
        try folder.write(image, to: "code.pbm")
        let scan = try Tool.run(
            program: "/usr/bin/zbarimg", ["--quiet", "--raw", folder.path + "/code.pbm"],
            environment: ["HOME": folder.path])
        return scan.output.trimmingCharacters(in: .newlines)
    }
}
