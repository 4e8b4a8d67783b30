// The tool and a spool: real folders with the real rights, and the real spool at work where answers are waited for.

import Foundation
import TestSupport
import Testing

@Suite struct SpoolTests {
    private static let request = #"{"kind":"stop","stop":{"id":"1_1"}}"#
    private let spool: TemporaryDirectory
    private let files: TemporaryDirectory

    init() throws {
        spool = try TemporaryDirectory()
        files = try TemporaryDirectory()
        for (name, mode) in [
            ("incoming", 0o3730), ("results", 0o2770), ("failed", 0o2750), ("tmp", 0o3730), ("work", 0o700),
            ("work/requests", 0o700),
        ] {
            mkdir(spool.path + "/" + name, 0o700)
            chmod(spool.path + "/" + name, UInt32(mode))
        }
    }

    /// Looks as if a daemon were there, until it is closed: the lock on results/ that one has.
    private func pretendDaemon() -> Int32 {
        let descriptor = open(spool.path + "/results", O_RDONLY | O_CLOEXEC)
        var lock = flock()
        lock.l_type = Int16(F_RDLCK)
        let setOpenFileLock: Int32 = 37  // F_OFD_SETLK
        #expect(fcntl(descriptor, setOpenFileLock, &lock) == 0)
        return descriptor
    }

    private func tool(_ arguments: [String], input: String = "") throws -> Finished {
        try Tool.run(arguments + ["--spool", spool.path], input: Data(input.utf8))
    }

    private func file(_ name: String, _ text: String = request) throws -> String {
        try files.write(text, to: name)
        return files.path + "/" + name
    }

    @Test func `submit drops a file as it is under a name of its own, and prints that name`() throws {
        let path = try file("a b.é.json", "\u{FEFF}\n" + Self.request + "\n")
        let first = try tool(["submit", path])
        let second = try tool(["submit", path])
        #expect(first.code == 0 && first.errors == "")
        #expect(first.output.wholeMatch(of: /ab\.-[0-9a-f]{16}\.json\n/) != nil, "\(first.output)")
        let names = [first.output, second.output].map { $0.trimmingCharacters(in: .newlines) }
        #expect(spool.names(in: "incoming") == names.sorted() && names[0] != names[1])
        #expect(spool.text(of: "incoming/" + names[0]) == "\u{FEFF}\n" + Self.request + "\n")
        #expect(spool.names(in: "tmp") == [])
        let rights = try FileManager.default.attributesOfItem(atPath: spool.path + "/incoming/" + names[0])
        #expect(rights[.posixPermissions] as? Int == 0o640)
    }

    @Test(arguments: [
        (request + "\n" + request + "\n", "ndjson"), (request.replacingOccurrences(of: ",", with: ",\n"), "json"),
    ])
    func `standard input is dropped as what it is`(text: String, suffix: String) throws {
        let run = try tool(["submit", "-"], input: text)
        #expect(run.output.hasPrefix("request-") && run.output.hasSuffix(".\(suffix)\n"))
        #expect(spool.text(of: "incoming/" + run.output.trimmingCharacters(in: .newlines)) == text)
    }

    @Test func `where one request is refused nothing is dropped, and every mistake is told`() throws {
        let good = try file("good.json")
        let bad = try file("bad.json", #"{"kind":"stop","stop":{"id":"1_1","lat":91.5,"lon":200}}"#)
        let lines = try file("lines.ndjson", "\(Self.request)\n\n{\"kind\":\"stpo\"}\n")
        let cut = try file("cut.json", "{\"kind\":")
        let run = try tool(["submit", good, bad, lines, cut])
        #expect(run.code == 65 && run.output == "")
        #expect(
            Tool.lines(run.errors) == [
                "transitlink: \(bad): stop.lat: '91.5' is not a latitude (-90…90)",
                "transitlink: \(bad): stop.lon: '200' is not a longitude (-180…180)",
                "transitlink: \(lines) line 3: kind: 'stpo' is no kind of request; did you mean 'stop'?",
                "transitlink: \(cut): it ends inside its object; a request is one whole JSON object",
                "transitlink: nothing was put into the spool",
            ])
        #expect(spool.names(in: "incoming") + spool.names(in: "tmp") == [])
    }

    @Test(arguments: ["", "\n \n\r\n"]) func `a file without a request is refused at once`(text: String) throws {
        let run = try tool(["submit", try file("none.ndjson", text)])
        let told = ["transitlink: \(files.path)/none.ndjson: it holds no request; write one JSON object a line", "transitlink: nothing was put into the spool"]
        #expect(run.code == 65 && Tool.lines(run.errors) == told, "\(run)")
        #expect(try tool(["submit", "/dev/null"]).code == 65)
        #expect(spool.names(in: "incoming") == [])
    }

