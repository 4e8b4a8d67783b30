// The daemon as the unprivileged user that it is in service, on folders as tmpfiles makes them: producers of its group, files
// that it may not read, folders that it may not write, a disk that is full.

import Foundation
import TestSupport
import Testing

@Suite("As an unprivileged user", .enabled(if: geteuid() == 0, "needs root to become others"))
struct RightsTests {
    private static let user = 65534
    private static func becoming(_ user: Int) -> [String] {
        ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--groups=\(Self.user)"]
    }
    private let asDaemon = becoming(user)
    /// Another user, in the daemon's group.
    private let asProducer = becoming(65533)

    private func makeSpool() throws -> TestSpool {
        let spool = try TestSpool()
        for folder in TestSpool.folders {
            let path = "\(spool.path)/\(folder.name)"
            #expect(chown(path, uid_t(Self.user), gid_t(Self.user)) == 0 && chmod(path, folder.mode) == 0)
        }
        return spool
    }

    /// A producer's `mv`, with its umask.
    private func produce(_ spool: TestSpool, _ name: String, _ text: String, umask: String = "027") throws {
        let script = #"umask $3; printf %s "$2" >"$0/tmp/$1" && mv "$0/tmp/$1" "$0/incoming/$1""#
        let child = try ChildProcess(asProducer + ["bash", "-c", script, spool.path, name, text, umask])
        #expect(child.wait() == 0, "\(child.output)")
    }

