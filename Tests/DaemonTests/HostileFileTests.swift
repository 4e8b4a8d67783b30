// Files and names made to break logs, terminals, shells, reason files, memory, or the daemon's view of its folders.

import Foundation
import TestSupport
import Testing

@Suite("A hostile file")
struct HostileFileTests {
    /// Names that a request may have, though a shell, a terminal or a case-insensitive file system may stumble over them.
    private static let answered = [
        "$(touch x).json", "`id`.json", "-rf.json", ";reboot;.json", "'\"\\.json", "&<>.json", "%s%n.json", " .json", "\u{202E}nosj.json",
        "\u{200B}.json", "\u{FEFF}a.json", "a.json", "A.json", "\u{E9}.json", "e\u{301}.json", "a.json.json", "NUL.json", "*.json",
        String(repeating: "n", count: 195) + ".json",
    ]
    /// Names that no answer can bear.
    private static let kept = [
        "a\nb.json", "\u{1B}[2J\u{1B}]0;x\u{7}.json", "\u{85}.json", "\u{9B}31m.json", "\u{7F}.json", "a.reason.json", "a.url.json",
        String(repeating: "n", count: 196) + ".json", String(repeating: "n", count: 250) + ".json",
    ]
    /// As a reason gives a name: escaped.
    private static func shown(_ name: String) -> String {
        var shown = name.replacingOccurrences(of: "\\", with: #"\\"#)
        for hidden in ["202E", "200B", "FEFF"] {
            shown = shown.replacingOccurrences(of: String(UnicodeScalar(UInt32(hidden, radix: 16)!)!), with: "\\u{\(hidden)}")
        }
        return shown
    }
    private static let leftAlone = ["..json", ".json", "...json", "-.json.tmp", "$(x).json~"]

    @Test func `is known by its name's bytes alone, and its name is obeyed by nobody`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        for name in Self.answered { try spool.drop(name, SampleRequest.bad) }
        for name in Self.kept + Self.leftAlone { try spool.drop(name, SampleRequest.good) }
        #expect(eventually { spool.names("incoming").sorted() == Self.leftAlone.sorted() && spool.names("work/requests").isEmpty })
        var expected = try ExpectedAnswers(spool)
        for name in Self.answered {
            let right = expected.answer(Self.shown(name), SampleRequest.bad)
            #expect(spool.text("results/\(name)") == right.answer)
            #expect(spool.text("failed/\(name)") == SampleRequest.bad && spool.text("failed/\(name).reason.json") == right.reason, "\(name)")
        }
        #expect(spool.names("results").count == Self.answered.count)
        #expect(spool.names("failed").count == 2 * (Self.answered.count + Self.kept.count))
        #expect(spool.names("failed").count { $0.hasPrefix("name-") } == 2 * Self.kept.count)
        try expectHarmless(try bash("cat $0/failed/*.reason.json", spool.path).output)
        try expectHarmless(try bash(#""$1" spool status --spool "$0""#, spool.path, builtProgram("transitlink")).output)
        #expect(daemon.stop() == 0)
        try expectHarmless(daemon.output)
        #expect(daemon.entries.count == daemon.output.split(separator: "\n").count)
    }

    /// Lines without anything that a terminal obeys or hides.
    private func expectHarmless(_ text: String) throws {
        let odd = text.unicodeScalars.filter {
            $0 != "\n" && ($0.properties.generalCategory == .control || [0x202E, 0x200B, 0xFEFF].contains($0.value))
        }
        #expect(!text.isEmpty && odd.isEmpty, "\(odd.map { String($0.value, radix: 16) })")
    }

    @Test func `of a terabyte costs no memory and no time, and is refused by its size or its first line`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        for name in ["a.json", "a.ndjson", "a.url", "a.txt"] {
            #expect(try bash("truncate -s 1T $0/tmp/$1 && mv $0/tmp/$1 $0/incoming/$1", spool.path, name).code == 0)
        }
        #expect(try bash(#"truncate -s 80M $0/tmp/h.ndjson && printf '%s\n%s\n' "$1" "$1" >>$0/tmp/h.ndjson && mv $0/tmp/h.ndjson $0/incoming/"#, spool.path, SampleRequest.good).code == 0)
        #expect(try bash(#"truncate -s 60K $0/tmp/h.json && printf %s "$1" >>$0/tmp/h.json && mv $0/tmp/h.json $0/incoming/"#, spool.path, SampleRequest.good).code == 0)
        #expect(spool.isDone(within: 60))
        let codes = ["a.json": "too-large", "a.ndjson": "too-large", "a.url.json": "too-large", "h.json": "not-json"]
        for (name, code) in codes { #expect(spool.text("results/\(name)")?.hasPrefix(#"{"status":"refused","errors":[{"code":"\#(code)","#) == true, "\(name)") }
        var expected = try ExpectedAnswers(spool)
        let lines = try #require(spool.text("results/h.ndjson")).split(separator: "\n").map(String.init)
        #expect(lines.count == 2 && lines[0].contains(#""code":"too-large""#) && lines[0].utf8.count < 8192)
        #expect(lines.last.map { $0 + "\n" } == expected.answer("h.json", SampleRequest.good).answer)
        #expect(Set(spool.names("failed").filter { !$0.hasSuffix(".reason.json") }) == ["a.json", "a.ndjson", "a.txt", "a.url", "h.json"])
        #expect(try memoryPeak(daemon) < 64 << 10)
        #expect(daemon.stop() == 0)
    }

    @Test func `with a thousand names is refused by each, and holds up nobody`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        try SampleRequest.good.write(to: spool.url("tmp/one"), atomically: false, encoding: .utf8)
        for number in 0..<1000 { #expect(link(spool.path + "/tmp/one", "\(spool.path)/incoming/\(number).json") == 0) }
        try spool.drop("good.json", SampleRequest.good)
        #expect(spool.answer("good.json") != nil)
        #expect(spool.isDone(within: 60))
        #expect(spool.names("results").count == 1001 && spool.names("failed").count == 2000)
        #expect(spool.text("results/7.json")?.contains(#""code":"several-links","field":"","message":"the file has 1001 hard links;"#) == true)
        #expect(daemon.stop() == 0)
    }

    @Test(arguments: ["json", "ndjson"])
    func `that is held open for ever is answered, and is not watched for its end`(_ suffix: String) throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        var expected = try ExpectedAnswers(spool)
        let held = open("\(spool.path)/incoming/a.\(suffix)", O_CREAT | O_WRONLY, 0o644)
        defer { close(held) }
        let text = SampleRequest.good + "\n"
        #expect(text.withCString { write(held, $0, strlen($0)) } == text.utf8.count)
        #expect(spool.answer("a.\(suffix)") == expected.answers([SampleRequest.good]))
        #expect(spool.isDone() && spool.names("failed").isEmpty)
        #expect(daemon.stop() == 0)
    }

    @Test func `that takes a folder's place is answered, and a folder that takes a file's place stays`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        #expect(mkdir(spool.path + "/incoming/a.json", 0o755) == 0)
        #expect(daemon.logs("directory in incoming/ is left alone"))
        try SampleRequest.good.write(to: spool.url("tmp/a.json"), atomically: false, encoding: .utf8)
        #expect(try bash("mv --exchange $0/tmp/a.json $0/incoming/a.json 2>/dev/null || { rmdir $0/incoming/a.json && mv $0/tmp/a.json $0/incoming/; }", spool.path).code == 0)
        #expect(spool.answer("a.json") != nil)
        try "{".write(to: spool.url("incoming/b.json"), atomically: false, encoding: .utf8)
        #expect(unlink(spool.path + "/incoming/b.json") == 0 && mkdir(spool.path + "/incoming/b.json", 0o755) == 0)
        #expect(daemon.logs("directory in incoming/ is left alone", count: 2))
        #expect(spool.names("incoming") == ["b.json"] && spool.names("failed").isEmpty)
        #expect(daemon.stop() == 0)
    }

