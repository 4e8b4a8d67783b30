// The wrappers on real files: what they do, and what they refuse to do.

import Foundation
import Posix
import Synchronization
import TestSupport
import Testing

@Suite struct PosixTests {
    let place: TemporaryDirectory
    init() throws { place = try TemporaryDirectory() }
    private func folder() throws -> Directory { try Directory(path: Array(place.path.utf8)) }

    @Test func anErrorSaysWhatFailedOnWhat() {
        #expect(throws: SystemError("open", "/nowhere/at\\nall", .noEntry)) {
            _ = try Directory(path: Array("/nowhere/at\nall".utf8))
        }
        #expect(
            SystemError("fsync", "results/a.json", .noSpace).description
                == "fsync results/a.json: No space left on device")
    }

    @Test(arguments: [[], [0x2F], [0x2E], [0x2E, 0x2E], [0x61, 0], [UInt8](repeating: 0x61, count: 256)])
    func whatCanBeNoNameIsNone(_ bytes: [UInt8]) { #expect(FileName(bytes) == nil) }

    @Test func aLinkIsNeverFollowed() throws {
        try place.write("secret", to: "target")
        #expect(symlink(place.path + "/target", place.path + "/link") == 0)
        #expect(throws: SystemError("open", place.path + "/link", .tooManyLinks)) {
            _ = try folder().open("link", .read)
        }
        #expect(try folder().status(of: "link").kind == .symbolicLink)
        #expect(symlink(place.path, place.path + "/loop") == 0)
        #expect(throws: SystemError.self) { _ = try folder().directory("loop") }
    }

    @Test func aRenameReplacesOnlyWhenAsked() throws {
        try place.write("1", to: "a")
        try place.write("2", to: "b")
        let folder = try folder()
        #expect(throws: SystemError("rename", "\(place.path)/a to \(place.path)/b", .exists)) {
            try folder.rename("a", to: folder, as: "b", replacing: false)
        }
        try folder.rename("a", to: folder, as: "b", replacing: true)
        #expect(place.text(of: "b") == "1" && place.names(in: "") == ["b"])
    }

    @Test func descriptorsAreClosedWithTheirValueAndAtExec() throws {
        func open() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        try place.write("1", to: "a")
        let raw = try { try folder().open("a", .read).rawValue }()
        #expect(
            fcntl(raw, F_GETFD) == -1
                || (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(raw)")) != place.path
                    + "/a"
        )
        let kept = try folder().open("a", .read)
        #expect(fcntl(kept.rawValue, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
        #expect(try kept.read(upTo: 10) == [0x31])
    }

    @Test func aListingGivesEveryNameOnce() throws {
        let names = Set((0..<5000).map { "name \($0) \u{FFFD}" })
        for name in names { try place.write("", to: name) }
        var seen: [String] = []
        var listing = try DirectoryListing(folder())
        while let name = try listing.next() { seen.append(String(decoding: name.bytes, as: UTF8.self)) }
        #expect(seen.count == names.count && Set(seen) == names)
    }

    @Test func aFolderIsMadeWithItsPermissionsWhateverTheMask() throws {
        #expect(try folder().makeDirectory("a", permissions: 0o3730))
        #expect(try !folder().makeDirectory("a", permissions: 0o700))
        #expect(try folder().status(of: "a").permissions == 0o3730)
    }

    @Test func inotifySaysWhatHappenedToWhichName() throws {
        let inotify = try Inotify()
        let watch = try inotify.watch(folder(), for: [.created, .closedAfterWriting])
        #expect(try inotify.read().isEmpty)
        close(open(place.path + "/a\n", O_CREAT | O_WRONLY, 0o600))
        #expect(
            try poll(reading: [inotify.descriptor.rawValue], timeout: .seconds(60)) == [inotify.descriptor.rawValue])
        let events = try inotify.read()
        #expect(events.map(\.name) == ["a\n", "a\n"] && events.allSatisfy { $0.watch == watch })
        #expect(events.map(\.kinds) == [.created, .closedAfterWriting])
    }

    @Test func aLockHasOneHolderAtATime() throws {
        let first = try folder().open("lock", .readWrite(permissions: 0o600))
        let second = try folder().open("lock", .readWrite(permissions: 0o600))
        #expect(try first.lockExclusively())
        #expect(try !second.lockExclusively())
    }

    @Test func aThreadRunsAndWakesAnother() throws {
        let wake = try WakeUp()
        #expect(try poll(reading: [wake.descriptor.rawValue], timeout: .zero).isEmpty)
        let shared = Shared(try WakeUp())
        let thread = try OwnedThread(name: "a long thread name") { shared.wake.signal() }
        try shared.wake.wait()
        thread.join()
        #expect(try poll(reading: [shared.wake.descriptor.rawValue], timeout: .zero).isEmpty)
    }

    private final class Shared: Sendable {
        let wake: WakeUp
        init(_ wake: consuming WakeUp) { self.wake = wake }
    }

    @Test func aMappedPageIsTheFile() throws {
        let page = try SharedPage(folder().open("page", .readWrite(permissions: 0o600)), size: 4096)
        page.store(Array("hello".utf8), at: 8)
        page.store(UInt64(7), at: 0)
        let file = try folder().open("page", .read)
        #expect(try file.read(upTo: 13) == [7, 0, 0, 0, 0, 0, 0, 0] + Array("hello".utf8))
        #expect(page.word(at: 0) == 7 && page.bytes(at: 8, count: 5) == Array("hello".utf8))
    }
}
