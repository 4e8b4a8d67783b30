// What an output folder may not be, in whole sentences, and that nothing is touched then.

import Foundation
import Posix
import TestSupport
import Testing

@testable import Staging

@Suite struct RefusalTests {
    let output: Output
    init() throws { output = try Output() }

    @Test func aFolderThatIsNotOurs() throws {
        try output.put("mine", at: "out/letter.txt")
        expect(
            "\(output.path) is not empty and was not made by transitlink batch (letter.txt is in it): "
                + "give a new or an empty folder with --out", .refused)
        #expect(try output.contents() == ["letter.txt": "mine"])
    }

    @Test(arguments: [
        ("transitlink-batch 2\n", "it is of another version of transitlink"),
        ("", "it is of another version of transitlink"),
        ("transitlink-batch 1\nfiles\n", "line 2 does not begin with 'options'"),
        ("transitlink-batch 1\noptions o", "line 2 does not begin with 'options'"),
        ("transitlink-batch 1\noptions o\na", "its list of files is cut off or not in order"),
        ("transitlink-batch 1\noptions o\nb\na\n", "its list of files is cut off or not in order"),
        ("transitlink-batch 1\noptions o\na\na\n", "its list of files is cut off or not in order"),
    ])
    func aManifestThatCannotBeRead(_ text: String, _ reason: String) throws {
        try output.put(text, at: "out/.transitlink-batch")
        expect(
            "\(output.path)/.transitlink-batch: \(reason), so it can't be told which files are ours: "
                + "give a new folder with --out", .refused)
    }

    @Test func aFile() throws {
        try output.put("", at: "out")
        expect("\(output.path) is not a folder: give another one with --out", .refused)
        symlink("out", output.place.path + "/link")
        expect("\(output.path) is not a folder: give another one with --out", .refused, at: output.place.path + "/link")
    }

    @Test func aMissingFolderAbove() throws {
        let path = output.place.path + "/no/such"
        expect("\(path) is missing: make it first (mkdir -p)", .refused, at: path + "/out")
        expect("\(output.path)/.. is missing: make it first (mkdir -p)", .refused, at: output.path + "/..")
    }

    @Test func aFolderAboveInWhichAnybodyMayRename() throws {
        let shared = output.place.path + "/shared"
        mkdir(shared, 0o700)
        chmod(shared, 0o2777)
        expect(
            "anybody may rename and replace what is in \(shared) (mode 2777), also while it is made: "
                + "chmod +t \(shared), or chmod o-w, or give a folder elsewhere with --out", .refused, at: shared + "/out")
        for mode in [0o3777, 0o2775] as [mode_t] {
            chmod(shared, mode)
            #expect(throws: Never.self) { try StagedFolder(shared + "/out", flush: false).discard() }
        }
    }

    @Test func aPathIntoWhichALinkCame() throws {
        let real = output.place.path + "/real"
        mkdir(real, 0o700)
        mkdir(real + "/inner", 0o700)
        symlink("real", output.place.path + "/link")
        #expect(throws: Never.self) { _ = try Directory(resolvedPath: Array((real + "/inner").utf8)) }
        #expect(throws: SystemError.self) { _ = try Directory(resolvedPath: Array((output.place.path + "/link/inner").utf8)) }
    }

    @Test func aLinkToNothing() throws {
        symlink("nowhere", output.path)
        expect("\(output.path) is a link that leads to nothing: make its target, or remove the link", .refused)
    }

    @Test func theRootAndAMountPoint() {
        expect("/ is a mount point, which can't be exchanged as a whole: give a folder inside it with --out", .refused, at: "/")
        expect(
            "/proc is a mount point, which can't be exchanged as a whole: give a folder inside it with --out", .refused,
            at: "/proc")
    }

    @Test func theCurrentFolder() {
        let current = FileManager.default.currentDirectoryPath
        expect(
            "\(current) is the current folder, and you would be left in the old one: run it from another folder",
            .refused, at: ".")
    }

    @Test func names() {
        expect("'' can't be used: it is empty", .refused, at: "")
        let long = String(repeating: "n", count: 230)
        expect("'\(long)' can't be used: it has over 221 bytes", .refused, at: output.place.path + "/" + long)
    }

    @Test func aFolderAboveThatMayNotBeWritten() throws {
        try #require(geteuid() == 0, "the test gives up root's rights")
        chmod(output.place.path, 0o755)
        let (code, log) = try Probe.run(
            [output.path, "1"], under: ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
        #expect(code == 73)
        #expect(
            log == "refused: no file can be made in \(output.place.path), where the new \(output.path) has to be put together: "
                + "let user 65534 write there, or give a folder inside \(output.path) with --out\n")
    }

    @Test func aSecondRunAtTheSameTime() throws {
        let first = try StagedFolder(output.path, flush: false)
        expect("another transitlink batch makes \(output.path) at the moment: try again when it has ended", .passing)
        _ = try first.commit(options: "o")
    }

    @Test func aFolderThatWasReplacedMeanwhile() throws {
        try output.make(["a": "1"])
        let folder = try StagedFolder(output.path, flush: false)
        rename(output.path, output.place.path + "/moved")
        try output.put("2", at: "out/other")
        do throws(StagingError) {
            _ = try folder.commit(options: "o")
            Issue.record("committed")
        } catch {
            #expect(
                "\(error.kind): \(error)"
                    == "passing: \(output.path) was replaced while its new content was made: try again")
        }
        #expect(try output.files() == ["other": "2"])
    }

    private func expect(_ message: String, _ kind: StagingError.Kind, at path: String? = nil) {
        let error = output.refusal(path)
        #expect(error?.description == message)
        #expect(error?.kind == kind)
    }
}
