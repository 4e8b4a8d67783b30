// `transitlink regions update` against real servers on loopback with a certificate authority of their own.

import Foundation
import TestSupport
import Testing

/// The servers of Tests/RegionServer/serve, started once; they end with the pipe into them, and so with these tests.
private final class Servers: Sendable {
    static let shared = Result { try Servers() }

    let folder: TemporaryDirectory
    private let ports: [String: Int]
    private let life = Pipe()

    private init() throws {
        folder = try TemporaryDirectory()
        let process = Process()
        process.executableURL = Repository.root.appendingPathComponent("Tests/RegionServer/serve")
        process.arguments = [folder.path]
        process.standardInput = life
        try process.run()
        let file = folder.url.appendingPathComponent("ports.json")
        try #require(eventually { FileManager.default.fileExists(atPath: file.path) })
        ports = try JSONDecoder().decode([String: Int].self, from: Data(contentsOf: file))
    }

    func address(_ server: String) throws -> String { "127.0.0.1:\(try #require(ports[server]))" }
    func url(_ path: String, on server: String = "good") throws -> String { "https://\(try address(server))/\(path)" }

    /// What servers were asked for `path`, a line a request.
    func requests(for path: String) -> [String] {
        Tool.lines(folder.text(of: "log") ?? "").filter { $0.split(separator: " ").first == "/\(path)" || $0 == "CONNECT \(path)" }
    }
}

/// A published directory and a folder with the present one, both for one test.
private struct Update {
    let servers: Servers
    let folder: TemporaryDirectory
    let published = "\(UUID().uuidString).json"

    init(present: String? = nil, published text: String = directory([1, 2, 3])) throws {
        servers = try Servers.shared.get()
        folder = try TemporaryDirectory()
        try publish(text)
        if let present { try folder.write(present, to: "regions.json") }
    }

    /// `seconds` from now, for the dates of servers have whole seconds.
    func publish(_ text: String, in seconds: Double = 0) throws {
        try servers.folder.write(text, to: published)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: "\(servers.folder.path)/\(published)")
    }

    func arguments(_ path: String, on server: String = "good", _ more: [String] = []) throws -> [String] {
        [
            "regions", "update", "--url", try servers.url(path, on: server), "--output", "\(folder.path)/regions.json",
            "--cacert", "\(servers.folder.path)/ca.pem",
        ] + more
    }

    /// Runs the update from `path`; the address and the folder are left out of what it said.
    func run(
        _ path: String, on server: String = "good", _ more: [String] = [], environment: [String: String] = [:]
    ) throws -> Finished {
        var run = try Tool.run(arguments(path, on: server, more), environment: environment)
        run.errors = run.errors.replacing(try servers.url(path, on: server), with: "URL").replacing(folder.path, with: "DIR")
        run.output = run.output.replacing(folder.path, with: "DIR")
        return run
    }

    var present: String? { folder.text(of: "regions.json") }
}

