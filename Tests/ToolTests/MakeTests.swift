import Foundation
import TestSupport
import Testing

@Suite struct MakeTests {
    private func make(_ arguments: [String] = [], _ input: String) throws -> Finished {
        try Tool.run(["make", "--regions", Files.regions] + arguments, input: Data(input.utf8))
    }

    private func request(_ id: String) -> String {
        #"{"kind":"stop","id":"\#(id)","links":["app"],"stop":{"id":"1_\#(id)"}}"#
    }
    private func answer(_ id: String) -> String {
        #"{"id":"\#(id)","status":"ok","region":{"id":1,"name":"Puget Sound"},"links":{"app":"onebusaway://view-stop?stopID=1_\#(id)&regionID=1"},"#
            + #""openedBy":{"app":["ios-documented","ios-current","android"]}}"# + "\n"
    }

    @Test func `lines are answered in order, blank ones and line ends of all kinds aside`() throws {
        let run = try make([], "\u{FEFF}\(request("a"))\r\n\r\n \t\n\(request("b"))\n\(request("c"))")
        #expect(run == Finished(code: 0, output: answer("a") + answer("b") + answer("c"), errors: ""))
    }

    @Test func `a refused line carries its number and its input`() throws {
        let run = try make([], "\(request("a"))\n\nxyz\r\n{\"kind\":\n\(request("b"))\n")
        let refused = [
            #"{"status":"refused","errors":[{"code":"not-json","field":"","message":"invalid value (line 3, byte 1)"}],"line":3,"input":"xyz"}"#,
            #"{"status":"refused","errors":[{"code":"unfinished","field":"","message":"the line ends inside its object; write one whole request a line"}],"line":4,"input":"{\"kind\":"}"#,
        ]
        #expect(run.output == answer("a") + refused.map { $0 + "\n" }.joined() + answer("b"))
        #expect(run.code == 1 && run.errors == "transitlink: 2 of 4 requests refused\n")
    }

    @Test func `all refused is another code than some refused`() throws {
        #expect(try make([], "1\n2\n").code == 65)
    }

    @Test(arguments: ["", "\n\n", "  \r\n"])
    func `no request is no result and no error`(_ input: String) throws {
        #expect(try make([], input) == Finished(code: 0, output: "", errors: ""))
    }

