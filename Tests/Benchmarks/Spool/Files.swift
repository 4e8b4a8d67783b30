// Files: the few calls with which a benchmark fills folders, and folders as descriptors. Thin on purpose: the rivals of the
// daemon are made of these calls, and nothing but the calls may be in their time.

import BenchmarkSupport
import CPosix
import Foundation

/// The result of a call of CPosix, whose errors are negative.
@discardableResult
func must(_ call: String, _ result: Int) throws -> Int32 {
    if result < 0 { throw CallFailed(call, Int32(-result)) }
    return Int32(result)
}

/// An open folder.
struct Folder {
    let path: String
    let descriptor: Int32

    /// Opens the folder, which is made where it is missing.
    init(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        self.path = path
        descriptor = try must("open \(path)", linux_openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0))
    }

    func create(_ name: String, _ bytes: [UInt8]) throws -> Int32 {
        let file = try must("create", linux_openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o640))
        try must("write", linux_write(file, bytes, UInt64(bytes.count)))
        return file
    }

    func write(_ name: String, _ bytes: [UInt8], flush: Bool = false) throws {
        let file = try create(name, bytes)
        if flush { try must("fsync", linux_fsync(file)) }
        linux_close(file)
    }

    func read(_ name: String, into buffer: inout [UInt8]) throws {
        let file = try must("open", linux_openat(descriptor, name, O_RDONLY | O_CLOEXEC, 0))
        try must("read", linux_read(file, &buffer, UInt64(buffer.count)))
        linux_close(file)
    }

    func rename(_ name: String, to folder: Folder) throws {
        try must("rename", linux_renameat(descriptor, name, folder.descriptor, name, 1))
    }

    func remove(_ name: String) throws { try must("unlink", linux_unlinkat(descriptor, name, 0)) }

    func flush() throws { try must("fsync", linux_fsync(descriptor)) }

    func flushFileSystem() throws { try must("syncfs", linux_syncfs(descriptor)) }

    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path) } }

    /// Removes every file.
    func clear() throws { for name in try names { try remove(name) } }
}

/// What happens in a folder, from the moment it is made on.
final class FolderEvents {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(_ folder: Folder, _ kinds: Int32) throws {
        descriptor = try must("inotify_init", linux_inotify_init())
        try must("inotify_add_watch", linux_inotify_add_watch(descriptor, folder.path, UInt32(kinds)))
    }

    deinit { close(descriptor) }

    /// Waits for `count` events.
    /// - Throws: where none comes within ten seconds, or the kernel dropped some.
    func wait(for count: Int = 1) throws {
        var left = count
        while left > 0 {
            var polls = [linux_poll(descriptor: descriptor, wanted: Int16(POLLIN), got: 0)]
            if try must("poll", linux_poll(&polls, 1, 10_000_000_000)) == 0 { throw CallFailed("events", ETIMEDOUT) }
            left -= try read()
        }
    }

    private func read() throws -> Int {
        let filled = Int(try must("read", linux_read(descriptor, &buffer, UInt64(buffer.count))))
        return try buffer.withUnsafeBytes { raw in
            var (at, count) = (0, 0)
            while at < filled {
                let event = raw.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { throw CallFailed("inotify", EOVERFLOW) }
                at += MemoryLayout<inotify_event>.size + Int(event.len)
                count += 1
            }
            return count
        }
    }
}
