// BareLoop: the daemon's rivals: the same system calls and nothing else, no watching, no reading of what is in a request, no
// care for a crash of the program. What they reach is what this disk gives.

import CPosix
import Foundation

struct BareLoop {
    /// How a batch of results gets to the disk.
    enum Flush: String {
        case each = "fsync"
        case startedThenEach = "sync_file_range, then fsync"
        case fileSystem = "syncfs"
    }

    let incoming: Folder
    private let work: Folder
    private let unfinished: Folder
    private let results: Folder
    private let answer: [UInt8]

    /// - Parameter answer: the bytes of every result.
    init(_ path: String, answer: [UInt8]) throws {
        incoming = try Folder("\(path)/incoming")
        work = try Folder("\(path)/work/requests")
        unfinished = try Folder("\(path)/work/results")
        results = try Folder("\(path)/results")
        self.answer = answer
    }

    /// Create, write, flush, rename, flush the folder.
    func publish(_ name: String) throws {
        let file = try unfinished.create(name, answer)
        try must("fsync", linux_fsync(file))
        linux_close(file)
        try unfinished.rename(name, to: results)
        try results.flush()
    }

    /// Rename in, read, create, write, flush, rename, flush, unlink, a batch at a time.
    func run(_ names: [String], batch: Int, _ flush: Flush) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        for start in stride(from: 0, to: names.count, by: batch) {
            let group = names[start..<min(start + batch, names.count)]
            var files: [Int32] = []
            for name in group {
                try incoming.rename(name, to: work)
                try work.read(name, into: &buffer)
                files.append(try unfinished.create(name, answer))
            }
            try flushAll(files, flush)
            for name in group { try unfinished.rename(name, to: results) }
            try results.flush()
            for name in group { try work.remove(name) }
        }
    }

    private func flushAll(_ files: [Int32], _ flush: Flush) throws {
        switch flush {
        case .each: for file in files { try must("fsync", linux_fsync(file)) }
        case .startedThenEach:
            for file in files { try must("sync_file_range", linux_start_writeback(file)) }
            for file in files { try must("fsync", linux_fsync(file)) }
        case .fileSystem: try unfinished.flushFileSystem()
        }
        for file in files { linux_close(file) }
    }

    func clear() throws { try results.clear() }
}
