// Inotify: what the kernel says about folders. A hint and no more: it can be late, say a name twice, or lose everything
// (`overflow`), which is an event like any other.

internal import CPosix
internal import Glibc

/// Watches folders.
package struct Inotify: ~Copyable, Sendable {
    package let descriptor: FileDescriptor

    /// What happened.
    package struct Event: Sendable {
        package let watch: Int32
        package let kinds: Kinds
        /// Nil where the watched folder itself is meant.
        package let name: FileName?
    }

    package struct Kinds: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        package static let attributes = Kinds(rawValue: UInt32(IN_ATTRIB))
        package static let closedAfterWriting = Kinds(rawValue: UInt32(IN_CLOSE_WRITE))
        package static let opened = Kinds(rawValue: UInt32(IN_OPEN))
        package static let movedFrom = Kinds(rawValue: UInt32(IN_MOVED_FROM))
        package static let movedTo = Kinds(rawValue: UInt32(IN_MOVED_TO))
        package static let created = Kinds(rawValue: UInt32(IN_CREATE))
        package static let deleted = Kinds(rawValue: UInt32(IN_DELETE))
        package static let selfDeleted = Kinds(rawValue: UInt32(IN_DELETE_SELF))
        package static let selfMoved = Kinds(rawValue: UInt32(IN_MOVE_SELF))
        /// It happened to a folder.
        package static let directory = Kinds(rawValue: UInt32(IN_ISDIR))
        package static let unmounted = Kinds(rawValue: UInt32(IN_UNMOUNT))
        /// Events were lost: only a listing knows.
        package static let overflow = Kinds(rawValue: UInt32(IN_Q_OVERFLOW))
        /// The watch is gone, by removal or with its folder.
        package static let ignored = Kinds(rawValue: UInt32(IN_IGNORED))
    }

    /// - Throws: `inotify_init1`; `EMFILE` where the user has too many already (`fs.inotify.max_user_instances`).
    package init() throws(SystemError) {
        let raw = try call("inotify_init1") { linux_inotify_init() }
        descriptor = FileDescriptor(owning: Int32(raw), path: "inotify")
    }

    /// Watches the folder `directory`, found through its descriptor's entry in `/proc`: it is that very folder, whatever
    /// stands under its name by now.
    /// - Throws: `inotify_add_watch`; `ENOSPC` where the user has too many watches.
    package func watch(_ directory: borrowing Directory, for kinds: Kinds) throws(SystemError) -> Int32 {
        let path = Array("/proc/self/fd/\(directory.descriptor.rawValue)".utf8) + [0]
        let mask = kinds.rawValue | UInt32(IN_ONLYDIR)
        // SAFETY: the path ends in zero and outlives the call.
        return Int32(
            try call("inotify_add_watch", directory.path) {
                unsafe withTerminated(path) { unsafe linux_inotify_add_watch(descriptor.rawValue, $0, mask) }
            })
    }

    /// Ends a watch; one that is gone already is no error.
    package func unwatch(_ watch: Int32) { _ = linux_inotify_rm_watch(descriptor.rawValue, watch) }

    /// The events that wait, at most a buffer full (64 KiB); none where nothing waits.
    /// - Throws: `read`.
    package func read() throws(SystemError) -> [Event] { try read { _, _ in true }.events }

    /// The same, but for those whose watch and kinds are not wanted, which cost next to nothing.
    /// - Returns: the wanted ones, and how many there were in all.
    /// - Throws: `read`.
    package func read(
        where isWanted: (_ watch: Int32, _ kinds: Kinds) -> Bool
    ) throws(SystemError) -> (events: [Event], count: Int) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let size: Int
        do { size = try descriptor.read(into: &buffer) } catch  where error.errno == .again { return ([], 0) }
        var events: [Event] = []
        var count = 0
        var at = 0
        while at + 16 <= size {
            // struct inotify_event: watch 4, mask 4, cookie 4, length of the name 4, the name filled up with zeros.
            let length = Int(Self.word(buffer, at + 12))
            let watch = Int32(bitPattern: Self.word(buffer, at))
            let kinds = Kinds(rawValue: Self.word(buffer, at + 4))
            if isWanted(watch, kinds) {
                let name = FileName(buffer[(at + 16)..<(at + 16 + length)].prefix { $0 != 0 })
                events.append(Event(watch: watch, kinds: kinds, name: name))
            }
            count += 1
            at += 16 + length
        }
        return (events, count)
    }

    private static func word(_ bytes: [UInt8], _ at: Int) -> UInt32 {
        UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3]) << 24
    }
}
