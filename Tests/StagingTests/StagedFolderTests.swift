// A run from its beginning to its end: what is written, linked, removed and kept.

import Foundation
import Posix
import TestSupport
import Testing

@testable import Staging

@Suite struct StagedFolderTests {
    let output: Output
    init() throws { output = try Output() }

    @Test func theFirstRunMakesTheFolderAndNothingBesideIt() throws {
        let report = try output.make(["index.html": "i", "stop/1.html": "one"])
        #expect(report.isSwapped)
        #expect(report.counts.written == 2 && report.counts.unchanged == 0 && report.counts.removed == 0)
        #expect(
            try output.contents() == [
                "index.html": "i", "stop/1.html": "one",
                ".transitlink-batch": "transitlink-batch 1\noptions o\nindex.html\nstop/1.html\n",
            ])
        #expect(output.siblings() == [])
    }

    @Test func anEmptyFolderWillDo() throws {
        try FileManager.default.createDirectory(atPath: output.path, withIntermediateDirectories: false)
        try output.make(["a": "1"])
        #expect(try output.files() == ["a": "1"])
    }

    @Test func aRerunLinksWhatIsEqualAndWritesTheRest() throws {
        try output.make(["same": "s", "longer": "1", "other": "x", "gone/g": "g"])
        let same = try output.inode("out/same")
        let report = try output.make(["same": "s", "longer": "12", "other": "y", "new/n": "n"])
        #expect(report.counts == counts(written: 3, unchanged: 1, removed: 1))
        #expect(try output.inode("out/same") == same)
        #expect(try output.files() == ["same": "s", "longer": "12", "other": "y", "new/n": "n"])
        #expect(output.siblings() == [])
    }

    @Test func aRerunWithoutAChangeTouchesNothing() throws {
        try output.make(["a": "1", "b/c": "2"])
        let folder = try output.inode("out")
        let report = try output.make(["a": "1", "b/c": "2"])
        #expect(!report.isSwapped && report.counts == counts(written: 0, unchanged: 2, removed: 0))
        #expect(try output.inode("out") == folder && output.siblings() == [])
    }

    @Test func otherOptionsAloneMakeANewManifest() throws {
        try output.make(["a": "1"], options: "o")
        #expect(try output.make(["a": "1"], options: "p").isSwapped)
        #expect(try StagedFolder(output.path, flush: false).old?.options == "p")
    }

    @Test func withoutACommitTheOldFolderStays() throws {
        try output.make(["a": "1"])
        try {
            let folder = try StagedFolder(output.path, flush: true)
            try folder.write("b/c", [1])
            let stream = try folder.stream("d")
            try stream.append([2])
            #expect(output.siblings().count == 2)
        }()
        #expect(try output.files() == ["a": "1"] && output.siblings() == [])
    }

    @Test func `a file that is given up is as if it hadn't been begun, and the last run's can be kept`() throws {
        try output.make(["same": "aa", "other": "b", "s/deep": "d"])
        let deep = try output.inode("out/s/deep")
        let folder = try StagedFolder(output.path, flush: false)
        // Equal to the old one so far, different, new.
        for (path, bytes) in [("same", [0x61]), ("other", [0x63]), ("new/n", [0x64])] as [(String, [UInt8])] {
            let file = try folder.stream(path)
            try file.append([UInt8](repeating: bytes[0], count: 300 << 10))
            try file.abandon()
            try file.abandon()
        }
        #expect(try folder.keepOld("s/deep") && folder.keepOld("other"))
        #expect(try !folder.keepOld("new/n") && !folder.keepOld("none"))
        let report = try folder.commit(options: "o")
        #expect(report.counts == counts(written: 0, unchanged: 2, removed: 1))
        #expect(try output.files().filter { !$0.key.hasSuffix("/") } == ["other": "b", "s/deep": "d"])
        #expect(try output.inode("out/s/deep") == deep)
        #expect(try StagedFolder(output.path, flush: false).old?.fileCount == 2)
    }

    @Test func `only a file of ours is kept, and none twice`() throws {
        try output.make(["a": "1"])
        try output.put("theirs", at: "out/b")
        let folder = try StagedFolder(output.path, flush: false)
        #expect(try !folder.keepOld("b"))
        try folder.write("a", [0x32])
        #expect(throws: StagingError.self) { try folder.keepOld("a") }
    }

    @Test func theFolderKeepsItsRightsAndFilesGetThoseOfTheMask() throws {
        try output.make(["a": "1"])
        let new = try output.permissions("out")
        chmod(output.path, 0o2750)
        try output.make(["a": "2", "s/b": "2"])
        #expect(try output.permissions("out") == 0o2750)
        #expect(try output.permissions("out/a") == 0o666 & new)
        #expect(try output.permissions("out/s") & 0o2000 == 0o2000)
    }

    @Test func aFileWithOtherRightsIsWrittenAnew() throws {
        try output.make(["a": "1"])
        chmod(output.path + "/a", 0o600)
        #expect(try output.make(["a": "1"]).counts == counts(written: 1, unchanged: 0, removed: 0))
    }

    @Test func aFileThatBecameALinkOrAFIFOIsWrittenAnew() throws {
        try output.make(["a": "1", "b": "2"])
        unlink(output.path + "/a")
        symlink("/etc/passwd", output.path + "/a")
        unlink(output.path + "/b")
        mkfifo(output.path + "/b", 0o644)
        #expect(try output.make(["a": "1", "b": "2"]).counts.written == 2)
        #expect(try output.files() == ["a": "1", "b": "2"])
    }

    @Test func aLinkToTheFolderStaysAndItsTargetIsExchanged() throws {
        try output.make(["a": "1"])
        symlink("out", output.place.path + "/current")
        let folder = try StagedFolder(output.place.path + "/current", flush: false)
        try folder.write("a", Array("2".utf8))
        _ = try folder.commit(options: "o")
        #expect(try output.files() == ["a": "2"] && output.siblings() == ["current"])
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: output.place.path + "/current")
        #expect(link == "out")
    }

    @Test func aStoppedRunsLeftoversGo() throws {
        try output.make(["a": "1"])
        try output.put("x", at: ".out.transitlink-0123456789abcdef/deep/er/file")
        try output.put("", at: ".out.transitlink.lock")
        try output.put("not ours", at: ".out.transitlink-0123456789abcdeg")
        chmod(output.place.path + "/.out.transitlink-0123456789abcdef/deep", 0o500)
        try output.make(["a": "2"])
        #expect(output.siblings() == [".out.transitlink-0123456789abcdeg"])
    }

    @Test func aFolderThatWasSetAsideComesBack() throws {
        try output.make(["a": "1"])
        rename(output.path, output.place.path + "/.out.transitlink-old")
        let report = try output.make(["a": "1"])
        #expect(!report.isSwapped && report.counts.unchanged == 1)
        #expect(try output.files() == ["a": "1"] && output.siblings() == [])
    }

    @Test func onePathIsWrittenOnce() throws {
        let folder = try StagedFolder(output.path, flush: false)
        try folder.write("a", [1])
        #expect(throws: StagingError.self) { try folder.write("a", [1]) }
    }

    @Test(arguments: [
        ("", "a part is empty or has over 255 bytes"), ("a//b", "a part is empty or has over 255 bytes"),
        ("/a", "a part is empty or has over 255 bytes"), ("a/", "a part is empty or has over 255 bytes"),
        ("../a", "a part begins with a dot"), ("a/../b", "a part begins with a dot"),
        (".transitlink-batch", "a part begins with a dot"), ("a\nb", "it has a control character"),
        ("1/2/3/4/5/6/7/8/9", "it has over 8 parts"), (String(repeating: "a/", count: 600), "it has over 1024 bytes"),
    ])
    func aPathThatIsNoPlainOneIsRefused(_ path: String, _ reason: String) throws {
        let folder = try StagedFolder(output.path, flush: false)
        let shown = path.replacing("\n", with: "\\n")
        #expect(throws: StagingError.unusableName(shown, reason: reason)) { try folder.write(path, []) }
    }

    @Test func severalThreadsWriteAtOnce() throws {
        let (code, log) = try Probe.run([output.path, "1", "--threads", "50"])
        #expect(code == 0 && log.hasPrefix("swapped: 204 written"), "\(log)")
        #expect(try output.files().count == 204)
        let (_, second) = try Probe.run([output.path, "1", "--threads", "50"])
        #expect(second == "as before: 0 written, 204 unchanged, 0 removed, foreign 0 []\n")
    }

    private func counts(written: Int, unchanged: Int, removed: Int) -> ChangeCounts {
        var counts = ChangeCounts()
        (counts.written, counts.unchanged, counts.removed) = (written, unchanged, removed)
        return counts
    }
}
