// What others put into the output folder stays in it, or ends the run by its name.

import Foundation
import Posix
import TestSupport
import Testing

@testable import Staging

@Suite struct ForeignFilesTests {
    let output: Output
    init() throws { output = try Output() }

    @Test func allOfItIsCarriedOver() throws {
        try output.make(["a": "1", "stop/b": "1", "old/c": "1"])
        try output.put("h", at: "out/.htaccess")
        try output.put("w", at: "out/.well-known/security.txt")
        try output.put("s", at: "out/stop/their own")
        try output.put("o", at: "out/old/left")
        symlink("/nowhere", output.path + "/link")
        mkdir(output.path + "/empty", 0o750)
        let inode = try output.inode("out/.htaccess")
        let report = try output.make(["a": "2", "stop/b": "1"])
        #expect(report.foreignCount == 6)
        #expect(report.foreign == [".htaccess", ".well-known/", "empty/", "link", "old/left", "stop/their own"])
        #expect(
            try output.files() == [
                "a": "2", "stop/b": "1", ".htaccess": "h", ".well-known/security.txt": "w", "stop/their own": "s",
                "old/left": "o", "link": "-> /nowhere", "empty/": "",
            ])
        #expect(try output.inode("out/.htaccess") == inode && output.permissions("out/empty") == 0o750)
    }

    @Test func whatComesDuringTheRunIsCarriedOverToo() throws {
        try output.make(["a": "1"])
        let folder = try StagedFolder(output.path, flush: false)
        try folder.write("a", Array("2".utf8))
        try output.put("late", at: "out/late")
        #expect(try folder.commit(options: "o").foreign == ["late"])
        #expect(try output.files() == ["a": "2", "late": "late"])
    }

    @Test(arguments: ["b", "c/d", "e"]) func aNameThatANewFileNeedsEndsTheRun(_ path: String) throws {
        try output.make(["a": "1"])
        try output.put("theirs", at: "out/\(path)")
        let name = path == "c/d" ? "c" : path
        let new = path == "e" ? ["e/f": "1"] : [name: "1"]
        let shown = path == "e" ? "e" : path == "c/d" ? "c" : "b"
        #expect(
            throws: StagingError.foreignFile("\(output.path)/\(shown)", reason: "has the name of a new file")
        ) { try output.make(new) }
        #expect(try output.files() == ["a": "1", path: "theirs"] && output.siblings() == [])
    }

    /// Another user's file can't be linked (fs.protected_hardlinks), so it is copied.
    @Test func aFileThatMayNotBeLinkedIsCopied() throws {
        try #require(geteuid() == 0, "the test gives up root's rights")
        chmod(output.place.path, 0o1777)
        let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        let (first, _) = try Probe.run([output.path, "1"], under: user)
        try output.put("root's", at: "out/theirs.txt")
        let (second, log) = try Probe.run([output.path, "2"], under: user)
        #expect(first == 0 && second == 0, "\(log)")
        #expect(try output.files()["theirs.txt"] == "root's" && output.siblings() == [])
        try output.put("root's alone", at: "out/secret.txt")
        chmod(output.path + "/secret.txt", 0o600)
        let (third, refusal) = try Probe.run([output.path, "1"], under: user)
        #expect(third == 73 && refusal.contains("secret.txt was not made by transitlink batch and can't be carried over"))
        #expect(try output.files()["secret.txt"] == "root's alone" && output.files()["stop/2.html"] != nil)
    }
}
