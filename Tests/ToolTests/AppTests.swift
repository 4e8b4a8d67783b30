// `transitlink app`: the files of a profile, whether an app's parts fit together, and what a file does with a URL.

import Foundation
import TestSupport
import Testing

@Suite struct AppTests {
    private static let regions = ["--regions", Files.regions]

    private static let profile = """
        // A comment is fine.
        {"name": "t", "scheme": "tbus", "bundleIdentifier": "org.example.tbus", "teamIdentifier": "ABCDE12345",
         "associatedDomains": ["t.example", "www.t.example"], "androidPackage": "org.example.tbus",
         "androidCertificateFingerprints":
          ["00:01:02:03:04:05:06:07:08:09:0a:0b:0c:0d:0e:0f:10:11:12:13:14:15:16:17:18:19:1a:1b:1c:1d:1e:1f"]}
        """

    private static let directory = """
        [{"id": 4, "regionName": "T", "active": true, "sidecarBaseUrl": "https://t.example", "paymentiOSAppUrlScheme": "Fare"}]
        """

    /// A folder with `profile.json` and `regions.json`.
    private func folder() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        try folder.write(Self.profile, to: "profile.json")
        try folder.write(Self.directory, to: "regions.json")
        return folder
    }

    private func run(_ verb: String, in folder: TemporaryDirectory, _ options: [String] = []) throws -> Finished {
        let common = ["--regions", "\(folder.path)/regions.json"]
        return try Tool.run(["app", verb, "\(folder.path)/profile.json"] + common + options)
    }

    @Test(arguments: [
        ("aasa", [], "app-aasa.json"), ("assetlinks", [], "app-assetlinks.json"), ("plist", [], "app-plist.plist"),
        ("entitlements", [], "app-entitlements.plist"),
        ("entitlements", ["--developer"], "app-entitlements-developer.plist"),
    ])
    func `the files of a profile`(_ verb: String, _ options: [String], _ golden: String) throws {
        let run = try run(verb, in: try folder(), options)
        #expect(run.code == 0 && run.errors == "")
        try expectGolden(run.output, golden)
    }

    @Test func `a profile that is built in is chosen by name`() throws {
        let run = try Tool.run(["app", "aasa", "onebusaway"])
        #expect(run.code == 0 && run.output.contains("\"4ZQCMA634J.org.onebusaway.iphone\""))
        #expect(
            try Tool.run(["app", "assetlinks", "onebusaway"]).errors.hasPrefix(
                "transitlink: onebusaway: androidCertificateFingerprints: missing; "))
    }

    @Test func `check is content with what the tool itself writes`() throws {
        let folder = try folder()
        for (verb, file) in [("aasa", "aasa"), ("plist", "Info.plist"), ("entitlements", "t.entitlements")] {
            try folder.write(try run(verb, in: folder).output, to: file)
        }
        let options = ["--aasa", "aasa", "--plist", "Info.plist", "--entitlements", "t.entitlements"].map {
            $0.hasPrefix("-") ? $0 : "\(folder.path)/\($0)"
        }
        #expect(
            try run("check", in: folder, options)
                == Finished(
                    code: 0,
                    output: """
                        Apple's copy of t.example: https://app-site-association.cdn-apple.com/a/v1/t.example
                        Apple's copy of www.t.example: https://app-site-association.cdn-apple.com/a/v1/www.t.example
                        0 faults, 0 notes

                        """, errors: ""))
    }

    @Test func `check tells each fault and ends in 1`() throws {
        let folder = try folder()
        let files = folder.url.appendingPathComponent("aasa")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: false)
        try folder.write(
            """
            {"applinks": {"details": [{"appID": "ABCDE12345.org.example.tbus", "appIDs": ["ABCDE12345.org.example.tbus"],
              "components": [{"?": {"no_universal_links": "*"}, "exclude": true}, {"/": "*"}]}]}}
            """, to: "aasa/t.example.json")
        let run = try run("check", in: folder, ["--aasa", "\(folder.path)/aasa"])
        #expect(run.code == 1 && run.errors == "")
        try expectGolden(run.output.replacing(folder.path, with: "FOLDER"), "app-check.txt")
        let json = try self.run("check", in: folder, ["--aasa", "\(folder.path)/aasa", "--json"])
        #expect(json.code == 1)
        try expectGolden(json.output.replacing(folder.path, with: "FOLDER"), "app-check.json")
    }

    @Test func `an association file that is too long is told with its length`() throws {
        let folder = try folder()
        try folder.write(#"{"applinks": {}}"# + String(repeating: " ", count: 131_072), to: "long")
        let run = try run("check", in: folder, ["--aasa", "\(folder.path)/long"])
        #expect(run.code == 1)
        #expect(run.output.hasPrefix("fault: \(folder.path)/long: line 1: 131088 bytes; Apple takes at most 131072\n"))
    }

    private static let urls = ["", "/trips?trip_id=1_2&service_date=1774854000.0&stop_sequence=0", "/arrivals", "?x"].map {
        "https://t.example/regions/4/stops/1_75403" + $0
    }

    @Test func `match says what becomes of each URL`() throws {
        let folder = try folder()
        try folder.write(try run("aasa", in: folder).output, to: "aasa")
        let options = ["app", "match", "--aasa", "\(folder.path)/aasa", "--app-id", "ABCDE12345.org.example.tbus"]
        #expect(
            try Tool.run(options + Self.urls)
                == Finished(code: 0, output: "match\nmatch\nexclude\nmatch\n", errors: ""))
        #expect(
            try Tool.run(options + ["--json"] + Self.urls[2...])
                == Finished(
                    code: 0,
                    output: """
                        {"url":"\(Self.urls[2])","result":"exclude","rule":"details[0].components[16]"}
                        {"url":"\(Self.urls[3])","result":"match","rule":"details[0].components[19]"}

                        """, errors: ""))
        #expect(
            try Tool.run(options + ["--domain", "www.t.example", Self.urls[0]])
                == Finished(code: 0, output: "no-match\n", errors: ""))
        #expect(
            try Tool.run(options + ["t.example/x"])
                == Finished(
                    code: 1, output: "no-match\n",
                    errors: "transitlink: 't.example/x' is no http or https URL of at most 8 KiB\n"))
        let other = ["app", "match", "--aasa", "\(folder.path)/aasa", "--app-id", "X.y", Self.urls[0]]
        #expect(
            try Tool.run(other)
                == Finished(
                    code: 0, output: "no-match\n", errors: "transitlink: \(folder.path)/aasa: no rules for 'X.y'\n"))
    }

    @Test(arguments: [
        (["app"], 64, "app: which of aasa, assetlinks, plist, entitlements, check, match?"),
        (["app", "asaa", "t"], 64, "unknown command of app 'asaa'; did you mean 'aasa'?"),
        (["app", "aasa"], 64, "app aasa takes one PROFILE: the name of an app profile, or its file"),
        (["app", "aasa", "onebusaway", "--developer"], 64, "app aasa takes no --developer"),
        (["app", "match", "https://t.example/"], 64, "app match takes --aasa FILE, --app-id ID and at least one URL"),
        (
            ["app", "match", "--aasa", "x", "--app-id", "y", "--domain", "https://h", "https://h/"], 64,
            "--domain: 'https://h' is no host; write its name alone, as in onebusaway.co"
        ),
        (["app", "aasa", "onebusawy"], 66, "'onebusawy' is no app profile; did you mean 'onebusaway'?"),
        (["app", "aasa", "/nowhere.json"], 66, "open /nowhere.json: No such file or directory"),
        (["app", "entitlements", "kiedybus"], 65, "kiedybus: associatedDomains: none; there is nothing to be entitled to"),
        (["app", "check", "onebusaway", "--plist", "/etc"], 66, "read /etc: Is a directory"),
    ])
    func `mistakes`(_ arguments: [String], _ code: Int32, _ message: String) throws {
        #expect(
            try Tool.run(arguments) == Finished(code: code, output: "", errors: "transitlink: \(message)\n"))
    }

    @Test func `check looks at assetlinks json, and reads property lists of every form`() throws {
        let folder = try folder()
        try folder.write(
            try run("assetlinks", in: folder).output.replacing("android_app", with: "workquest"), to: "assetlinks.json")
        let bad = try run("check", in: folder, ["--assetlinks", "\(folder.path)/assetlinks.json"])
        #expect(bad.code == 1 && bad.output.contains("statement 1: namespace is 'workquest'; write 'android_app'"))
        let list = try PropertyListSerialization.propertyList(from: Data(try run("plist", in: folder).output.utf8), format: nil)
        let binary = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        try binary.write(to: folder.url.appendingPathComponent("Info.plist"))
        try folder.write(
            """
            { "com.apple.developer.associated-domains" = ("applinks:t.example", "applinks:www.t.example",
              "activitycontinuation:t.example", "activitycontinuation:www.t.example"); }
            """, to: "t.entitlements")
        let good = try run(
            "check", in: folder, ["--plist", "\(folder.path)/Info.plist", "--entitlements", "\(folder.path)/t.entitlements"])
        #expect(good.code == 0, "\(good)")
    }
}
