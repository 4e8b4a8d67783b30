// FailedRequests: failed/ as the working daemon sees it for its metrics: whether it changed and how much is in it, so that an
// operator's retry or purge shows without a request coming in. Whoever looks after the folder uses SpoolKeeper.

internal import Posix

extension Spool {
    /// ctime of failed/ in nanoseconds since 1970, which changes with every name that comes or goes; nil where the folder is
    /// out of reach.
    package var failedChange: Int64? {
        do throws(SystemError) { return try folders?.failed.descriptor.status().changedNanoseconds } catch { return nil }
    }

    /// Requests in failed/, without their reasons, counted up to `limit` names: a folder that nobody ever emptied must not hold
    /// up the work. nil where the folder is out of reach.
    package func countFailed(limit: Int = 65_536) -> Int? {
        guard let folders else { return nil }
        do throws(SystemError) {
            var listing = try DirectoryListing(folders.failed)
            var count = 0
            while count < limit, let name = try listing.next() {
                if !name.isReason { count += 1 }
            }
            return count
        } catch {
            return nil
        }
    }
}
