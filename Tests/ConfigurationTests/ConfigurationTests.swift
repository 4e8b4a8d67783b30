import Foundation
import TestSupport
import Testing
import TransitLinks

@testable import Configuration

private func applying(_ text: String, to configuration: Configuration = Configuration()) throws -> Configuration {
    var changed = configuration
    try changed.apply(Array(text.utf8), source: "c.json")
    return changed
}

private func faults(_ text: String) -> [String] {
    do {
        _ = try applying(text)
        return []
    } catch let error as ConfigurationError {
        return error.faults.map(\.description)
    } catch {
        return ["\(error)"]
    }
}

/// A folder that is removed with its value.
private final class Folder {
    let path: String
    init() throws {
        path = NSTemporaryDirectory() + "transitlinkd-configuration-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String) throws {
        let url = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }
}

@Suite("Configuration")
struct ConfigurationTests {
    @Test("the file in Config/ says every default, and is what is built in")
    func defaults() throws {
        let file = try Repository.bytes("Config/transitlinkd.json")
        #expect(BuiltInFiles.configuration == file)
        var written = Configuration()
        // A file that says the default says it: no feed is then linked in another region unasked.
        written.setRegion = written.region
        var changed = Configuration()
        changed.spool = "/x"
        changed.regions = "/x"
        changed.regionsURL = "https://x"
        changed.region = .auto
        changed.app = "x"
        changed.apps = "/x"
        changed.links = []
        changed.walking = []
        changed.limits.requestBytes = 300
        changed.limits.lineBytes = 300
        changed.limits.fileBytes = 300
        changed.limits.depth = 5
        changed.limits.idBytes = 1
        changed.waiting = Waiting(
            unfinishedSeconds: 1, settleSeconds: 1, listingSeconds: 1, flushSeconds: 1, ignoredSuffixes: [])
        changed.zoneinfo = "/x"
        changed.log = .json
        changed.metrics = .off
        // A key that the file did not name would keep the changed value.
        try changed.apply(file, source: "transitlinkd.json")
        #expect(changed == written)
        #expect(BuiltInFiles.regions == (try Repository.bytes("Config/regions.json")))
        #expect(BuiltInFiles.apps.map(\.name) == (try Repository.names(in: "Config/apps")).reversed().map { "apps/\($0)" })
        for (name, bytes) in BuiltInFiles.apps { #expect(bytes == (try Repository.bytes("Config/\(name)"))) }
    }

    @Test("what --check prints can be used as a file as it stands")
    func effective() throws {
        var changed = Configuration()
        changed.spool = "/a \"b\""
        changed.regions = "/r"
        changed.regionsURL = "https://x.example/r?a"
        changed.region = .auto
        changed.links = [.web, .handoff]
        changed.walking = []
        changed.waiting.settleSeconds = 9
        changed.waiting.ignoredSuffixes = [".x", "~y"]
        changed.log = .stderr
        changed.metrics = .file("/run/a \"b\".prom")
        #expect(try applying(changed.json) == changed)
        var written = Configuration()
        written.setRegion = written.region
        #expect(try applying(Configuration().json, to: changed) == written)
    }

    @Test(
        "each mistake has its file, line and key, and the nearest known one",
        arguments: [
            ("{\n\n \"spol\": 1\n}", ["c.json:3: spol: unknown key; did you mean 'spool'?"]),
            ("{\"limits\": {\"dpeth\": 3}}", ["c.json:1: limits.dpeth: unknown key; did you mean 'depth'?"]),
            ("{\"limits\": {\n\"depth\": 3}}", ["c.json:2: limits.depth: '3' is no whole number from 4 to 64"]),
            ("{\"waiting\": 5}", ["c.json:1: waiting: '5' is no object; write { … }"]),
            (
                "{\"waiting\": {\"ignoredSuffixes\": [\".json\"]}}",
                ["c.json:1: waiting.ignoredSuffixes[0]: '.json' is no ending to ignore (2 to 50 bytes from '.' or '~' on, and none of a request)"]
            ),
            ("{\"waiting\": {\"settleSeconds\": 1.5}}", ["c.json:1: waiting.settleSeconds: '1.5' is no whole number from 1 to 3600"]),
            ("{\"spool\": \"relative\"}", ["c.json:1: spool: 'relative' is no absolute path; begin it with /"]),
            ("{\"region\": \"1\"}", ["c.json:1: region: '1' is neither a region's number, without quotes, nor \"auto\""]),
            ("{\"walking\": [\"geo\", \"gogle\"]}", ["c.json:1: walking[1]: 'gogle' is unknown; did you mean 'google'?"]),
            ("{\"log\": \"syslog\"}", ["c.json:1: log: 'syslog' is unknown; known are auto, journal, stderr, json"]),
            ("{\"metrics\": \"on\"}", ["c.json:1: metrics: 'on' is neither an absolute path nor off"]),
            ("{\"app\": \"\", \"links\": 3}", ["c.json:1: app: '' is no text; put it in quotes, not blank", "c.json:1: links: '3' is no list; write […]"]),
            ("[]", ["c.json:1: the file has to hold one object, { … }"]),
            ("{\n\"a\"", ["c.json:2: not JSON: it ends inside the value"]),
            ("{\"app\":\"x\",\n\"app\":\"y\"}", ["c.json:2: not JSON: key 'app' stands twice in one object"]),
        ])
    func mistakes(_ text: String, _ expected: [String]) {
        #expect(faults(text) == expected)
    }

    @Test("null brings a default back, and objects merge key by key")
    func merging() throws {
        let first = try applying(#"{"app": "kiedybus", "limits": {"depth": 9, "idBytes": 7}, "region": 5}"#)
        let second = try applying(#"{"app": null, "limits": {"depth": null}}"#, to: first)
        var expected = Configuration()
        expected.limits.idBytes = 7
        expected.region = .id(RegionID(rawValue: 5))
        #expect(second == expected)
    }

    @Test("drop-ins follow the file in byte order, the command line comes last")
    func dropIns() throws {
        let folder = try Folder()
        try folder.write("t.json", #"{"region": 2, "app": "kiedybus", "spool": "/a",}"#)
        try folder.write("t.json.d/20.json", #"{"region": 4}"#)
        try folder.write("t.json.d/10.json", #"{"region": 11, "zoneinfo": "/z"}"#)
        try folder.write("t.json.d/.hidden.json", "broken")
        try folder.write("t.json.d/30.json~", "broken")
        var options = CommonOptions()
        options.config = folder.path + "/t.json"
        options.spool = "/b"
        let read = try Configuration(options)
        #expect(read.region == .id(RegionID(rawValue: 4)))
        #expect(read.zoneinfo == "/z" && read.app == "kiedybus" && read.spool == "/b")
        try folder.write("t.json.d/40.json", "{\n\"regon\": 1}")
        #expect(throws: ConfigurationError([.init(source: folder.path + "/t.json.d/40.json", line: 2, key: "regon", message: "unknown key; did you mean 'region'?")])) {
            try Configuration(options)
        }
    }

    @Test("with no file at all everything is there")
    func noFile() throws {
        var options = CommonOptions()
        options.regions = Repository.root.path + "/Config/regions.json"
        let loaded = try LoadedConfiguration(options)
        #expect(!loaded.configuration.isRegionSet && loaded.links.currentRegion == .id(RegionID(rawValue: 1)))
        #expect(loaded.links.directory.regions.count == 7 && loaded.links.app.name == "onebusaway")
        #expect(Set(loaded.links.apps.keys) == ["onebusaway", "kiedybus"])
    }

    @Test(
        "a region goes by number or name",
        arguments: [
            ("11", 11), ("San Diego", 11), ("san diego", 11), ("SAN  DIEGO", 11), ("puget", 1), ("sound", 1), ("d.c", 4), (" 15 ", 15),
        ])
    func regionNames(_ text: String, _ id: Int64) throws {
        var options = CommonOptions()
        options.regions = Repository.root.path + "/Config/regions.json"
        options.region = text
        let loaded = try LoadedConfiguration(options)
        #expect(loaded.links.currentRegion == .id(RegionID(rawValue: id)) && loaded.configuration.isRegionSet)
    }

    @Test(
        "a word that is no region, or several, is told with those that are meant",
        arguments: [
            ("pugte", "'pugte' is no region; did you mean 1 Puget Sound?"),
            ("sandiego", "'sandiego' is no region; did you mean 11 San Diego?"),
            ("a", "'a' could be 0 Tampa Bay, 2 MTA New York, 4 Washington, D.C., 11 San Diego, 15 Adelaide Metro, 16 Davis, CA; give its number"),
            ("MTA", nil),
            ("\u{1B}[1mx", "'\\x1B[1mx' is no region; the directory has 0 Tampa Bay, 1 Puget Sound, 2 MTA New York, 4 Washington, D.C., 11 San Diego, 15 Adelaide Metro, 16 Davis, CA"),
        ])
    func regionMistakes(_ text: String, _ sentence: String?) throws {
        var options = CommonOptions()
        options.regions = Repository.root.path + "/Config/regions.json"
        options.region = text
        do {
            _ = try LoadedConfiguration(options)
            #expect(sentence == nil)
        } catch {
            #expect(error.isUsage && error.description == "--region: \(sentence ?? "")")
        }
    }

    @Test("of two regions with one name neither is guessed, a whole name goes before a part")
    func ambiguousRegions() throws {
        let regions = [(1, "Bay"), (2, "Bay City"), (3, "Lake"), (4, "lake"), (5, "x\u{202E}y")].map {
            Region(id: RegionID(rawValue: $0.0), name: $0.1)
        }
        let directory = RegionDirectory(regions: regions)
        #expect(try directory.region(named: "bay").id.rawValue == 1)
        #expect(try directory.region(named: "city").id.rawValue == 2)
        func sentence(_ text: String) -> String? {
            do { return "\(try directory.region(named: text).id)" } catch { return error.sentence }
        }
        #expect(sentence("LAKE") == "'LAKE' could be 3 Lake, 4 lake; give its number")
        #expect(sentence("9") == "'9' is not in the directory; it has 1 Bay, 2 Bay City, 3 Lake, 4 lake, 5 x\\u{202E}y")
    }

    @Test(
        "where nobody sets a region it is the default one, else the only one, else that of each stop",
        arguments: [
            ([1, 7], RegionChoice.id(RegionID(rawValue: 1))), ([7], .id(RegionID(rawValue: 7))), ([7, 8], .auto),
        ])
    func unsetRegion(_ ids: [Int], _ current: RegionChoice) throws {
        let folder = try Folder()
        let list = ids.map { #"{"id": \#($0), "regionName": "R\#($0)", "active": true}"# }.joined(separator: ",")
        try folder.write("r.json", "[\(list)]")
        try folder.write("t.json", #"{"region": 1}"#)
        var options = CommonOptions()
        options.regions = folder.path + "/r.json"
        #expect(try LoadedConfiguration(options).links.currentRegion == current)
        options.config = folder.path + "/t.json"
        if ids.contains(1) { return }
        #expect(throws: ConfigurationError.self) { try LoadedConfiguration(options) }
    }

    @Test("what is asked for and is not there is named")
    func missing() throws {
        let folder = try Folder()
        func message(_ change: (inout CommonOptions) -> Void) -> String {
            var options = CommonOptions()
            options.regions = Repository.root.path + "/Config/regions.json"
            change(&options)
            do {
                _ = try LoadedConfiguration(options)
                return "read"
            } catch {
                return "\(error)".replacingOccurrences(of: folder.path, with: "DIR")
            }
        }
        #expect(message { $0.config = folder.path + "/none.json" } == "DIR/none.json: open DIR/none.json: No such file or directory")
        #expect(message { $0.config = folder.path } == "DIR: read DIR: Is a directory")
        #expect(message { $0.regions = folder.path + "/r.json" } == "DIR/r.json: open DIR/r.json: No such file or directory")
        #expect(message { $0.region = "3" } == "--region: '3' is not in the directory; it has 0 Tampa Bay, 1 Puget Sound, 2 MTA New York, 4 Washington, D.C., 11 San Diego, 15 Adelaide Metro, 16 Davis, CA")
        #expect(message { $0.region = "" } == "--region: which? give a region's number or name")
        #expect(message { $0.app = "onebus" } == "--app: app: 'onebus' is no app profile; did you mean 'onebusaway'?")
    }

    @Test("a profile of one's own is read from its folder and replaces a built-in one of the same name")
    func profiles() throws {
        let folder = try Folder()
        try folder.write("apps/mine.json", #"{"name": "mine", "scheme": "my.bus", "bundleIdentifier": "org.example.bus",}"#)
        try folder.write("apps/kiedybus.json", #"{"name": "kiedybus", "scheme": "kb", "bundleIdentifier": "pl.kb"}"#)
        try folder.write("t.json", #"{"apps": "\#(folder.path)/apps", "app": "mine", "regions": "\#(Repository.root.path)/Config/regions.json"}"#)
        var options = CommonOptions()
        options.config = folder.path + "/t.json"
        let loaded = try LoadedConfiguration(options)
        #expect(loaded.links.app.scheme == "my.bus" && loaded.links.apps["kiedybus"]?.scheme == "kb")
        try folder.write(
            "apps/mine.json",
            #"{"name": "M Y", "scheme": "1x", "bundleIdentifer": "a", "teamIdentifier": "abc", "associatedDomains": ["a_b"], "appStoreID": "x", "androidPackage": "x", "androidCertificateFingerprints": ["00"]}"#)
        do {
            _ = try LoadedConfiguration(options)
            Issue.record("a broken profile was read")
        } catch {
            #expect(
                error.faults.map { "\($0.line ?? 0) \($0.key): \($0.message)" } == [
                    "1 name: 'M Y' is no name of [a-z0-9-]{1,64}",
                    "1 scheme: '1x' is no URL scheme (a letter, then letters, digits, + - .)",
                    "1 bundleIdentifer: unknown key; did you mean 'bundleIdentifier'?",
                    "1 teamIdentifier: 'abc' is no team identifier (ten capitals and digits)",
                    "1 associatedDomains[0]: 'a_b' is no host name", "1 appStoreID: 'x' is no App Store ID (digits)",
                    "1 androidPackage: 'x' is no Android package (words joined by dots)",
                    "1 androidCertificateFingerprints[0]: '00' is no SHA-256 fingerprint (AB:CD:…, 32 bytes)",
                ])
        }
    }
}