    @Test func `an x-callback-url is judged and dropped under its own suffix`() throws {
        let url = "onebusaway://x-callback-url/share-stop?stopID=1_5\n"
        let good = try tool(["submit", try file("a.url", url)])
        let name = Tool.lines(good.output).first ?? ""
        #expect(good.code == 0 && name.hasPrefix("a-") && name.hasSuffix(".url") && !name.dropLast(4).contains(".url"))
        #expect(spool.text(of: "incoming/" + name) == url)
        let bad = try file("b.url", "onebusaway://x-callback-url/share-stop")
        let blank = try file("c.url", " ")
        let refused = try tool(["submit", bad, blank])
        #expect(refused.code == 65)
        #expect(
            Tool.lines(refused.errors) == [
                "transitlink: \(bad): stopID: it has to be given, as in stopID=1_75403",
                "transitlink: \(blank): it is empty; a request is one x-callback-url",
                "transitlink: nothing was put into the spool",
            ])
        #expect(spool.names(in: "incoming") == [name])
    }

    @Test func `a producer of the group needs no more than the group's rights, whatever its umask`() throws {
        for folder in ["incoming", "results", "tmp"] {
            #expect(chown(spool.path + "/" + folder, 0, 65534) == 0, "this test needs root")
            chmod(spool.path + "/" + folder, folder == "results" ? 0o2770 : 0o3730)
        }
        let script = "umask 077; ls \"$2/incoming\" 2>&1 >&- | grep -c denied; exec \"$0\" submit \"$1\" --spool \"$2\""
        let run = try Tool.run(
            program: "/usr/bin/setpriv",
            [
                "--reuid=65534", "--regid=65534", "--clear-groups", "/bin/sh", "-c", script, Tool.path,
                try file("a.json"), spool.path,
            ],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"])
        #expect(run.code == 0 && run.errors == "")
        #expect(run.output.hasPrefix("1\na-"), "the test sees that listing is denied: \(run.output)")
        let name = Tool.lines(run.output).last ?? ""
        #expect(spool.text(of: "incoming/" + name) == Self.request)
        let rights = try FileManager.default.attributesOfItem(atPath: spool.path + "/incoming/" + name)
        #expect(rights[.posixPermissions] as? Int == 0o640 && rights[.groupOwnerAccountID] as? Int == 65534)
    }

    @Test func `wait prints the answers in order and takes them away, unless they are to be kept`() throws {
        let daemon = try ChildProcess([builtProgram("spool-probe"), spool.path, "--settle", "60"])
        #expect(daemon.says("ready"))
        let paths = [try file("a.json"), try file("b.json", Self.request.replacing("1_1", with: "1_2"))]
        let answers = "answer:\(Self.request)\nanswer:\(Self.request.replacing("1_1", with: "1_2"))\n"
        let taken = try tool(["submit", "--wait"] + paths)
        #expect(taken == Finished(code: 0, output: answers, errors: ""))
        #expect(spool.names(in: "results") == [])
        let kept = try tool(["submit", "--wait=60", "--keep"] + paths)
        #expect(kept == Finished(code: 0, output: answers, errors: ""))
        #expect(spool.names(in: "results").count == 2)
        daemon.terminate()
        #expect(daemon.wait() == 0)
    }

    @Test(
        arguments: [(["a"], [], 65), (["a", "b"], ["b"], 1), (["a", "b"], ["a", "b"], 0)]
            as [([String], [String], Int32)])
    func `refused answers show in the exit code`(stems: [String], answered: [String], code: Int32) throws {
        let daemon = pretendDaemon()
        defer { close(daemon) }
        let paths = try stems.map { try file($0 + ".json") }
        let run = try ChildProcess([Tool.path, "submit", "--wait", "--spool", spool.path] + paths)
        #expect(eventually { spool.names(in: "incoming").count == stems.count })
        for name in spool.names(in: "incoming") {
            let status = answered.contains { name.hasPrefix($0 + "-") } ? "ok" : "refused"
            try spool.write(#"{"id":"\"status\":\"refused\"","status":"\#(status)"}"# + "\n", to: "tmp/answer")
            try FileManager.default.moveItem(
                atPath: spool.path + "/tmp/answer", toPath: spool.path + "/results/" + name)
        }
        #expect(run.wait() == code)
    }

    @Test func `an answer that does not come is told, and the request stays`() throws {
        let run = try tool(["submit", "--wait=0", try file("a.json")])
        let name = spool.names(in: "incoming").first ?? ""
        #expect(
            run
                == Finished(
                    code: 75, output: "",
                    errors: """
                        transitlink: no daemon works this spool (nobody holds its lock); start one: transitlinkd --spool \(spool.path)
                        transitlink: no answer to \(name) yet; it will be in the spool's results/

                        """))
    }

    @Test func `where no daemon works the spool nobody waits for long`() throws {
        let start = ContinuousClock.now
        let run = try tool(["submit", "--wait", try file("a.json")])
        #expect(run.code == 75 && run.output == "" && run.errors.contains("no daemon works this spool"), "\(run)")
        #expect(start.duration(to: .now) < .seconds(30), "60 seconds is what it waits for a daemon that is there")
        #expect(spool.names(in: "incoming").count == 1, "it is answered once there is one")
    }

    @Test func `answers of any length are handed on as they are`() throws {
        let daemon = pretendDaemon()
        defer { close(daemon) }
        let count = 20_000
        let long = String(repeating: "x", count: 3 << 20)
        let lines = (0..<count).map { #"{"id":"\"\#($0)","status":"\#($0 % 2 == 0 ? "ok" : "refused")","links":{"web":"\"status\":\"refused\""}}"# }
        let answer = lines.joined(separator: "\n") + "\n" + #"{"status":"ok","x":"\#(long)"}"# + "\n"
        let run = try ChildProcess([Tool.path, "submit", "--wait", "--spool", spool.path, try file("a.json")])
        #expect(eventually { spool.names(in: "incoming").count == 1 })
        try spool.write(answer, to: "tmp/answer")
        let name = spool.names(in: "incoming")[0]
        try FileManager.default.moveItem(atPath: spool.path + "/tmp/answer", toPath: spool.path + "/results/" + name)
        #expect(run.wait() == 1)
        #expect(run.output == answer)
    }

    @Test func `no spool is no service`() throws {
        let run = try Tool.run(["submit", try file("a.json"), "--spool", "/nowhere"])
        #expect(
            run
                == Finished(
                    code: 69, output: "",
                    errors:
                        "transitlink: open /nowhere: No such file or directory; is transitlinkd installed, and are you in its group?\n"
                ))
    }

    // MARK: - What an operator does

    private func fail(_ name: String, _ reason: String) throws {
        try spool.write(Self.request, to: "failed/" + name)
        try spool.write(reason, to: "failed/" + name + ".reason.json")
    }

    private static let reason =
        "{\"status\":\"refused\",\n\"errors\":[{\"code\":\"x\",\"field\":\"stop.lat\",\"message\":\"not\\u001b good\"},{\"code\":\"y\",\"field\":\"\",\"message\":\"nor this\"}]}\n"

    @Test func `status counts what is where and says why requests failed`() throws {
        try spool.write(Self.request, to: "incoming/w.json")
        try spool.write("", to: "incoming/.hidden")
        try spool.write("", to: "results/r.json")
        try fail("f.json", Self.reason)
        let age = /[0-9]+ s/
        let text = try tool(["spool", "status"])
        #expect(text.code == 0 && text.errors == "")
        #expect(
            text.output.replacing(age, with: "N s") == """
                spool    \(spool.path)
                daemon   none; start one: transitlinkd --spool \(spool.path)
                waiting  1, the oldest for N s
                in hand  0
                results  1, the oldest for N s
                failed   1, the oldest for N s
                  f.json (N s)
                    stop.lat: not\\x1B good
                    nor this

                """)
        let json = try tool(["spool", "status", "--json"])
        #expect(
            json.output.replacing(/econds":[0-9]+/, with: "econds\":0")
                == #"{"spool":"\#(spool.path)","daemon":"none","waiting":{"files":1,"oldestSeconds":0},"inHand":{"files":0},"results":{"files":1,"oldestSeconds":0},"failed":{"files":1,"oldestSeconds":0},"requests":[{"name":"f.json","seconds":0,"reason":{"status":"refused", "errors":[{"code":"x","field":"stop.lat","message":"not\u001b good"},{"code":"y","field":"","message":"nor this"}]}}]}"#
                + "\n")
    }

    @Test func `retry puts failed requests back, and tells which it could not`() throws {
        for name in ["a.json", "a.json.2", "name-0123456789abcdef"] { try fail(name, Self.reason) }
        let one = try tool(["spool", "retry", "a.json", "a.json.2", "none.json", "name-0123456789abcdef"])
        #expect(one.code == 1 && one.output == "a.json\n")
        #expect(
            Tool.lines(one.errors) == [
                "transitlink: a.json.2: another request waits as a.json",
                "transitlink: none.json: no such request has failed",
                "transitlink: name-0123456789abcdef: its own name can have no answer; put it into the spool under another",
            ])
        #expect(spool.names(in: "incoming") == ["a.json"])
        #expect(
            spool.names(in: "failed") == [
                "a.json.2", "a.json.2.reason.json", "name-0123456789abcdef", "name-0123456789abcdef.reason.json",
            ])
        try FileManager.default.removeItem(atPath: spool.path + "/incoming/a.json")
        #expect(try tool(["spool", "retry", "--all"]).output == "a.json\n")
    }

    @Test func `purge removes nothing without yes, and nothing that is younger`() throws {
        for name in ["a.json", "b.json"] { try fail(name, Self.reason) }
        #expect(
            try tool(["spool", "purge", "--older-than", "1", "--yes"]) == Finished(code: 0, output: "", errors: ""))
        let would = try tool(["spool", "purge", "--older-than", "0"])
        #expect(would.code == 0 && Set(Tool.lines(would.output)) == ["a.json", "b.json"])
        #expect(would.errors == "transitlink: nothing is removed without --yes\n")
        #expect(spool.names(in: "failed").count == 4)
        #expect(
            try tool(["spool", "purge", "--older-than", "0", "--yes"])
                == Finished(code: 0, output: would.output, errors: ""))
        #expect(spool.names(in: "failed") == [])
    }
}