    @Test func `standard input whose first line ends inside its object is one request`() throws {
        #expect(
            try make(
                [], "\n{\"kind\": \"stop\", \"id\":\"a\",\n \"links\": [\"app\"],\n \"stop\": {\"id\": \"1_a\"}\n}\n"
            ).output == answer("a"))
    }

    @Test func `a file that ends in .url holds an x-callback-url`() throws {
        let folder = try TemporaryDirectory()
        let url = "onebusaway://x-callback-url/share-stop?stopID=1_b&x-success=s:"
        let links = #"{"status":"ok","region":{"id":1,"name":"Puget Sound"},"links":{"#
        try folder.write(request("a"), to: "a.json")
        try folder.write(url + "\n", to: "b.url")
        try folder.write(url + "&x-error=e:&z", to: "c.url")
        try folder.write("\n", to: "d.url")
        let run = try make(["a.json", "b.url", "c.url", "d.url"].map { "\(folder.path)/\($0)" }, "")
        let lines = Tool.lines(run.output)
        #expect(run.code == 1 && run.errors == "transitlink: 2 of 4 requests refused\n" && lines.count == 4)
        #expect(lines[0] + "\n" == answer("a"))
        #expect(lines[1].hasPrefix(links + #""web":"https://sidecar.onebusaway.org/regions/1/stops/1_b","#) && lines[1].contains(#","callback":"s:?url=https:%2F%2Fsidecar"#))
        #expect(lines[2] == #"{"status":"refused","errors":[{"code":"unknown-key","field":"z","message":"unknown parameter 'z'; known are stopID, regionID, name, direction, lat, lon"}],"callback":"e:?errorCode=422&errorMessage=z:%20unknown%20parameter%20%27z%27%3B%20known%20are%20stopID%2C%20regionID%2C%20name%2C%20direction%2C%20lat%2C%20lon"}"#)
        #expect(lines[3] == #"{"status":"refused","errors":[{"code":"unfinished","field":"","message":"it is empty; a request is one x-callback-url"}]}"#)
    }

    @Test func `a suffix decides how a file is read, and files follow one another`() throws {
        let folder = try TemporaryDirectory()
        try folder.write(request("a").replacingOccurrences(of: ",", with: ",\n"), to: "a.json")
        try folder.write(request("b") + "\n" + request("c"), to: "b.ndjson")
        try folder.write(request("d") + "\n" + request("e"), to: "two.json")
        let run = try make(["a.json", "b.ndjson", "-"].map { $0 == "-" ? $0 : "\(folder.path)/\($0)" }, request("z"))
        #expect(run == Finished(code: 0, output: answer("a") + answer("b") + answer("c") + answer("z"), errors: ""))
        let two = try make(["\(folder.path)/two.json"], "")
        #expect(two.code == 65)
        #expect(
            two.output
                == #"{"status":"refused","errors":[{"code":"not-json","field":"","message":"more text behind the value (line 2, byte 1)"}]}"#
                + "\n")
    }

    @Test func `a request file that ends inside its object is refused, for no more will come`() throws {
        let run = try make([], "{\"kind\": \"stop\",\n")
        #expect(run.code == 65)
        #expect(
            run.output
                == #"{"status":"refused","errors":[{"code":"unfinished","field":"","message":"it ends inside its object; a request is one whole JSON object"}]}"#
                + "\n")
    }

    @Test func `limits of a request, a line and a file hold`() throws {
        let folder = try TemporaryDirectory()
        try folder.write(#"{"limits":{"requestBytes":1024,"lineBytes":2048,"fileBytes":1048576}}"#, to: "c.json")
        let config = ["--config", folder.path + "/c.json"]
        let single = try make(config, "{\n" + String(repeating: " ", count: 70_000) + "}")
        #expect(
            single.output
                == #"{"status":"refused","errors":[{"code":"too-large","field":"","message":"70003 bytes; at most 1024"}]}"#
                + "\n")
        let long = "{\"kind\":\"" + String(repeating: "x", count: 700_000)
        let lines = try make(config, "\(request("a"))\n\(long)\n\(request("b"))\n")
        #expect(Tool.lines(lines.output).count == 3)
        #expect(
            Tool.lines(lines.output)[1].hasPrefix(
                #"{"status":"refused","errors":[{"code":"too-large","field":"","message":"the line has more than 2048 bytes"}],"line":2,"input":"{\"kind\":\"xxx"#
            ))
        #expect(lines.output.hasPrefix(answer("a")) && lines.output.hasSuffix(answer("b")))
        let file = try make(config, String(repeating: request("a") + "\n", count: 20_000))
        #expect(file.code == 65)
        #expect(file.errors == "transitlink: -: more than 1048576 bytes (limits.fileBytes); give it in parts\n")
        // What came before it is answered.
        let answers = Tool.lines(file.output)
        #expect(answers.count > 10_000 && answers.count < 20_000 && answers.allSatisfy { $0 + "\n" == answer("a") })
    }

    @Test func `lines that straddle the blocks they are read in come out whole`() throws {
        let ids = (0..<30_000).map { String(repeating: "x", count: $0 % 97) + String($0) }
        let run = try make([], ids.map { request($0) + "\n" }.joined())
        #expect(run == Finished(code: 0, output: ids.map(answer).joined(), errors: ""))
    }

    /// Large enough that threads answer them.
    @Test func `refused lines of a large file keep their places and numbers`() throws {
        let input = (1...30_000).map { $0 % 700 == 0 ? "x\($0)\n" : $0 % 500 == 0 ? " \n" : request("\($0)") + "\n" }
        let run = try make([], input.joined() + request("last"))
        let expected = (1...30_000).filter { $0 % 500 != 0 || $0 % 700 == 0 }.map { number in
            number % 700 == 0
                ? #"{"status":"refused","errors":[{"code":"not-json","field":"","message":"invalid value (line \#(number), byte 1)"}],"line":\#(number),"input":"x\#(number)"}"#
                    + "\n"
                : answer("\(number)")
        }
        #expect(run.output == expected.joined() + answer("last"))
        #expect(run.code == 1 && run.errors == "transitlink: 42 of 29949 requests refused\n")
    }

    @Test func `where no threads can be had, one does it all`() throws {
        let folder = try TemporaryDirectory()
        try folder.write((0..<3000).map { request("\($0)") + "\n" }.joined(), to: "many.ndjson")
        // Standard streams, the file, and two more.
        let command = "ulimit -n 6; exec \"$0\" make --regions \"$1\" \"$2\""
        let run = try Tool.run(program: "/bin/bash", ["-c", command, Tool.path, Files.regions, folder.path + "/many.ndjson"])
        #expect(run == Finished(code: 0, output: (0..<3000).map { answer("\($0)") }.joined(), errors: ""))
    }

    @Test func `a long line takes no more memory than its own length, nor do the short ones behind it`() throws {
        let folder = try TemporaryDirectory()
        let short = String(repeating: "1\n", count: 600_000)
        try folder.write(short, to: "short.ndjson")
        try folder.write(String(repeating: "x", count: 1_048_570) + "\n" + short, to: "long.ndjson")
        let script = """
            import resource, subprocess, sys
            subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)
            """
        let peaks = try ["short", "long"].map { name in
            let file = "\(folder.path)/\(name).ndjson"
            let run = try Tool.run(
                program: "/usr/bin/python3", ["-c", script, Tool.path, "make", "--regions", Files.regions, file])
            return try #require(Int(run.output.dropLast()), "\(run.errors)")
        }
        // The line itself is kept a few times, in the blocks that are under way.
        #expect(peaks[1] < peaks[0] * 3 / 2 + 16, "megabytes without and with it: \(peaks)")
    }

    @Test func `a reader that has had enough ends it quietly`() throws {
        let folder = try TemporaryDirectory()
        try folder.write(String(repeating: request("a") + "\n", count: 50_000), to: "many.ndjson")
        let command = "\"$0\" make \"$1\" --regions \"$2\" | head -n 1; echo ${PIPESTATUS[0]}"
        let run = try Tool.run(
            program: "/bin/bash", ["-c", command, Tool.path, folder.path + "/many.ndjson", Files.regions],
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(run == Finished(code: 0, output: answer("a") + "0\n", errors: ""))
    }

    @Test func `a full disk is told and has its exit code`() throws {
        let run = try Tool.run(program: "/bin/sh", ["-c", "exec \"$0\" stop 1_1 --only web > /dev/full", Tool.path])
        #expect(
            run
                == Finished(
                    code: 74, output: "", errors: "transitlink: write standard output: No space left on device\n"))
    }

    /// Also after so many at once that threads answer them.
    @Test(arguments: [(0, "20"), (20_000, "60")])
    func `a program that asks line by line gets each answer before it asks again`(_ many: Int, _ seconds: String) throws {
        let script = """
            import subprocess, sys, threading
            many = int(sys.argv[1])
            tool = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            ask = lambda id: '{"kind":"stop","id":"%s","links":["app"],"stop":{"id":"1_%s"}}\\n' % (id, id)
            def feed():
                tool.stdin.write("".join(map(ask, range(many))).encode())
                tool.stdin.flush()
            feeder = threading.Thread(target=feed)
            feeder.start()
            for _ in range(many): tool.stdout.readline()
            feeder.join()
            for id in "abc":
                tool.stdin.write(ask(id).encode())
                tool.stdin.flush()
                sys.stdout.buffer.write(tool.stdout.readline())
            tool.stdin.close()
            sys.exit(tool.wait())
            """
        let run = try Tool.run(
            program: "/usr/bin/timeout",
            ["--signal=KILL", seconds, "/usr/bin/python3", "-c", script, "\(many)", Tool.path, "make", "--regions", Files.regions])
        #expect(run == Finished(code: 0, output: "abc".map { answer(String($0)) }.joined(), errors: ""))
    }

    @Test func `a line that is too long costs itself alone, wherever its blocks end`() throws {
        let folder = try TemporaryDirectory()
        try folder.write(#"{"limits":{"lineBytes":1024}}"#, to: "c.json")
        for length in [1025, 1026, 262_143, 262_144, 262_145, 600_000] {
            // Blank as far as it is looked at, or not.
            for byte in ["x", " "] {
                let long = String(repeating: byte, count: length - 1) + "x"
                let input = "\(request("a"))\n\(long)\n\(request("b"))\n"
                let lines = Tool.lines(try make(["--config", folder.path + "/c.json"], input).output)
                try #require(lines.count == 3, "\(length) of '\(byte)'")
                #expect(lines[0] + "\n" == answer("a") && lines[2] + "\n" == answer("b"), "\(length)")
                #expect(lines[1].contains(#""too-large""#) && lines[1].contains(#""line":2,"#), "\(length)")
            }
        }
    }

    @Test func `standard input is read once`() throws {
        #expect(
            try make(["-", "-"], request("a"))
                == Finished(code: 64, output: "", errors: "transitlink: make: standard input can be read once\n"))
    }

    @Test func `a closed standard output is an error`() throws {
        let run = try Tool.run(program: "/bin/sh", ["-c", "exec \"$0\" stop 1_1 --only web >&-", Tool.path])
        #expect(
            run == Finished(code: 74, output: "", errors: "transitlink: write standard output: Bad file descriptor\n"))
    }

    @Test func `a file that is not there does not keep the others from being answered`() throws {
        let run = try make(["/nowhere.json", "-"], request("a"))
        #expect(
            run
                == Finished(
                    code: 1, output: answer("a"), errors: "transitlink: open /nowhere.json: No such file or directory\n"
                ))
    }

    @Test func `a closed standard input is an error, and no other file takes its place`() throws {
        let run = try Tool.run(program: "/bin/sh", ["-c", "exec \"$0\" make - <&-", Tool.path])
        #expect(run == Finished(code: 74, output: "", errors: "transitlink: read standard input: Bad file descriptor\n"))
    }
}
