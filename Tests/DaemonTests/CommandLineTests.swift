// The daemon's command line: what it says and how it ends, whole outputs compared.

import Foundation
import TestSupport
import Testing

@Suite("The daemon's command line")
struct CommandLineTests {
    /// Runs the program with the words in `script`: exit code, standard output and standard error.
    private func run(_ script: String) throws -> (code: Int32, output: String, error: String) {
        let directory = try TemporaryDirectory()
        let child = try ChildProcess(["bash", "-c", #"exec "$0" "# + script + " >\(directory.path)/output 2>\(directory.path)/error", TestSpool.program])
        return (child.wait(), directory.text(of: "output") ?? "", directory.text(of: "error") ?? "")
    }

    @Test func `--version and --help go to standard output`() throws {
        let version = try run("--version")
        #expect(version.code == 0 && version.output.hasPrefix("transitlinkd ") && version.error.isEmpty)
        for option in ["--help", "-h"] {
            let help = try run(option)
            #expect(help.code == 0 && help.output.hasPrefix("usage: transitlinkd [OPTION…]\n") && help.error.isEmpty)
            for name in ["config", "regions", "region", "app", "spool", "log", "check"] { #expect(help.output.contains("--\(name)")) }
        }
    }

    @Test(arguments: [
        ("--spol=/x", "unknown option '--spol'; did you mean '--spool'?"),
        ("--log=syslog", "unknown log target 'syslog'; known are auto, journal, stderr, json"),
        ("--log", "option '--log' needs a value: TARGET"),
        ("--check=yes", "option '--check' takes no value"),
        ("start", "unexpected argument 'start'; transitlinkd takes options only"),
        ("-v", "unknown option '-v'; options are long, as in --config"),
    ])
    func `a mistake is one line and exit 64`(_ words: String, _ message: String) throws {
        let result = try run(words)
        #expect(result.code == 64)
        #expect(result.output.isEmpty)
        #expect(result.error == "transitlinkd: \(message)\n")
    }

    @Test func `an operator's region name obeys nothing on a terminal`() throws {
        let spool = try TestSpool(["region": 99])
        try #"[{"id":3,"regionName":"A\u001b[2J\u202eB"}]"#.write(toFile: spool.regionsFile, atomically: false, encoding: .utf8)
        let result = try run("--config \(spool.configurationFile) --check")
        #expect(result.code == 78)
        #expect(result.error.hasSuffix("'99' is not in the directory; it has 3 A\\x1B[2J\\u{202E}B\n"), "\(result.error)")
    }

    @Test func `--check prints the effective configuration, which can be used as it stands`() throws {
        let spool = try TestSpool(["region": 0, "links": ["app", "web"]])
        let result = try run("--config \(spool.configurationFile) --check")
        #expect(result.code == 0 && result.error.isEmpty)
        #expect(
            result.output == """
                {
                  "spool": "\(spool.path)",
                  "regions": "\(spool.regionsFile)",
                  "regionsURL": "https://regions.onebusaway.org/regions-v3.json",
                  "region": 0,
                  "app": "onebusaway",
                  "apps": "/etc/transitlinkd/apps",
                  "links": ["web", "app"],
                  "walking": ["apple", "apple-classic", "google", "google-ios", "geo", "osm"],
                  "ownLinks": {},
                  "wayfinders": {},
                  "agencyFares": {},
                  "limits": {
                    "requestBytes": 65536,
                    "lineBytes": 1048576,
                    "fileBytes": 1073741824,
                    "depth": 16,
                    "idBytes": 128
                  },
                  "waiting": {
                    "unfinishedSeconds": 1,
                    "settleSeconds": 1,
                    "listingSeconds": 300,
                    "flushSeconds": 600,
                    "ignoredSuffixes": [".filepart", ".crdownload", ".opdownload", ".download", ".partial", ".incomplete", ".inprogress", ".upload", ".uploading", ".writing", ".temp", ".swp", ".swx", ".!ut"]
                  },
                  "zoneinfo": "/usr/share/zoneinfo",
                  "log": "auto",
                  "metrics": null
                }

                """)
        try result.output.write(toFile: spool.configurationFile, atomically: true, encoding: .utf8)
        #expect(try run("--config \(spool.configurationFile) --check").output == result.output)
    }

    @Test func `options stand over the configuration`() throws {
        let spool = try TestSpool()
        let result = try run("--config \(spool.configurationFile) --check --region auto --app kiedybus --spool /s")
        #expect(result.code == 0)
        for line in [#"  "region": "auto","#, #"  "app": "kiedybus","#, #"  "spool": "/s","#] {
            #expect(result.output.split(separator: "\n").contains(Substring(line)))
        }
    }

    /// Configurations with what is wrong in them, `FILE` being their path.
    static let faulty: [(text: String, faults: [String])] = [
        ("{\n  \"limits\": {\"dpeth\": 16}\n}\n", ["FILE:2: limits.dpeth: unknown key; did you mean 'depth'?"]),
        ("{\"log\": \"jurnal\",\n\"spool\": \"here\"}", ["FILE:1: log: 'jurnal' is unknown; did you mean 'journal'?", "FILE:2: spool: 'here' is no absolute path; begin it with /"]),
        ("{\"region\": \"1\"}", ["FILE:1: region: '1' is neither a region's number, without quotes, nor \"auto\""]),
        ("{\"app\": \"kiedibus\"}", ["FILE: app: 'kiedibus' is no app profile; did you mean 'kiedybus'?"]),
        ("[]", ["FILE:1: the file has to hold one object, { … }"]),
    ]

    @Test(arguments: faulty.indices)
    func `a bad configuration is exit 78 with file, line and the nearest key, by --check and by a start`(_ index: Int) throws {
        let spool = try TestSpool()
        let faulty = Self.faulty[index]
        try faulty.text.write(toFile: spool.configurationFile, atomically: true, encoding: .utf8)
        let faults = faulty.faults.map { $0.replacingOccurrences(of: "FILE", with: spool.configurationFile) }
        let check = try run("--config \(spool.configurationFile) --check")
        #expect(check.code == 78 && check.output.isEmpty)
        #expect(check.error == faults.map { "transitlinkd: \($0)\n" }.joined())
        let daemon = try spool.start()
        #expect(daemon.wait() == 78)
        #expect(daemon.entries.map { $0["MESSAGE"] } == faults.map { _ in "configuration refused, not started" })
        #expect(daemon.entries.map { $0["TRANSITLINK_DETAIL"] } == faults)
    }

    @Test func `a region that the directory lacks is exit 64 on the command line, and 78 in a file as missing files are`() throws {
        let spool = try TestSpool()
        let region = try run("--config \(spool.configurationFile) --region 99 --check")
        #expect(region.code == 64)
        #expect(region.error.hasPrefix("transitlinkd: --region: '99' is not in the directory; it has 0 Tampa Bay, 1 Puget Sound, "))
        let missing = try run("--config \(spool.path)/none.json --check")
        #expect(missing.code == 78)
        #expect(missing.error == "transitlinkd: \(spool.path)/none.json: open \(spool.path)/none.json: No such file or directory\n")
    }
}