private func directory(_ ids: [Int], inactive: Set<Int> = []) -> String {
    let regions = ids.map { #"{"id": \#($0), "regionName": "R\#($0)", "active": \#(!inactive.contains($0))}"# }
    return "[\(regions.joined(separator: ",\n"))]\n"
}

/// The same, each with a server of pages.
private func served(_ ids: [Int]) -> String {
    ids.reduce(directory(ids)) {
        $0.replacingOccurrences(of: #""R\#($1)""#, with: #""R\#($1)", "sidecarBaseUrl": "https://r\#($1).example""#)
    }
}

private func failed(_ code: Int32, _ lines: String...) -> Finished {
    Finished(code: code, output: "", errors: lines.map { "transitlink: \($0)\n" }.joined())
}

@Suite struct RegionsUpdateTests {
    // MARK: - What is fetched

    @Test func `a new directory takes the present one's place, to be read by all, with its version beside it`() throws {
        let update = try Update(present: directory([1, 2, 9], inactive: [9]), published: directory([1, 2, 3], inactive: [2]))
        #expect(
            try update.run("tagged/\(update.published)")
                == Finished(
                    code: 0, output: "DIR/regions.json: 3 regions; new: 3 'R3'; gone: 9 'R9'; no longer active: 2 'R2'\n",
                    errors: ""))
        #expect(update.present == directory([1, 2, 3], inactive: [2]))
        #expect(update.folder.names(in: "") == ["regions.json", "regions.json.version"])
        for name in update.folder.names(in: "") {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(update.folder.path)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o644)
        }
        let list = try Tool.run(["regions", "list", "--regions", "\(update.folder.path)/regions.json"])
        #expect(list.code == 0 && list.output.hasPrefix("* 1 R1"))
    }

    @Test func `where there is none yet, it is held against the one that is built in`() throws {
        let update = try Update(published: directory([1]))
        let path = "tagged/\(update.published)"
        #expect(
            try update.run(path)
                == failed(
                    65, "URL: it has 1 regions, fewer than half of 7", "the present directory stays; --force takes the new one"))
        #expect(try update.run(path, ["--force"]).code == 0)
        #expect(update.present == directory([1]))
    }

    @Test(arguments: ["tagged", "dated"])
    func `only a newer version is fetched, and an unchanged file isn't touched`(_ way: String) throws {
        let update = try Update()
        let path = "\(way)/\(update.published)"
        #expect(try update.run(path, ["--force"]).code == 0)
        let identity = try inode(update)
        #expect(try update.run(path) == Finished(code: 0, output: "DIR/regions.json: unchanged since the last update\n", errors: ""))
        #expect(try inode(update) == identity)
        let asked = update.servers.requests(for: path).map { $0.split(separator: " ", maxSplits: 2) }
        #expect(asked.count == 2 && asked[0][1] == "-" && asked[0][2].hasPrefix("- "))
        #expect(asked[1][1].hasPrefix("\"") == (way == "tagged") && asked[1][2].contains(" GMT transitlink/"))
        try update.publish(directory([1, 2, 3, 4]), in: 60)
        #expect(try update.run(path).output == "DIR/regions.json: 4 regions; new: 4 'R4'\n")
    }

    @Test func `a server without versions is asked again each time, and the same bytes are not written`() throws {
        let update = try Update()
        let path = "bare/\(update.published)"
        #expect(try update.run(path, ["--force"]).code == 0)
        let identity = try inode(update)
        #expect(try update.run(path) == Finished(code: 0, output: "DIR/regions.json: unchanged, byte for byte\n", errors: ""))
        #expect(try inode(update) == identity)
    }

    @Test(arguments: [
        #"{"url":"#, #"{"url":"https://elsewhere.example/","etag":"\"x\"","lastModified":"","sha256":"00"}"#,
        String(repeating: " ", count: 20 << 10),
    ])
    func `a version that isn't the file's own counts as none`(_ record: String) throws {
        let update = try Update()
        let path = "tagged/\(update.published)"
        #expect(try update.run(path, ["--force"]).code == 0)
        let good = try #require(update.folder.text(of: "regions.json.version"))
        try update.folder.write(record, to: "regions.json.version")
        #expect(try update.run(path).output == "DIR/regions.json: unchanged, byte for byte\n")
        #expect(update.folder.text(of: "regions.json.version") == good)
        try update.folder.write(directory([1, 2, 7]), to: "regions.json")
        #expect(try update.run(path).output == "DIR/regions.json: 3 regions; new: 3 'R3'; gone: 7 'R7'\n")
    }

    @Test func `what is odd in the new directory is told`() throws {
        let update = try Update(present: directory([1]), published: #"[{"id": 1, "regionName": "R1"}, {"id": 2}]"#)
        let run = try update.run("bare/\(update.published)")
        #expect(run.code == 0 && run.output == "DIR/regions.json: 1 regions\n")
        #expect(run.errors == "transitlink: URL: region 2 (entry 1): left out: it has no regionName\n")
    }

    private func inode(_ update: Update) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(update.folder.path)/regions.json")[.systemFileNumber] as? Int
    }

    // MARK: - What isn't taken

    @Test(arguments: [
        ("status/404", failed(69, "URL: the server answers with status 404")),
        ("status/403", failed(69, "URL: the server answers with status 403")),
        ("status/500", failed(75, "URL: the server answers with status 500")),
        ("status/429", failed(75, "URL: the server answers with status 429")),
        ("status/204", failed(69, "URL: the server answers with status 204")),
        ("304/", failed(69, "URL: the server answers with status 304")),
        ("loop", failed(69, "URL: Maximum (3) redirects followed")),
        (
            "plain/bare/x",
            failed(69, "URL: Protocol \"http\" not supported or disabled in libcurl; a redirect is followed to https alone")
        ),
        (
            "file/etc/passwd",
            failed(69, "URL: Protocol \"file\" not supported or disabled in libcurl; a redirect is followed to https alone")
        ),
        ("large", failed(65, "URL: Maximum file size exceeded")),
        ("endless", failed(65, "URL: over 4194304 bytes, which no region directory has")),
        ("short", failed(75, "URL: transfer closed with 998 bytes remaining to read")),
    ])
    func `an answer that is none leaves the present directory`(_ path: String, _ expected: Finished) throws {
        let update = try Update(present: directory([1]))
        #expect(try update.run(path) == expected)
        #expect(update.present == directory([1]))
        #expect(update.folder.names(in: "") == ["regions.json"])
    }

    @Test(arguments: ["slow", "silent"])
    func `a server that dawdles is given up`(_ path: String) throws {
        let update = try Update(present: directory([1]))
        let run = try update.run(path, ["--timeout", "2"])
        #expect(run.code == 75 && run.errors.hasPrefix("transitlink: URL: Operation "))
        #expect(update.present == directory([1]))
    }

    @Test(arguments: [
        ("expired", "SSL certificate problem: certificate has expired"),
        ("wrong", "SSL: no alternative certificate subject name matches target host name '127.0.0.1'"),
    ])
    func `a server that can't prove who it is isn't believed`(_ server: String, _ reason: String) throws {
        let update = try Update(present: directory([1]))
        #expect(
            try update.run("bare/\(update.published)", on: server)
                == failed(69, "URL: \(reason); an authority of your own is named by --cacert FILE"))
        #expect(update.servers.requests(for: "bare/\(update.published)") == [])
    }

    @Test func `the system's authorities are asked where no other is named, also by the environment`() throws {
        let update = try Update(present: directory([1, 2]))
        let words = try update.arguments("bare/\(update.published)").dropLast(2)
        let run = try Tool.run(Array(words))
        #expect(run.code == 69 && run.errors.contains("SSL certificate problem"))
        let authorities = ["SSL_CERT_FILE": "\(update.servers.folder.path)/ca.pem"]
        #expect(try Tool.run(Array(words), environment: authorities).code == 0)
        // A home with a .curlrc that turns verification off changes nothing.
        try update.folder.write("insecure\n", to: ".curlrc")
        #expect(try Tool.run(Array(words), environment: ["HOME": update.folder.path]).code == 69)
        #expect(try update.run("bare/x", ["--cacert", "/nowhere.pem"]).code == 66)
    }

    @Test(arguments: [
        ("not JSON", "line 1: not JSON: "), ("[]", "line 1: no usable region in a list of 0"),
        (#"{"data": {}}"#, "line 1: no list of regions: "), (#"[{"id": 1}]"#, "line 1: no usable region in a list of 1; "),
    ])
    func `what is no directory is refused, even by force`(_ text: String, _ reason: String) throws {
        let update = try Update(present: directory([1]), published: text)
        let run = try update.run("bare/\(update.published)", ["--force"])
        #expect(run.code == 65 && run.output == "" && run.errors.hasPrefix("transitlink: URL: \(reason)"))
        #expect(update.present == directory([1]))
    }

    @Test(arguments: [
        (directory([1, 2, 3, 4, 5]), directory([1, 2]), ["it has 2 regions, fewer than half of 5"]),
        (
            directory([1, 2, 3, 4, 5]), directory([1, 2, 3, 4, 5], inactive: [2, 3, 4]),
            ["it has 2 active regions, fewer than half of 5"]
        ),
        (directory([1, 2, 3]), directory([2, 3]), ["it doesn't have the current region 1"]),
        (directory([1, 2, 3]), directory([1, 2, 3], inactive: [1]), ["the current region 1 is no longer active in it"]),
        (
            served([1, 2, 3]), served([1, 2, 3]).replacingOccurrences(of: #""sidecarBaseUrl": "https://r1.example", "#, with: ""),
            ["the current region 1 has no usable sidecarBaseUrl in it any more, so that stops get no web page"]
        ),
        (
            directory([1, 2, 3]), directory([4]),
            ["it has 1 regions, fewer than half of 3", "it doesn't have the current region 1"]
        ),
    ])
    func `a directory that is worse is refused, and taken by force`(
        _ old: String, _ new: String, _ objections: [String]
    ) throws {
        let update = try Update(present: old, published: new)
        let path = "tagged/\(update.published)"
        let refused = try update.run(path)
        #expect(refused.code == 65 && refused.output == "")
        #expect(
            Tool.lines(refused.errors)
                == (objections.map { "URL: \($0)" } + ["the present directory stays; --force takes the new one"])
                .map { "transitlink: \($0)" })
        #expect(update.present == old && update.folder.names(in: "") == ["regions.json"])
        let forced = try update.run(path, ["--force"])
        #expect(forced.code == 0 && update.present == new)
        #expect(Tool.lines(forced.errors) == objections.map { "transitlink: URL: \($0); taken by --force" })
    }

    @Test func `a current region whose server became invalid is as good as lost`() throws {
        let old = served([1, 2, 3])
        let update = try Update(present: old, published: old.replacingOccurrences(of: "https://r1.", with: "ftp://r1."))
        let refused = try update.run("tagged/\(update.published)")
        #expect(refused.code == 65 && refused.errors.contains("the current region 1 has no usable sidecarBaseUrl in it any more"))
        #expect(update.present == old)
    }

    @Test(arguments: [
        (directory([1, 2, 3, 4]), directory([1, 2]), "1"), (directory([1, 2], inactive: [1]), directory([1, 2], inactive: [1]) + " ", "1"),
        (directory([1, 2]), directory([2]), "2"), (directory([1, 2]), directory([2]), "auto"), ("{ broken", directory([1] + Array(20...30)), "1"),
    ])
    func `a directory that is no worse is taken`(_ old: String, _ new: String, region: String) throws {
        let update = try Update(present: old, published: new)
        #expect(try update.run("bare/\(update.published)", ["--region", region]).code == 0)
        #expect(update.present == new)
    }

    @Test(arguments: ["ü\u{308}\u{1F68F}.json", "back\\slash.json"])
    func `a file may have any name`(_ name: String) throws {
        let update = try Update()
        try update.folder.write(directory([1, 2]), to: name)
        let words = try update.arguments("tagged/\(update.published)", on: "good") + ["--output", "\(update.folder.path)/\(name)"]
        #expect(try Tool.run(words).code == 0)
        #expect(update.folder.text(of: name) == directory([1, 2, 3]))
        #expect(try Tool.run(words).output.hasSuffix(": unchanged since the last update\n"))
    }

    @Test func `a link is not replaced`() throws {
        let update = try Update()
        try update.folder.write(directory([1, 2]), to: "mine.json")
        try FileManager.default.createSymbolicLink(
            atPath: "\(update.folder.path)/regions.json", withDestinationPath: "mine.json")
        #expect(
            try update.run("bare/\(update.published)") == failed(74, "open DIR/regions.json: Too many levels of symbolic links"))
        #expect(update.folder.text(of: "mine.json") == directory([1, 2]))
    }

    // MARK: - Ways

    @Test func `redirects are followed three times`() throws {
        let update = try Update(present: directory([1, 2]))
        #expect(try update.run("moved/moved/moved/bare/\(update.published)").code == 0)
        #expect(update.present == directory([1, 2, 3]))
    }

    @Test func `the proxy variables are respected`() throws {
        let update = try Update(present: directory([1, 2]))
        let proxy = ["https_proxy": "http://\(try update.servers.address("proxy"))"]
        let target = try update.servers.address("good")
        #expect(try update.run("bare/\(update.published)", environment: proxy).code == 0)
        #expect(update.servers.requests(for: target) == ["CONNECT \(target)"])
        let around = proxy.merging(["no_proxy": "127.0.0.1"]) { $1 }
        #expect(try update.run("bare/\(update.published)", environment: around).code == 0)
        #expect(update.servers.requests(for: target).count == 1)
        let nowhere = try update.run("bare/x", environment: ["https_proxy": "http://127.0.0.1:9"])
        #expect(nowhere.code == 75)
    }

    @Test func `a second update of a folder is asked to try again later`() throws {
        let update = try Update(present: directory([1]))
        let first = try ChildProcess([Tool.path] + update.arguments("silent", ["--timeout", "40"]))
        #expect(eventually { update.servers.requests(for: "silent").count > 0 && isLocked(update.folder.path) })
        #expect(try update.run("bare/\(update.published)") == failed(75, "another update works in DIR"))
        first.signal(SIGKILL)
        _ = first.wait()
        #expect(try update.run("bare/\(update.published)").code == 0)
    }

    private func isLocked(_ path: String) -> Bool {
        let folder = open(path, O_RDONLY)
        defer { close(folder) }
        return flock(folder, LOCK_EX | LOCK_NB) != 0
    }

    @Test func `one that was killed in the midst of writing leaves the old directory whole, and the next one cleans up`() throws {
        let update = try Update(present: directory([1, 2]))
        try update.folder.write("[{\"id\":", to: ".regions.json.new")
        #expect(update.present == directory([1, 2]))
        #expect(try update.run("bare/\(update.published)").code == 0)
        #expect(update.present == directory([1, 2, 3]))
        #expect(update.folder.names(in: "") == ["regions.json", "regions.json.version"])
    }

    // MARK: - Settings

    @Test func `address and file come from the configuration, and a file of the operator's own is not replaced unasked`() throws {
        let update = try Update()
        try update.folder.write(
            """
            {"regions": "\(update.folder.path)/mine.json", "regionsURL": "\(try update.servers.url("bare/\(update.published)"))"}
            """, to: "c.json")
        let words = ["regions", "update", "--config", "\(update.folder.path)/c.json", "--cacert", "\(update.servers.folder.path)/ca.pem"]
        #expect(
            try Tool.run(words)
                == failed(
                    78,
                    "the region directory in use is \(update.folder.path)/mine.json, not /var/lib/transitlinkd/regions.json: "
                        + "say --output FILE to replace one of them"))
        #expect(try Tool.run(words + ["--force", "--output", "\(update.folder.path)/mine.json"]).code == 0)
        #expect(update.folder.text(of: "mine.json") == directory([1, 2, 3]))
    }

    @Test(arguments: [
        (["--url", "http://a.example/"], 64, "--url: 'http://a.example/' is no https URL; a directory that anybody on the way can change is not asked for"),
        (["--url", "https://u:p@a.example/"], 64, "--url: it has a user name or password, which is not kept secret"),
        (["--url", "https://a b"], 64, "--url: 'https://a b' is no URL of at most 2048 printable ASCII characters"),
        (["--timeout", "0"], 64, "--timeout: '0' is no number of seconds (1…3600)"),
        (["--output", "/nowhere/at/all"], 73, "realpath /nowhere/at: No such file or directory"),
        (["--output", "/tmp/"], 64, "'/tmp/' is no path of a file"),
        (["more"], 64, "regions update takes no operand"), (["--json"], 64, "regions update takes no --json"),
        (["--name", "x"], 64, "regions update takes no --name"),
    ])
    func `mistakes are told`(_ words: [String], code: Int, _ message: String) throws {
        #expect(try Tool.run(["regions", "update"] + words) == failed(Int32(code), message))
    }

    @Test func `the other commands of regions take none of its options`() throws {
        #expect(try Tool.run(["regions", "list", "--force"]) == failed(64, "regions list takes no --force"))
    }

    @Test func `a folder that may not be written to is told before anything is lost`() throws {
        let update = try Update(present: directory([1, 2]))
        try FileManager.default.createDirectory(atPath: "\(update.folder.path)/.regions.json.new", withIntermediateDirectories: false)
        let run = try update.run("bare/\(update.published)")
        #expect(run.code == 74 && run.errors.hasPrefix("transitlink: unlink DIR/.regions.json.new: "))
        #expect(update.present == directory([1, 2]))
    }
}