    @Test(arguments: ["incoming", "results", "failed", "work"])
    func `that is a link in a folder's place is not followed, and the folder is used again`(_ name: String) throws {
        let spool = try TestSpool()
        let elsewhere = try TemporaryDirectory()
        try elsewhere.write(SampleRequest.good, to: "theirs.json")
        let daemon = try spool.startReady()
        #expect(try bash("mv $0/$1 $0/../$1 && ln -s $2 $0/$1", spool.path, name, elsewhere.path).code == 0)
        #expect(daemon.logs("spool can't be worked, requests stay"))
        #expect(daemon.entries("spool can't be worked, requests stay").first?["TRANSITLINK_DETAIL"]?.hasPrefix("open \(spool.path)/\(name): ") == true)
        #expect(elsewhere.names(in: ".") == ["theirs.json"])
        #expect(try bash("rm $0/$1 && mv $0/../$1 $0/$1", spool.path, name).code == 0)
        try spool.drop("a.json", SampleRequest.bad)
        #expect(spool.answer("a.json") != nil && spool.isDone())
        #expect(spool.names("results") == ["a.json"] && spool.names("failed") == ["a.json", "a.json.reason.json"])
        #expect(elsewhere.names(in: ".") == ["theirs.json"])
        #expect(daemon.stop() == 0)
    }
}
