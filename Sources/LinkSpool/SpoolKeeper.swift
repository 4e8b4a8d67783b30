// SpoolKeeper: what an operator does to a spool from outside, while the daemon works it or not: count, read the reasons, run
// failed requests again, throw old ones away. It takes no lock: every step is one rename or one removal.

package import Posix

/// Looks after a spool.
package final class SpoolKeeper: Sendable {
    private let root: Directory
    private let incoming: Directory
    private let failed: Directory

    /// Files in a folder.
    package struct Count: Sendable, Hashable {
        package var files = 0
        /// ctime of the oldest, in nanoseconds since 1970.
        package var oldestNanoseconds: Int64?
    }

    /// A request in failed/.
    package struct Failed: Sendable, Hashable {
        package let name: FileName
        /// When it was put there: ctime, in nanoseconds since 1970.
        package let sinceNanoseconds: Int64
        /// The content of its reason file; empty where there is none. At most 1 MiB.
        package let reason: [UInt8]
    }

    /// Why a failed request can't be run again.
    package enum RetryError: Error, Sendable, Hashable {
        /// There is no such request in failed/.
        case unknown
        /// It is kept under a name that isn't its own, because its own can have no answer.
        case hasNoName
        /// Another request of this name waits already.
        case nameTaken(FileName)
        case system(SystemError)
    }

    /// - Throws: `open`: it takes the daemon's rights, or root's.
    package init(path: [UInt8]) throws(SystemError) {
        root = try Directory(path: path)
        incoming = try root.directory(FolderName.incoming)
        failed = try root.directory(FolderName.failed)
    }

    // MARK: status

    /// Requests that wait, without names that are left alone, and without folders, which are no requests.
    /// - Throws: `open`, `getdents64`, `stat`.
    package func waiting() throws(SystemError) -> Count {
        try count(incoming, folders: false) { $0.nameClass != .leftAlone }
    }

    /// Requests in hand.
    /// - Throws: `open`, `getdents64`, `stat`.
    package func inHand() throws(SystemError) -> Count {
        try count(root.directory(FolderName.work).directory(FolderName.requests)) { _ in true }
    }

    /// Answers that nobody has taken away yet.
    /// - Throws: `open`, `getdents64`, `stat`.
    package func results() throws(SystemError) -> Count { try count(root.directory(FolderName.results)) { _ in true } }

    /// Requests in failed/, without their reasons.
    /// - Throws: `open`, `getdents64`, `stat`.
    package func failedCount() throws(SystemError) -> Count { try count(failed) { !$0.isReason } }

    private func count(
        _ directory: borrowing Directory, folders: Bool = true, where counts: (FileName) -> Bool
    ) throws(SystemError) -> Count {
        var count = Count()
        var listing = try DirectoryListing(directory)
        while let name = try listing.next() {
            guard counts(name), let status = try directory.statusIfPresent(of: name) else { continue }
            if !folders && status.kind == .directory { continue }
            count.files += 1
            count.oldestNanoseconds = min(count.oldestNanoseconds ?? .max, status.changedNanoseconds)
        }
        return count
    }

    // MARK: failed ones

    /// All of failed/, the oldest first.
    /// - Throws: `open`, `getdents64`, `stat`, `read`.
    package func failedRequests() throws(SystemError) -> [Failed] {
        var all: [Failed] = []
        var listing = try DirectoryListing(failed)
        while let name = try listing.next() {
            guard !name.isReason, let status = try failed.statusIfPresent(of: name) else { continue }
            all.append(Failed(name: name, sinceNanoseconds: status.changedNanoseconds, reason: try reason(of: name)))
        }
        return all.sorted { ($0.sinceNanoseconds, $0.name) < ($1.sinceNanoseconds, $1.name) }
    }

    private func reason(of name: FileName) throws(SystemError) -> [UInt8] {
        guard let reason = name.appending(".reason.json") else { return [] }
        do { return try failed.open(reason, .read).read(upTo: 1 << 20) } catch  where error.errno == .noEntry {
            return []
        }
    }

    private func isKept(_ name: FileName) throws(RetryError) -> Bool {
        do throws(SystemError) { return try failed.statusIfPresent(of: name) != nil } catch { throw .system(error) }
    }

    /// Puts a failed request back into incoming/, under the name with which it came, and removes its reason.
    /// - Returns: that name.
    /// - Throws: why it can't be run again; it is then still in failed/.
    package func retry(_ name: FileName) throws(RetryError) -> FileName {
        guard try isKept(name) else { throw .unknown }
        guard case .request = name.firstName.nameClass else { throw .hasNoName }
        let first = name.firstName
        do {
            try failed.rename(name, to: incoming, as: first, replacing: false)
            try incoming.flush()
            try removeReason(of: name)
        } catch {
            switch (error.operation, error.errno) {
            case ("rename", .noEntry): throw .unknown
            case ("rename", .exists): throw .nameTaken(first)
            default: throw .system(error)
            }
        }
        return first
    }

    /// Removes what has been in failed/ for longer than `age`, by the wall clock.
    /// - Returns: the removed requests.
    /// - Throws: `open`, `getdents64`, `stat`, `unlink`.
    package func purge(olderThan age: Duration) throws(SystemError) -> [FileName] {
        let end = wallClockNanoseconds() - age.wholeNanoseconds
        var removed: [FileName] = []
        for request in try failedRequests() where request.sinceNanoseconds < end {
            try failed.removeIfPresent(request.name)
            try removeReason(of: request.name)
            removed.append(request.name)
        }
        return removed
    }

    private func removeReason(of name: FileName) throws(SystemError) {
        if let reason = name.appending(".reason.json") { try failed.removeIfPresent(reason) }
        try failed.flush()
    }
}

extension FileName {
    var isReason: Bool { hasSuffix(".reason.json") }

    /// The name with which a failed request came: `a.json` for `a.json.2`.
    var firstName: FileName {
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > bytes.startIndex else { return self }
        let number = bytes[(dot + 1)...]
        guard !number.isEmpty, number.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return self
        }
        guard let first = FileName(bytes[..<dot]), case .request = first.nameClass else { return self }
        return first
    }
}
