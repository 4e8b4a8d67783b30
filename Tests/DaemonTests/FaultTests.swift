// What the system can run short of while the daemon works: each is named in the log, refuses nothing, and mends itself.

import Foundation
import TestSupport
import Testing

@Suite("A system that fails")
struct FaultTests {
    private static let fault = "spool can't be worked, requests stay"

    private func expectRecovery(_ spool: TestSpool, _ daemon: ChildProcess, fault detail: String) throws {
        #expect(daemon.entries(Self.fault).map { $0["TRANSITLINK_DETAIL"] } == [detail])
        #expect(daemon.logs("spool can be worked again"))
        try spool.drop("after.json", SampleRequest.good)
        #expect(spool.answer("after.json") != nil && spool.answer("a.json") != nil)
        #expect(spool.isDone() && spool.names("failed").isEmpty)
        #expect(daemon.stop() == 0)
    }

    @Test func `without descriptors requests wait until there are some`() throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady()
        let limit = { (number: Int) in try bash("prlimit --pid $0 --nofile=$1:", "\(daemon.process.processIdentifier)", "\(number)").code }
        #expect(try limit(5) == 0)
        try spool.drop("a.json", SampleRequest.good)
        #expect(daemon.logs(Self.fault))
        #expect(spool.names("results").isEmpty)
        #expect(try limit(1024) == 0)
        #expect(daemon.logs("spool can be worked again"))
        #expect(daemon.entries(Self.fault).allSatisfy { $0["TRANSITLINK_DETAIL"]?.hasSuffix(": Too many open files") == true })
        #expect(spool.answer("a.json") != nil && spool.isDone() && spool.names("failed").isEmpty)
        #expect(daemon.stop() == 0)
    }

    /// In a user namespace of its own, whose limit is nobody else's.
    private static let inNamespace = ["unshare", "--user", "--map-root-user", "bash", "-c", #"echo $1 >/proc/sys/user/max_inotify_$0 && exec "${@:2}""#]
    private static let hasNamespaces = (try? bash("unshare --user --map-root-user true").code) == 0

    @Test(
        .enabled(if: hasNamespaces, "needs user namespaces"),
        arguments: [("instances", "inotify_init1: Too many open files"), ("watches", "inotify_add_watch $: No space left on device")])
    func `without inotify the spool is listed every second, and watched once it can be`(_ what: String, _ detail: String) throws {
        let spool = try TestSpool()
        let daemon = try spool.startReady(through: Self.inNamespace + [what, "0"])
        #expect(daemon.logs(Self.fault))
        try spool.drop("a.json", SampleRequest.good)
        #expect(spool.answer("a.json") != nil)
        let enter = #"nsenter --user --preserve-credentials --target $0 bash -c "echo 100 >/proc/sys/user/max_inotify_$1""#
        #expect(try bash(enter, "\(daemon.process.processIdentifier)", what).code == 0)
        try expectRecovery(spool, daemon, fault: detail.replacingOccurrences(of: "$", with: spool.path))
    }

    private static let canMount = (try? bash("unshare --mount true").code) == 0

    @Test(.enabled(if: canMount, "needs the right to mount a small file system"))
    func `a file system that is read-only at the start is waited for`() throws {
        let spool = try TestSpool(makesFolders: false)
        #expect(mkdir(spool.path, 0o755) == 0)
        try #require(try bash("mount -t tmpfs tmpfs $0", spool.path).code == 0)
        defer { _ = try? bash("umount $0", spool.path) }
        for folder in TestSpool.folders { #expect(mkdir("\(spool.path)/\(folder.name)", folder.mode) == 0) }
        try spool.drop("a.json", SampleRequest.good)
        #expect(try bash("mount -o remount,ro $0", spool.path).code == 0)
        let daemon = try spool.startReady()
        #expect(daemon.logs(Self.fault))
        #expect(try bash("mount -o remount,rw $0", spool.path).code == 0)
        try expectRecovery(spool, daemon, fault: "access \(spool.path)/incoming: Read-only file system")
    }

    /// ext4 lets nobody take the place of a file that is marked immutable: a fault of one request, for as long as it is there.
    private static let canMark = (try? bash("f=$(mktemp) && chattr +i $f && chattr -i $f && rm $f").code) == 0

    @Test(.enabled(if: canMark, "needs the right to mark a file immutable"))
    func `one request whose fault persists holds up no other, and is done once it can be`() throws {
        let spool = try TestSpool()
        try #require(try bash("echo old >$0/results/b.json && chattr +i $0/results/b.json", spool.path).code == 0)
        defer { _ = try? bash("chattr -i $0/results/b.json", spool.path) }
        let names = (0..<300).map { "\($0).json" } + ["b.json"]
        for name in names { try SampleRequest.good.write(to: spool.url("tmp/\(name)"), atomically: false, encoding: .utf8) }
        for name in names { rename("\(spool.path)/tmp/\(name)", "\(spool.path)/incoming/\(name)") }
        let daemon = try spool.startReady()
        #expect(eventually(within: 60) { spool.names("work/requests") == ["b.json"] && spool.names("incoming").isEmpty })
        #expect(daemon.logs(Self.fault))
        try spool.drop("after.json", SampleRequest.good)
        #expect(spool.answer("after.json", within: 60) != nil)
        #expect(spool.text("results/b.json") == "old\n")
        #expect(try bash("chattr -i $0/results/b.json", spool.path).code == 0)
        #expect(spool.isDone(within: 60))
        #expect(spool.text("results/b.json") == spool.text("results/after.json"))
        #expect(daemon.logs("spool can be worked again"))
        #expect(daemon.stop() == 0)
    }
}