    @Test func `producers of its group are answered and may take their answers away`() throws {
        let spool = try makeSpool()
        let daemon = try spool.startReady(through: asDaemon)
        try produce(spool, "a.json", SampleRequest.good)
        try produce(spool, "b.json", SampleRequest.bad)
        #expect(spool.answer("a.json") != nil && spool.answer("b.json") != nil)
        #expect(spool.isDone())
        #expect(
            try bash("cd $0; stat -c '%n %u:%g %a' results/* failed/*", spool.path).output == """
                results/a.json 65534:65534 640
                results/b.json 65534:65534 640
                failed/b.json 65533:65534 640
                failed/b.json.reason.json 65534:65534 640

                """)
        let take = try ChildProcess(asProducer + ["bash", "-c", #"cat "$0/results/a.json" && rm "$0/results/a.json""#, spool.path])
        #expect(take.wait() == 0)
        #expect(daemon.stop() == 0)
    }

    @Test func `what it may not read is kept in failed, and told of`() throws {
        let spool = try makeSpool()
        let daemon = try spool.startReady(through: asDaemon)
        try produce(spool, "a.json", SampleRequest.good, umask: "077")
        try produce(spool, "a.ndjson", SampleRequest.good, umask: "077")
        #expect(eventually { spool.names("failed").count == 4 })
        #expect(spool.isDone())
        #expect(spool.names("failed") == ["a.json", "a.json.reason.json", "a.ndjson", "a.ndjson.reason.json"])
        #expect(spool.names("results").isEmpty)
        #expect(spool.text("failed/a.json") == SampleRequest.good)
        #expect(
            spool.text("failed/a.json.reason.json")
                == #"{"name":"a.json","errors":[{"code":"unreadable","field":"","message":"the daemon may not read the file; give its group the right (umask 027, or chmod g+r)"}]}"# + "\n")
        #expect(daemon.logs("file kept in failed/, not answered", count: 2))
        #expect(daemon.stop() == 0)
    }

    @Test func `a file that becomes readable within the settling time is answered`() throws {
        let spool = try makeSpool()
        let daemon = try spool.startReady(through: asDaemon)
        try produce(spool, "a.json", SampleRequest.good, umask: "077")
        #expect(chmod(spool.path + "/incoming/a.json", 0o640) == 0)
        #expect(spool.answer("a.json") != nil)
        #expect(spool.isDone() && spool.names("failed").isEmpty)
        #expect(daemon.stop() == 0)
    }

    @Test(arguments: ["failed", "results", "work/results", "work/requests", "incoming"])
    func `a folder that can't be written while it runs refuses nothing, and is used again`(_ folder: String) throws {
        let spool = try makeSpool()
        let daemon = try spool.startReady(through: asDaemon)
        let path = "\(spool.path)/\(folder)"
        var status = stat()
        #expect(stat(path, &status) == 0)
        try produce(spool, "held.json.tmp", SampleRequest.bad)
        try produce(spool, "good.json.tmp", SampleRequest.good)
        #expect(chmod(path, 0o550) == 0)
        for name in ["held.json", "good.json"] {
            #expect(rename("\(spool.path)/incoming/\(name).tmp", "\(spool.path)/incoming/\(name)") == 0)
        }
        #expect(daemon.logs("spool can't be worked, requests stay"))
        #expect((spool.names("incoming") + spool.names("work/requests")).contains("held.json"))
        #expect(chmod(path, status.st_mode & 0o7777) == 0)
        #expect(spool.isDone())
        #expect(daemon.logs("spool can be worked again"))
        #expect(spool.names("results") == ["good.json", "held.json"])
        #expect(spool.names("failed") == ["held.json", "held.json.reason.json"])
        #expect(spool.text("failed/held.json") == SampleRequest.bad)
        #expect(daemon.stop() == 0)
    }

    @Test func `a request that can't be reached in its folder is not refused as unreadable`() throws {
        let spool = try makeSpool()
        let daemon = try spool.startReady(through: asDaemon)
        var expected = try ExpectedAnswers(spool)
        let streams = ["a.ndjson": (0..<20_000).map(SampleRequest.text), "b.ndjson": (0..<5).map(SampleRequest.text)]
        for (name, lines) in streams.sorted(by: { $0.key < $1.key }) { try spool.drop(name, lines.joined(separator: "\n")) }
        // The second waits in hand until the first is done, and is opened only then.
        #expect(eventually { spool.names("work/requests") == ["a.ndjson", "b.ndjson"] })
        #expect(chmod("\(spool.path)/work/requests", 0) == 0)
        #expect(daemon.logs("spool can't be worked, requests stay"))
        #expect(eventually { daemon.entries("spool can't be worked, requests stay").contains { $0["TRANSITLINK_DETAIL"]?.contains("b.ndjson") == true } })
        #expect(chmod("\(spool.path)/work/requests", 0o700) == 0)
        #expect(daemon.logs("spool can be worked again"))
        for (name, lines) in streams { #expect(spool.answer(name, within: 60) == expected.answers(lines)) }
        #expect(spool.isDone(within: 60) && spool.names("failed").isEmpty)
        #expect(daemon.stop() == 0)
    }

    @Test(arguments: [
        ("chmod 2550 $0/failed", "failed is not writable for user 65534"),
        ("chmod 0777 $0/incoming", "incoming is writable for everybody and has no sticky bit: take the right away (chmod o-w)"),
        ("chown 65533 $0/results", "results belongs to user 65533, not to user 65534, who runs this program"),
    ])
    func `what someone has to mend is exit 78 at the start`(_ script: String, _ sentence: String) throws {
        let spool = try makeSpool()
        #expect(try bash(script, spool.path).code == 0)
        let daemon = try spool.start(through: asDaemon)
        #expect(daemon.wait() == 78)
        #expect(daemon.entries.map { $0["MESSAGE"] } == ["spool has unsafe modes or owners"])
        #expect(daemon.entries.map { $0["TRANSITLINK_DETAIL"] } == ["\(spool.path)/\(sentence)"])
    }

    /// A container may keep even root from mounting.
    private static let canMount = (try? bash("unshare --mount true").code) == 0

    @Test(.enabled(if: canMount, "needs the right to mount a small file system"))
    func `a full disk refuses nothing, and the requests are answered once there is room`() throws {
        let spool = try TestSpool(makesFolders: false)
        #expect(mkdir(spool.path, 0o755) == 0)
        try #require(try bash("mount -t tmpfs -o size=1m tmpfs $0", spool.path).code == 0)
        defer { _ = try? bash("umount $0", spool.path) }
        for folder in TestSpool.folders { #expect(mkdir("\(spool.path)/\(folder.name)", folder.mode) == 0) }
        let daemon = try spool.startReady()
        for number in 0..<40 { try SampleRequest.text(number).write(to: spool.url("tmp/\(number).json"), atomically: false, encoding: .utf8) }
        _ = try bash("cat /dev/zero >$0/tmp/filler", spool.path)
        // mv(1) looks for the file where it has put it, and the daemon may be faster.
        for number in 0..<40 { #expect(rename("\(spool.path)/tmp/\(number).json", "\(spool.path)/incoming/\(number).json") == 0) }
        #expect(daemon.logs("spool can't be worked, requests stay"))
        #expect(daemon.entries("spool can't be worked, requests stay").allSatisfy { $0["TRANSITLINK_DETAIL"]?.hasSuffix("No space left on device") == true })
        #expect(spool.names("failed").isEmpty)
        #expect(unlink(spool.path + "/tmp/filler") == 0)
        #expect(spool.isDone())
        #expect(spool.names("results").count == 40)
        #expect(spool.names("failed").count == 2 * (0..<40).count(where: SampleRequest.isRefused))
        #expect(daemon.stop() == 0)
    }
}
