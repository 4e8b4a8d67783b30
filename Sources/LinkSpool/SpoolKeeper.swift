// SpoolKeeper: what an operator does to a spool from outside, while the daemon works it or not: count, read the reasons, run
// failed requests again, throw old ones away. However much is in a folder, it holds a bounded number of names.

package import Posix

/// Looks after a spool.
package final class SpoolKeeper: Sendable {
    private let root: Directory
    private let incoming: Directory
    private let failed: Directory
    private let results: Directory

    /// Files in a folder.
    package struct Count: Sendable, Hashable {
        package var files = 0
        /// ctime of the oldest, in nanoseconds since 1970.
        package var oldestNanoseconds: Int64?
    }

    /// - Throws: `open`: it takes the daemon's rights, or root's.
    package init(path: [UInt8]) throws(SystemError) {
        root = try Directory(path: path)
        incoming = try root.directory(FolderName.incoming)
        failed = try root.directory(FolderName.failed)
        results = try root.directory(FolderName.results)
    }

    // MARK: status

    /// Whether a daemon works the spool.
    /// - Throws: `fstatfs`.
    package func daemon() throws(SystemError) -> DaemonPresence { try DaemonPresence(seenAt: results) }

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
    package func answers() throws(SystemError) -> Count { try count(results) { _ in true } }

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

    /// All that is in failed/ now.
    /// - Parameter limit: how many of the oldest are named.
    /// - Throws: `open`, `getdents64`, `stat`.
    package func survey(oldest limit: Int) throws(SystemError) -> FailedSurvey {
        try survey(oldest: limit, behind: nil, until: .max)
    }

    func survey(oldest limit: Int, behind start: FailedRequest?, until end: Int64) throws(SystemError) -> FailedSurvey {
        try FailedSurvey(of: failed, limit: limit, behind: start, until: end)
    }

    /// The content of a request's reason file, at most 1 MiB of it; empty where there is none.
    /// - Throws: `open`, `fstat`, `read`.
    package func reason(of request: FailedRequest) throws(SystemError) -> [UInt8] {
        guard let reason = request.name.reason else { return [] }
        // One that a keeper set aside and never came to remove still tells why.
        for name in [reason, reason.setAside].compactMap(\.self) {
            do {
                let file = try failed.open(name, .read)
                return try file.read(upTo: Int(min(file.status().size, 1 << 20)))
            } catch  where error.errno == .noEntry {}
        }
        return []
    }

    // MARK: retry

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

    /// Puts failed requests back into incoming/, under the names with which they came, and removes their reasons. A reason is
    /// set aside before its request goes: the daemon may refuse the request again at once, and its new reason has the same name.
    /// - Returns: for each of `names` the name with which it waits, or why it is still in failed/.
    package func retry(_ names: [FileName]) -> [Result<FileName, RetryError>] {
        do throws(SystemError) {
            try failed.descriptor.lock()
            let pushed = names.map(push)
            try incoming.flush()
            for (name, result) in zip(names, pushed) {
                if case .success = result { try removeReasonAside(of: name) }
            }
            try failed.flush()
            return pushed
        } catch {
            return names.map { _ in .failure(.system(error)) }
        }
    }

    private func push(_ name: FileName) -> Result<FileName, RetryError> {
        let first = name.firstName
        do throws(SystemError) {
            guard try failed.statusIfPresent(of: name) != nil else { return .failure(.unknown) }
            guard case .request = first.nameClass else { return .failure(.hasNoName) }
            try setReasonAside(of: name)
            do throws(SystemError) {
                try failed.rename(name, to: incoming, as: first, replacing: false)
            } catch {
                try putReasonBack(of: name)
                throw error
            }
            return .success(first)
        } catch {
            switch (error.operation, error.errno) {
            case ("rename", .noEntry): return .failure(.unknown)
            case ("rename", .exists): return .failure(.nameTaken(first))
            default: return .failure(.system(error))
            }
        }
    }

    // MARK: purge

    /// Removes `requests` as they were seen, with their reasons; one that came under the name of one of them since then stays.
    /// - Returns: the removed ones.
    /// - Throws: `flock`, `stat`, `rename`, `unlink`, `fsync`.
    package func purge(_ requests: [FailedRequest]) throws(SystemError) -> [FailedRequest] {
        try failed.descriptor.lock()
        var removed: [FailedRequest] = []
        for request in requests {
            // Only who has the lock takes a name out of failed/, and nobody puts one in the place of another.
            guard let status = try failed.statusIfPresent(of: request.name), request.isStill(status) else { continue }
            try setReasonAside(of: request.name)
            try failed.removeIfPresent(request.name)
            try removeReasonAside(of: request.name)
            removed.append(request)
        }
        try failed.flush()
        return removed
    }

    // MARK: reasons

    private func setReasonAside(of name: FileName) throws(SystemError) {
        guard let reason = name.reason, let aside = reason.setAside else { return }
        do throws(SystemError) {
            try failed.rename(reason, to: failed, as: aside, replacing: true)
        } catch  where error.errno == .noEntry {}
    }

    /// Unless the request has a newer one.
    private func putReasonBack(of name: FileName) throws(SystemError) {
        guard let reason = name.reason, let aside = reason.setAside else { return }
        do throws(SystemError) {
            try failed.rename(aside, to: failed, as: reason, replacing: false)
        } catch  where [.noEntry, .exists].contains(error.errno) {}
    }

    private func removeReasonAside(of name: FileName) throws(SystemError) {
        if let aside = name.reason?.setAside { try failed.removeIfPresent(aside) }
    }
}

extension FileName {
    var isReason: Bool { hasSuffix(".reason.json") }

    /// The name of a failed request's reason; nil where it would be too long.
    fileprivate var reason: FileName? { appending(".reason.json") }

    /// Under which name a keeper sets a reason aside. No request in failed/ begins with a dot, so that it is nobody else's.
    fileprivate var setAside: FileName? { FileName([UInt8(ascii: ".")] + bytes) }

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
