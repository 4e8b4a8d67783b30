// `transitlink callback`: x-callback-urls read and made, as its users meet it.

import Foundation
import TestSupport
import Testing

@Suite struct CallbackTests {
    private func callback(_ words: String...) throws -> Finished { try Tool.run(["callback"] + words) }

    private static func cases() throws -> [[String: Any]] {
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: Files.vector("x-callback.json"))) as! [String: Any]
        return file["cases"] as! [[String: Any]]
    }

    @Test(arguments: try cases().indices)
    func `parse and build do what the vectors say`(_ index: Int) throws {
        let vector = try Self.cases()[index]
        if let callback = vector["callback"] as? String {
            let parameters = (vector["parameters"] as! [[String]]).map { "\($0[0])=\($0[1])" }
            let run = try Tool.run(["callback", "build", vector["kind"] as! String, callback] + parameters)
            #expect(run == Finished(code: 0, output: (vector["expect"] as! String) + "\n", errors: ""))
        } else {
            let url = vector["url"] as! String
            let run = try callback("parse", "--scheme=app", "--actions=open-stop,a,a b", url)
            var read = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as! [String: Any]
            #expect(read.removeValue(forKey: "sourceURL") as? String == url)
            #expect((read.removeValue(forKey: "message") != nil) == (read["error"] is Int))
            #expect(read as NSDictionary == vector["expect"] as! NSDictionary)
            #expect(run.code == (read["error"] is Int ? 65 : 0))
            #expect((run.errors == "") == (read["error"] == nil && read["warnings"] == nil))
        }
    }

    @Test func `parse prints a line a URL, and tells what it dropped`() throws {
        let run = try callback(
            "parse", "ONEBUSAWAY://x-callback-url/share-stop/?stopID=1_%22&x-source=A&x-success=s:&x-error=e:&x-cancel=c:#f",
            "kiedybus://x-callback-url/view-stop?x-y&x-success=%0A", "other://x-callback-url/a", "onebusaway://")
        try expectGolden(run.output, "callback-parse.ndjson")
        #expect(run.code == 1)
        #expect(
            Tool.lines(run.errors) == [
                "transitlink: URL 2: 'x-y' is reserved for x-callback-url itself; it is dropped",
                #"transitlink: URL 2: x-success '\n' holds U+000A, which no URL has; it is not called"#,
                "transitlink: URL 3: no app has the scheme 'other'; known are kiedybus, onebusaway",
            ])
    }

    @Test func `build makes a URL that the daemon would answer, or says why it would not`() throws {
        let run = try callback(
            "build", "share-stop", "stopID=1_75403", "name=Pine & 3rd=x", "lat=47.6", "lon=-122.3", "--source=me",
            "--success", "src://ok?id=1#f", "--error=src://err", "--cancel=src:")
        #expect(
            run
                == Finished(
                    code: 0,
                    output: "onebusaway://x-callback-url/share-stop?stopID=1_75403&name=Pine%20%26%203rd%3Dx&lat=47.6&lon=-122.3&x-source=me&x-success=src:%2F%2Fok%3Fid%3D1%23f&x-error=src:%2F%2Ferr&x-cancel=src:\n",
                    errors: ""))
        #expect(try callback("build", "view-stop", "stopID=1_5", "--app=kiedybus").output == "kiedybus://x-callback-url/view-stop?stopID=1_5\n")
        #expect(try callback("build", "a b", "k=", "--scheme=mine").output == "mine://x-callback-url/a%20b?k=\n")
    }

    @Test(
        arguments: [
            (["build", "share-stop", "stopId=1_1"], 65, ["stopId: unknown parameter 'stopId'; did you mean 'stopID'?", "stopID: it has to be given, as in stopID=1_75403"]),
            (["build", "share-stpo"], 65, ["unknown action 'share-stpo'; did you mean 'share-stop'?"]),
            (["build", "a", "--scheme=a b"], 65, ["a control character or blank at byte 1; write it as %XX"]),
            (["build", "view-stop", "stopID=1_1", "--success=javascript:1"], 65, ["callback 'javascript:1': javascript: URLs are never called"]),
            (["build", "success", "foo", "a=b"], 65, ["callback 'foo' is no absolute URL; it is not called"]),
            (["build", "success", "s:", "ab"], 64, ["'ab' is no NAME=VALUE"]),
            (["build", "cancel", "s:", "a=b"], 64, ["callback build cancel: it tells nothing, so there are no values"]),
            (["build", "error"], 64, ["callback build error: which CALLBACK?"]),
            (["build"], 64, ["callback build: which action, or which of success, error, cancel?"]),
            (["parse"], 64, ["callback parse: which URL?"]),
            (["prase"], 64, ["unknown command of callback 'prase'; did you mean 'parse'?"]),
            ([], 64, ["callback: which of parse, build?"]),
        ] as [([String], Int32, [String])])
    func `a mistake is told in a line, and nothing printed`(_ words: [String], _ code: Int32, _ errors: [String]) throws {
        let run = try Tool.run(["callback"] + words)
        #expect(run == Finished(code: code, output: "", errors: errors.map { "transitlink: \($0)\n" }.joined()))
    }
}
