// CrashPage: names the request whose bytes are being decoded or built, in a page that survives the process. It is written
// around every judgement and costs a few stores; no flush, because only a crash of the process matters, not of the machine.

internal import Posix

/// A request that ended the process, as found at start.
struct Suspect: Sendable, Hashable {
    let name: FileName
    let inode: UInt64
    /// The line of a stream, from 1; 0 for a single request.
    let line: UInt64
    /// How many attempts ended the process.
    let attempts: UInt64
}

/// The page in work/, with one slot for single requests and one for the stream.
final class CrashPage: Sendable {
    enum Slot: Int, CaseIterable {
        case single = 0
        case stream = 512
    }

    /// In words of 8 bytes: attempts (0: nothing under way), inode, line, length of the name, then the name.
    private enum Offset { static let attempts = 0, inode = 8, line = 16, length = 24, name = 32 }

    private static let size = 4096
    private let page: SharedPage

    /// - Throws: `open`, `fstat`, `write`, `mmap`.
    init(in work: borrowing Directory) throws(SystemError) {
        let file = try work.open("page", .readWrite(permissions: 0o600))
        page = try SharedPage(file, size: Self.size)
    }

    /// What was under way when the last process ended, or nil.
    func suspect(in slot: Slot) -> Suspect? {
        let attempts = page.word(at: slot.rawValue + Offset.attempts)
        let length = page.word(at: slot.rawValue + Offset.length)
        guard attempts > 0, length <= 255 else { return nil }
        guard let name = FileName(page.bytes(at: slot.rawValue + Offset.name, count: Int(length))) else { return nil }
        return Suspect(
            name: name, inode: page.word(at: slot.rawValue + Offset.inode),
            line: page.word(at: slot.rawValue + Offset.line), attempts: attempts)
    }

    /// Says that `name` is under way, for the `attempts`th time. The count is stored last: until then the slot is empty.
    func begin(_ name: FileName, inode: UInt64, line: UInt64 = 0, attempts: UInt64 = 1, in slot: Slot) {
        page.store(0, at: slot.rawValue + Offset.attempts)
        page.store(inode, at: slot.rawValue + Offset.inode)
        page.store(line, at: slot.rawValue + Offset.line)
        page.store(UInt64(name.bytes.count), at: slot.rawValue + Offset.length)
        page.store(name.bytes, at: slot.rawValue + Offset.name)
        page.store(attempts, at: slot.rawValue + Offset.attempts)
    }

    /// Says that the stream that was begun is at `line`, for the `attempts`th time.
    func advance(toLine line: UInt64, attempts: UInt64) {
        page.store(line, at: Slot.stream.rawValue + Offset.line)
        page.store(attempts, at: Slot.stream.rawValue + Offset.attempts)
    }

    /// Says that nothing is under way.
    func end(_ slot: Slot) { page.store(0, at: slot.rawValue + Offset.attempts) }
}
