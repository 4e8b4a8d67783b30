// MountView: where a mount is read-only, by proc(5)'s /proc/self/mountinfo: for everybody, or in this process's view alone. A
// sandbox that was made while the file system was read-only keeps the mount so when the file system no longer is.

/// The mount below a path, as this process sees it.
package struct MountView: Hashable, Sendable {
    /// This mount is read-only, whatever the file system is.
    package let mountIsReadOnly: Bool
    /// The file system is read-only for everybody.
    package let fileSystemIsReadOnly: Bool

    /// A table of thousands of mounts; what is behind it isn't looked at.
    private static let limit = 1 << 20

    /// The mount that holds the folder at `path`; nil where the table doesn't have it.
    /// - Throws: `realpath`, `open`, `read`.
    package static func of(_ path: [UInt8]) throws(SystemError) -> MountView? {
        let table = try WholeFile.open("/proc/self/mountinfo").read(upTo: limit)
        return find(try RealPath.resolve(path), in: table)
    }

    /// Of mounts on one another the last is the one that is seen.
    static func find(_ path: [UInt8], in table: [UInt8]) -> MountView? {
        let path = escaped(path)
        var found: (length: Int, view: MountView)?
        for line in table.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "))
            guard fields.count >= 10, let options = fields.last, holds(path, Array(fields[4])) else { continue }
            if let found, found.length > fields[4].count { continue }
            found = (fields[4].count, MountView(isReadOnly(fields[5]), isReadOnly(options)))
        }
        return found?.view
    }

    private init(_ mount: Bool, _ fileSystem: Bool) {
        mountIsReadOnly = mount
        fileSystemIsReadOnly = fileSystem
    }

    /// `ro` or `rw` is the first of a list of options.
    private static func isReadOnly(_ options: ArraySlice<UInt8>) -> Bool {
        options.prefix { $0 != UInt8(ascii: ",") }.elementsEqual("ro".utf8)
    }

    private static func holds(_ path: [UInt8], _ point: [UInt8]) -> Bool {
        if point == [UInt8(ascii: "/")] { return true }
        return path.starts(with: point) && (path.count == point.count || path[point.count] == UInt8(ascii: "/"))
    }

    /// As the table spells a path: blanks and backslashes as three octal digits.
    private static func escaped(_ path: [UInt8]) -> [UInt8] {
        path.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\\"):
                [UInt8(ascii: "\\")] + [byte >> 6, byte >> 3 & 7, byte & 7].map { UInt8(ascii: "0") + $0 }
            default: [byte]
            }
        }
    }
}
