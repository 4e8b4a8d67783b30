// A file system that can't refuse to replace a name in one step: NFS and many by FUSE. Here it is bindfs, which renames as they do.

import Foundation
import Posix
import TestSupport
import Testing

enum UserFileSystems {
    static let areThere = geteuid() == 0 && access("/dev/fuse", R_OK | W_OK) == 0 && access("/usr/bin/bindfs", X_OK) == 0
}

@Suite(.enabled(if: UserFileSystems.areThere, "needs root, /dev/fuse and bindfs")) struct PlainFileSystemTests {
    /// A folder seen through bindfs.
    private final class Mount {
        let real: TemporaryDirectory
        let place: TemporaryDirectory
        private let server: ChildProcess

        init() throws {
            real = try TemporaryDirectory()
            place = try TemporaryDirectory()
            server = try ChildProcess(["bindfs", "-f", "--no-allow-other", real.path, place.path])
            try real.write("", to: "mounted")
            let path = place.path
            #expect(eventually { access(path + "/mounted", F_OK) == 0 })
        }

        deinit { umount2(place.path, Int32(MNT_DETACH)) }
    }

    @Test func aSpoolIsWorkedWithoutTheFlag() throws {
        let mount = try Mount()
        let spool = try ProbedSpool(in: mount.place)
        try spool.submit(CrashMatrixTests.requests)
        try spool.submit(["half.json": "{1"])
        let (code, output) = try spool.run()
        #expect(code == 0, "\(output)")
        var done = CrashMatrixTests.done
        done["results/half.json"] = "refused unfinished\n"
        done["failed/half.json"] = "{1"
        done["failed/half.json.reason.json"] = "reason: unfinished half.json\n"
        #expect(try spool.files() == done, "\(output)")
    }

    @Test func whatIsInTheWayIsNotReplaced() throws {
        let mount = try Mount()
        for (name, text) in ["tmp/a": "{1}", "incoming/a": "{2}", "tmp/b": "{3}"] {
            mkdir(mount.place.path + "/" + name.prefix { $0 != "/" }, 0o755)
            try mount.place.write(text, to: name)
        }
        let root = try Directory(path: Array(mount.place.path.utf8))
        // It is a file system of that kind.
        #expect(throws: SystemError.self) { try root.exchange("tmp", with: "incoming") }
        let tmp = try root.directory("tmp")
        let incoming = try root.directory("incoming")
        let faults = [
            #expect(throws: SystemError.self) { try tmp.rename("a", to: incoming, as: "a", replacing: false) },
            #expect(throws: SystemError.self) { try tmp.moveBack("a", to: incoming, as: "a") },
        ]
        #expect(faults.map { $0?.errno } == [.exists, .exists])
        #expect(mount.place.text(of: "incoming/a") == "{2}" && mount.place.text(of: "tmp/a") == "{1}")
        try tmp.moveBack("b", to: incoming, as: "b")
        try tmp.rename("a", to: incoming, as: "c", replacing: false)
        #expect(mount.place.text(of: "incoming/b") == "{3}" && mount.place.text(of: "incoming/c") == "{1}")
        #expect(mount.place.names(in: "tmp").isEmpty)
    }
}
