// FileStatus: what `fstat` says, as far as this project asks: kind, size, links, owner, rights and the two times that
// tell whether a file has changed.

internal import CPosix
internal import Glibc

/// The state of a file at the moment it was asked for.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case regular = "regular file"
        case directory
        case symbolicLink = "symbolic link"
        case fifo = "FIFO"
        case device
        case socket
    }

    /// Which file it is, whatever its name.
    package struct Identity: Hashable, Sendable {
        package let device: UInt64
        package let inode: UInt64
    }

    package let kind: Kind
    package let identity: Identity
    package let links: UInt64
    package let size: UInt64
    /// Time of the last change of content, name, links or rights; nobody can set it. Nanoseconds since 1970.
    package let changedNanoseconds: Int64
    /// Time of the last change of content; its owner can set it. Nanoseconds since 1970.
    package let modifiedNanoseconds: Int64
    /// The twelve bits of `chmod`.
    package let permissions: UInt32
    package let user: UInt32
    package let group: UInt32

    init(_ raw: linux_status) {
        kind =
            switch raw.mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .fifo
            case S_IFSOCK: .socket
            default: .device
            }
        identity = Identity(device: raw.device, inode: raw.inode)
        links = raw.links
        size = raw.size
        changedNanoseconds = raw.changed_ns
        modifiedNanoseconds = raw.modified_ns
        permissions = raw.mode & 0o7777
        user = raw.user
        group = raw.group
    }
}
