// Requests dropped into the spool of the real daemon, and what stands in results/ and failed/ afterwards, byte for byte.

import Foundation
import TestSupport
import Testing

@Suite("A request in the spool is answered")
struct RequestTests {
    /// Ways in which producers write: each gets the text in $1, the spool in $0 and the name in $2.
    static let ways: [(way: String, script: String)] = [
        ("cp", #"printf %s "$1" >"$0/tmp/source"; cp "$0/tmp/source" "$0/incoming/$2"; rm "$0/tmp/source""#),
        ("mv", #"printf %s "$1" >"$0/tmp/$2"; mv "$0/tmp/$2" "$0/incoming/$2""#),
        ("ln, then unlink", #"printf %s "$1" >"$0/tmp/$2"; ln "$0/tmp/$2" "$0/incoming/$2"; sleep 0.05; rm "$0/tmp/$2""#),
        ("mv from a name that is left alone", #"printf %s "$1" >"$0/incoming/.$2"; mv "$0/incoming/.$2" "$0/incoming/$2""#),
        ("a slow writer", #"for ((i = 0; i < ${#1}; i += 40)); do printf %s "${1:i:40}"; sleep 0.05; done >"$0/incoming/$2""#),
    ]

    @Test(arguments: ways.indices)
    func `however it was written, with the bytes that the library gives`(_ index: Int) throws {
        // A slow writer may be held up for seconds on a busy machine.
        let spool = try TestSpool(["waiting": ["unfinishedSeconds": 5, "settleSeconds": 1]])
        let daemon = try spool.startReady()
        var expected = try ExpectedAnswers(spool)
        let good = SampleRequest.text(5) + "\n"
        let bad = SampleRequest.bad + "\n"
        let stream = (0..<10).map(SampleRequest.text)
        let script = Self.ways[index].script
        #expect(try bash(script, spool.path, good, "good.json").code == 0)
        #expect(try bash(script, spool.path, bad, "bad.json").code == 0)
        #expect(try bash(script, spool.path, stream.joined(separator: "\n"), "many.ndjson").code == 0)
        #expect(spool.answer("good.json") == expected.answer("good.json", good).answer)
        #expect(spool.answer("bad.json") == expected.answer("bad.json", bad).answer)
        #expect(spool.answer("many.ndjson") == expected.answers(stream))
        #expect(spool.isDone())
        #expect(spool.names("results") == ["bad.json", "good.json", "many.ndjson"])
        #expect(spool.names("failed") == ["bad.json", "bad.json.reason.json"])
        #expect(spool.text("failed/bad.json") == bad)
        #expect(spool.text("failed/bad.json.reason.json") == expected.answer("bad.json", bad).reason)
        #expect(daemon.stop() == 0)
    }

    @Test func `with lines known by heart`() throws {
        let spool = try TestSpool(["links": ["web", "app"]])
        let daemon = try spool.startReady()
        try spool.drop("a.json", #"{"kind":"stop","id":"a","stop":{"id":"1_75403","lat":47.6543,"lon":-122.3054}}"#)
        try spool.drop("b.json", #"{"kind":"stop","id":"b","stop":{"id":"1_75403","lat":91.2,"lon":-122.3}}"#)
        try spool.drop("c.ndjson", "{\"kind\":\"stop\",\"stop\":{\"id\":\"1_Forge Park / 495\",\"lat\":1,\"lon\":2}}\r\n\r\n{\"kind\":\"stop\"\r\n")
        #expect(
            spool.answer("a.json")
                == #"{"id":"a","status":"ok","region":{"id":1,"name":"Puget Sound"},"links":{"web":"https://sidecar.onebusaway.org/regions/1/stops/1_75403","app":"onebusaway://view-stop?stopID=1_75403&regionID=1"},"#
                + #""openedBy":{"web":["ios-current"],"app":["ios-documented","ios-current","android"]}}"# + "\n")
        #expect(
            spool.answer("b.json")
                == #"{"id":"b","status":"refused","errors":[{"code":"bad-latitude","field":"stop.lat","message":"'91.2' is not a latitude (-90…90)"}]}"# + "\n")
        #expect(
            spool.answer("c.ndjson")
                == #"{"status":"ok","region":{"id":1,"name":"Puget Sound"},"links":{"web":"https://sidecar.onebusaway.org/regions/1/stops/1_Forge%20Park%20%2F%20495","app":"onebusaway://view-stop?stopID=1_Forge%20Park%20%2F%20495&regionID=1"},"#
                + #""openedBy":{"app":["ios-documented","ios-current","android"]},"warnings":[{"code":"id-not-carried","message":"the web page does not carry its IDs to ios-current: the path does not end with /regions/NUMBER/stops/ID, the ID without a slash (%2F is one, too)"}]}"# + "\n"
                + #"{"status":"refused","errors":[{"code":"unfinished","field":"","message":"the line ends inside its object; write one whole request a line"}],"line":3,"input":"{\"kind\":\"stop\""}"# + "\n")
        #expect(spool.isDone())
        #expect(
            spool.text("failed/b.json.reason.json")
                == #"{"name":"b.json","errors":[{"code":"bad-latitude","field":"stop.lat","message":"'91.2' is not a latitude (-90…90)"}]}"# + "\n")
        #expect(daemon.stop() == 0)
    }

    @Test func `several at once, and each name again`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        var expected = try ExpectedAnswers(spool)
        for round in 0..<2 {
            let numbers = (0..<150).map { round * 1000 + $0 }
            for number in numbers { try spool.drop("\(number % 1000).json", SampleRequest.text(number)) }
            #expect(spool.isDone())
            for number in numbers {
                let name = "\(number % 1000).json"
                #expect(spool.text("results/\(name)") == expected.answer(name, SampleRequest.text(number)).answer)
            }
        }
        // What is refused twice is kept twice.
        let refused = (0..<2).flatMap { round in (0..<150).map { round * 1000 + $0 } }.filter(SampleRequest.isRefused)
        var kept: [String: String] = [:]
        for number in refused {
            let name = "\(number % 1000).json"
            let place = kept[name] == nil ? name : name + ".2"
            kept[place] = SampleRequest.text(number)
            kept[place + ".reason.json"] = expected.answer(name, SampleRequest.text(number)).reason
        }
        #expect(spool.names("failed") == kept.keys.sorted())
        for (name, text) in kept { #expect(spool.text("failed/\(name)") == text) }
        #expect(daemon.stop() == 0)
    }

    @Test(arguments: ["mv", "cp"])
    func `an x-callback-url is answered in a file of its own name, with the URL to open`(_ way: String) throws {
        let spool = try TestSpool(["links": ["web", "app"]])
        let daemon = try spool.startReady()
        let script = #"printf %s "$1" >"$0/tmp/source"; "$3" "$0/tmp/source" "$0/incoming/$2"; rm -f "$0/tmp/source""#
        let url = "onebusaway://x-callback-url/share-stop?stopID=1_75403&x-success=src%3A%2F%2Fok%3Fid%3D1\n"
        #expect(try bash(script, spool.path, url, "a.url", way).code == 0)
        let page = "https:%2F%2Fsidecar.onebusaway.org%2Fregions%2F1%2Fstops%2F1_75403"
        let app = "onebusaway:%2F%2Fview-stop%3FstopID%3D1_75403%26regionID%3D1"
        #expect(
            spool.answer("a.url.json")
                == #"{"status":"ok","region":{"id":1,"name":"Puget Sound"},"links":{"web":"https://sidecar.onebusaway.org/regions/1/stops/1_75403","app":"onebusaway://view-stop?stopID=1_75403&regionID=1"},"openedBy":{"web":["ios-current"],"app":["ios-documented","ios-current","android"]},"callback":"src://ok?id=1&url=\#(page)&appURL=\#(app)"}"# + "\n")
        #expect(spool.isDone())
        #expect(spool.names("results") == ["a.url.json"] && spool.names("failed") == [])
        #expect(daemon.stop() == 0)
    }

    @Test func `or refused, and kept, with the caller's error URL`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        let url = "onebusaway://x-callback-url/share-stpo?stopID=1_75403&x-error=src://err"
        try spool.drop("a.url", url)
        let errors = #""errors":[{"code":"unknown-action","field":"","message":"unknown action 'share-stpo'; did you mean 'share-stop'?"}]"#
        let call = "src://err?errorCode=402&errorMessage=unknown%20action%20%27share-stpo%27%3B%20did%20you%20mean%20%27share-stop%27%3F"
        #expect(spool.answer("a.url.json") == #"{"status":"refused",\#(errors),"callback":"\#(call)"}"# + "\n")
        #expect(spool.isDone())
        #expect(spool.names("results") == ["a.url.json"])
        #expect(spool.names("failed") == ["a.url", "a.url.reason.json"])
        #expect(spool.text("failed/a.url") == url)
        #expect(spool.text("failed/a.url.reason.json") == #"{"name":"a.url",\#(errors)}"# + "\n")
        #expect(daemon.logs("request refused"))
        #expect(daemon.entries("request refused").map { $0["TRANSITLINK_DETAIL"] } == ["unknown action 'share-stpo'; did you mean 'share-stop'?; kept as failed/a.url"])
        #expect(daemon.stop() == 0)
    }

    /// Files that can't be read or answered as requests: what they are, and what results/ and failed/ then say.
    static let odd: [(script: String, answer: String?, kept: String, reason: String)] = [
        (#"printf '{"kind":' >"$0/incoming/a.json""#, "a.json", "a.json", #""code":"unfinished","field":"","message":"it ended inside the request and stayed so; write all of it, best elsewhere, and rename it into place""#),
        (#": >"$0/incoming/a.json""#, "a.json", "a.json", #""code":"unfinished","field":"","message":"it ended inside the request and stayed so; write all of it, best elsewhere, and rename it into place""#),
        (#"printf '\n\n' >"$0/incoming/a.ndjson""#, "a.ndjson", "a.ndjson", #""code":"unfinished","field":"","message":"it ended inside the request and stayed so; write all of it, best elsewhere, and rename it into place""#),
        (#"printf '\n' >"$0/incoming/a.url""#, "a.url.json", "a.url", #""code":"unfinished","field":"","message":"it ended inside the request and stayed so; write all of it, best elsewhere, and rename it into place""#),
        (#"printf '{}x' >"$0/incoming/a.json""#, "a.json", "a.json", #""code":"not-json""#),
        (#"printf '{}' >"$0/incoming/a.txt""#, nil, "a.txt", #""code":"unknown-suffix","field":"","message":"the file's name ends in none of .json, .ndjson and .url; rename it""#),
        (#"mkfifo "$0/incoming/a.json""#, nil, "a.json", #""code":"not-a-regular-file","field":"","message":"it is a FIFO and no regular file; write the request itself""#),
        (#"ln -s /etc/passwd "$0/incoming/a.json""#, nil, "a.json", #""code":"not-a-regular-file","field":"","message":"it is a symbolic link and no regular file; write the request itself""#),
        (#"printf '{}' >"$0/tmp/x"; ln "$0/tmp/x" "$0/incoming/a.json""#, "a.json", "a.json", #""code":"several-links","field":"","message":"the file has 2 hard links; remove the others once it is in incoming/""#),
        (#"mkdir "$0/results/a.json"; printf '{}' >"$0/incoming/a.json""#, nil, "a.json", #""code":"result-blocked","field":"","message":"something that is no file has the answer's name in results/; remove it, then retry the request""#),
        (#"printf '{}' >"$0/incoming/"$'a\nb.json'"#, nil, "name-046ae3cd8534c0e7", #"{"name":"a\\nb.json","errors":[{"code":"bad-name","field":"","message":"the file's name has control characters; use at most 200 bytes of printable UTF-8 that end in .json, .ndjson or .url"}]}"#),
    ]

    @Test(arguments: odd.indices)
    func `or refused by its file, which is kept with a reason`(_ index: Int) throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        let odd = Self.odd[index]
        #expect(try bash(odd.script, spool.path).code == 0)
        #expect(eventually { spool.names("failed").count == 2 })
        #expect(spool.isDone())
        #expect(spool.names("failed") == [odd.kept, odd.kept + ".reason.json"])
        let reason = try #require(spool.text("failed/\(odd.kept).reason.json"))
        #expect(reason.contains(odd.reason), "\(reason)")
        let answers = spool.names("results").filter { spool.text("results/\($0)") != nil }
        #expect(answers == [odd.answer].compactMap { $0 })
        if let name = odd.answer {
            let answer = try #require(spool.text("results/\(name)"))
            #expect(answer.hasPrefix(#"{"status":"refused","errors":[{"#) && answer.hasSuffix("}]}\n") && answer.contains(odd.reason), "\(answer)")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `a directory stays where it is and is told of once`() throws {
        let spool = try TestSpool(["waiting": ["unfinishedSeconds": 1, "settleSeconds": 1, "listingSeconds": 1]])
        let daemon = try spool.startReady()
        #expect(mkdir(spool.path + "/incoming/folder.json", 0o755) == 0)
        #expect(daemon.logs("directory in incoming/ is left alone"))
        // Two listings later.
        for name in ["a.json", "b.json"] {
            try spool.drop(name, SampleRequest.good)
            #expect(spool.answer(name) != nil)
            let now = Date()
            #expect(eventually { Date().timeIntervalSince(now) > 1.1 })
        }
        #expect(spool.names("incoming") == ["folder.json"])
        #expect(daemon.entries("directory in incoming/ is left alone").map { $0["TRANSITLINK_PATH"] } == [spool.path + "/incoming/folder.json"])
        #expect(daemon.stop() == 0)
    }

    @Test func `names that producers use while they write are left alone`() throws {
        let spool = try TestSpool()
        let names = [".a.json", "a.json.part", "a.json.tmp", "a.json~"]
        for name in names { try "{".write(to: spool.url("incoming/\(name)"), atomically: false, encoding: .utf8) }
        let daemon = try spool.startReady()
        try spool.drop("last.txt", "")
        #expect(eventually { spool.names("failed").contains("last.txt") })
        #expect(spool.names("incoming") == names)
        #expect(daemon.stop() == 0)
    }

    @Test func `limits are those of the configuration`() throws {
        let spool = try TestSpool([
            "limits": ["requestBytes": 300, "lineBytes": 256, "fileBytes": 1000, "depth": 4, "idBytes": 3]
        ])
        let daemon = try spool.startReady()
        let stop = #"{"kind":"stop","id":"abc","stop":{"id":"1_2"}}"#
        func padded(_ count: Int) -> String { stop + String(repeating: " ", count: count - stop.utf8.count) }
        func codes(_ name: String) throws -> [String] {
            let answer = try #require(spool.answer(name))
            return try answer.split(separator: "\n").map { line in
                let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return ((json?["errors"] as? [[String: Any]])?.first?["code"] as? String) ?? "\(json?["status"] ?? "")"
            }
        }
        let cases: [(name: String, text: String, codes: [String])] = [
            ("at.json", padded(300), ["ok"]),
            ("over.json", padded(301), ["too-large"]),
            ("id.json", #"{"kind":"stop","id":"abcd","stop":{"id":"1_2"}}"#, ["bad-request-id"]),
            ("deep.json", #"{"kind":"trip","arrivalDeparture":{"a":[[[1]]]}}"#, ["too-deep"]),
            ("lines.ndjson", padded(256) + "\n" + padded(257) + "\n" + stop + "\n", ["ok", "too-large", "ok"]),
            ("returns.ndjson", padded(256) + "\r\n" + padded(257) + "\r\n" + stop + "\r\n", ["ok", "too-large", "ok"]),
            ("file.ndjson", padded(250) + "\n" + padded(250) + "\n" + padded(250) + "\n" + padded(250) + "\n", ["too-large"]),
        ]
        for item in cases { try spool.drop(item.name, item.text) }
        for item in cases { #expect(try codes(item.name) == item.codes, "\(item.name)") }
        #expect(daemon.stop() == 0)
    }
}
