// SpoolTargets: names in incoming/, which any producer chooses, and files of our own that a crash or a hand may have spoiled: the
// page of the spool, and manifest and stop memory of a published folder.

import Escaping
import Glibc

@testable import LinkSpool
@testable import Posix
@testable import Staging

extension FuzzTarget {
    static let spoolName = FuzzTarget(name: "spool-name") { bytes in
        let shown = Printable.escaped(bytes)
        expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control }, "a name is shown with controls")
        let quoted = Printable.quoted(String(decoding: bytes, as: UTF8.self))
        expect(!quoted.unicodeScalars.contains { $0.properties.generalCategory == .control }, "a text is quoted with controls")
        guard let name = FileName(bytes) else { return }
        let text = String(validating: bytes, as: UTF8.self)
        let isControlled = text?.unicodeScalars.contains { $0.properties.generalCategory == .control } ?? true
        expect(FileName(name.keptName.bytes) == name.keptName, "kept by a name that is none")
        switch name.nameClass {
        case .request:
            expect(!isControlled && bytes.count <= 200, "a request of a name that is shown badly")
            expect(FileName(name.answerName.bytes) == name.answerName, "an answer by a name that is none")
            expect(name.answerName.nameClass != .leftAlone, "an answer that nobody may touch")
            _ = name.extended(".reason.json")
        case .leftAlone, .otherSuffix: break
        case .bad(let fault):
            let kept = name.keptName
            expect(kept != name && kept.bytes.count == 21, "kept by its own name: \(fault)")
        }
    }

    static let crashPage = FuzzTarget(name: "crash-page") { bytes in
        guard let work = try? Directory(path: Array(folder.utf8)),
            let file = try? work.open("page", .readWrite(permissions: 0o600)), ftruncate(file.rawValue, 0) == 0,
            (try? file.write(bytes)) != nil, let page = try? CrashPage(in: work)
        else { fatalError("no page in \(folder): \(errno)") }
        for slot in CrashPage.Slot.allCases {
            if let suspect = page.suspect(in: slot) { expect(suspect.attempts > 0, "nothing was under way") }
        }
        page.begin("a.json", inode: 1, attempts: 2, in: .single)
        expect(page.suspect(in: .single)?.attempts == 2, "what is under way isn't in the page")
    }

    static let manifest = FuzzTarget(name: "manifest") { bytes in
        guard let manifest = try? Manifest(bytes, path: "fuzz") else { return }
        expect(manifest.encoded == bytes, "a manifest doesn't read back")
        for index in 0..<manifest.files.count {
            let path = Array(manifest.files[index])
            expect(manifest.files.contains(path) && manifest.files.holdsPath(startingWith: path), "a path that isn't found")
        }
        expect(manifest.files.countMissing(in: manifest.files) == 0, "a list that lacks its own")
    }

    /// Two memories, parted by a zero byte.
    static let stopMemory = FuzzTarget(name: "stop-memory") { bytes in
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
        guard parts.count == 2 else { return }
        let changes = StopChanges(from: parts[0], to: parts[1])
        for change in changes.all {
            let (id, name) = (changes.id(of: change), changes.name(of: change) + changes.oldName(of: change))
            expect(!id.contains("\t") && !name.contains("\t"), "a field with a tab")
            expect(change.metres.map { $0.isNaN || (0...20_038_000).contains($0) } ?? true, "farther than around the earth")
        }
        let (came, went) = (changes.count(.came), changes.count(.went))
        let lines = parts.map { $0.split(separator: 0x0A, omittingEmptySubsequences: false) }
            .map { $0.count - ($0.last?.isEmpty == true ? 1 : 0) }
        expect(lines[1] - lines[0] == came - went, "\(came) came, \(went) went, of \(lines[0]) are \(lines[1])")
        expect(StopChanges(from: parts[1], to: parts[1]).all.isEmpty, "nothing changed, and it says so not")
    }
}

/// A folder of this process.
private let folder: String = {
    let path = "/dev/shm/transitlink-fuzz.\(getpid())"
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { fatalError("no \(path): \(errno)") }
    atexit {
        unlink("/dev/shm/transitlink-fuzz.\(getpid())/page")
        rmdir("/dev/shm/transitlink-fuzz.\(getpid())")
    }
    return path
}()
