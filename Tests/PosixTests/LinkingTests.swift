// Second names, exchanges, trees and copies, on real files.

import Foundation
import Posix
import TestSupport
import Testing

@Suite struct LinkingTests {
    let place: TemporaryDirectory
    init() throws { place = try TemporaryDirectory() }
    private func folder() throws -> Directory { try Directory(path: Array(place.path.utf8)) }
    private func make(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: place.path + "/" + path, withIntermediateDirectories: true)
    }

    @Test func aFileGetsASecondName() throws {
        try place.write("1", to: "a")
        try folder().link("a", to: try folder(), as: "b")
        #expect(try folder().status(of: "a").identity == folder().status(of: "b").identity)
        #expect(throws: SystemError("link", "\(place.path)/a to \(place.path)/b", .exists)) {
            try folder().link("a", to: try folder(), as: "b")
        }
    }

    @Test func aLinkGetsASecondNameItself() throws {
        symlink("/etc/passwd", place.path + "/a")
        try folder().link("a", to: try folder(), as: "b")
        #expect(try folder().status(of: "b").kind == .symbolicLink)
    }

    @Test func twoNamesChangePlaces() throws {
        try make("a")
        try place.write("1", to: "a/x")
        try place.write("2", to: "b")
        try folder().exchange("a", with: "b")
        #expect(place.text(of: "a") == "2" && place.text(of: "b/x") == "1")
        #expect(throws: SystemError("exchange", "\(place.path)/a and \(place.path)/c", .noEntry)) {
            try folder().exchange("a", with: "c")
        }
    }

    @Test func aMountPointIsToldFromAFolder() throws {
        try make("a")
        #expect(try folder().isMountPoint("a") == false)
        #expect(try Directory(path: Array("/".utf8)).isMountPoint("proc"))
    }

    @Test func aTreeIsRemovedAndNoLinkInItFollowed() throws {
        try make("other")
        try place.write("stays", to: "other/x")
        try make("tree/a/b/c")
        for number in 0..<300 { try place.write("", to: "tree/a/\(number)") }
        symlink(place.path + "/other", place.path + "/tree/a/link")
        symlink("nowhere", place.path + "/tree/loose")
        mkfifo(place.path + "/tree/a/fifo", 0o600)
        chmod(place.path + "/tree/a/b", 0o500)
        try folder().removeTree("tree")
        #expect(place.names(in: "") == ["other"] && place.text(of: "other/x") == "stays")
    }

    @Test func aLinkIsNoTree() throws {
        try make("other")
        symlink("other", place.path + "/link")
        #expect(throws: SystemError.self) { try folder().removeTree("link") }
        #expect(place.names(in: "") == ["link", "other"])
    }

    @Test func aTreeThatIsTooDeepIsLeft() throws {
        try make("tree" + String(repeating: "/d", count: 130))
        #expect(throws: SystemError.self) { try folder().removeTree("tree") }
        #expect(place.names(in: "") == ["tree"])
    }

    @Test(arguments: [0, 1, 4_096, 3_000_000]) func theBeginningOfAFileIsCopied(_ count: Int) throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 255) }
        try Data(bytes).write(to: place.url.appendingPathComponent("a"))
        let copy = try folder().open("b", .create(permissions: 0o600))
        try copy.copyBeginning(of: try folder().open("a", .read), count: UInt64(count))
        try copy.write([1, 2, 3].span)
        let written = try folder().open("b", .read).read(upTo: 4_000_000)
        #expect(written == bytes.prefix(count) + [1, 2, 3])
    }

    @Test func aFileThatIsShorterThanWantedIsAnError() throws {
        try place.write("123", to: "a")
        let copy = try folder().open("b", .create(permissions: 0o600))
        #expect(throws: SystemError("read", "\(place.path)/a", .inputOutput)) {
            try copy.copyBeginning(of: try folder().open("a", .read), count: 4)
        }
    }

    @Test(arguments: [
        ("345", 2, true), ("345", 3, false), ("12345", 0, true), ("123456", 0, false), ("", 5, true), ("x", 5, false),
    ])
    func bytesAreLookedForAtTheirPlace(_ text: String, _ offset: Int, _ expected: Bool) throws {
        try place.write("12345", to: "a")
        var buffer: [UInt8] = [9]
        let file = try folder().open("a", .read)
        #expect(try file.holds(Array(text.utf8).span, at: UInt64(offset), using: &buffer) == expected)
    }

    @Test func aRealPathHasNoLinksAndDots() throws {
        try make("a/b")
        symlink("a", place.path + "/link")
        let path = try RealPath.resolve(Array((place.path + "/./link//b/../b/").utf8))
        #expect(String(decoding: path, as: UTF8.self) == place.path + "/a/b")
        #expect(throws: SystemError("realpath", "\(place.path)/no", .noEntry)) {
            try RealPath.resolve(Array((place.path + "/no").utf8))
        }
        #expect(throws: SystemError("realpath", "a\\x00b", .invalid)) { try RealPath.resolve(Array("a\0b".utf8)) }
    }
}
