// StagingPlace: the output folder's path taken apart: the folder that it stands in, which is kept open, and its name there.
// A link at the end of the path is followed, so `/var/www/current` stays a link and what it leads to is exchanged.
//
// Beside NAME stand, while a run lasts: .NAME.transitlink.lock, .NAME.transitlink-XXXXXXXXXXXXXXXX (the new folder; after
// the exchange the old one), and, only where names can't be exchanged, .NAME.transitlink-old.

internal import Escaping
internal import Posix

/// Where the output folder stands, or will.
final class StagingPlace: Sendable {
    let parent: Directory
    let name: FileName
    /// The whole path, escaped.
    let path: String

    /// - Throws: `noParent`, `unsafeParent`, `danglingLink`, `notAFolder` (also `/`), `unusableName`, `parentNotWritable`, `mountPoint`,
    ///   `currentFolder`.
    init(_ path: String) throws(StagingError) {
        let (parentPath, name) = try Self.takenApart(Array(path.utf8))
        let parent = try asFault { () throws(SystemError) in try Directory(resolvedPath: parentPath) }
        guard name.appending(Self.longestSuffix) != nil else {
            throw .unusableName(name.description, reason: "it has over \(255 - Self.longestSuffix.utf8.count) bytes")
        }
        self.path = parent.path == "/" ? "/\(name)" : parent.path(of: name)
        self.parent = parent
        self.name = name
        try checkThatOnlyOwnersRename()
        try checkThatItCanBeExchanged()
    }

    var lockName: FileName { sibling(".lock") }
    /// Where the old folder waits while names can't be exchanged.
    var asideName: FileName { sibling("-old") }
    func newName() throws(StagingError) -> FileName {
        let bytes = try asFault { () throws(SystemError) in try CurrentProcess.randomBytes(8) }
        return sibling(
            "-"
                + bytes.map { byte in
                    let digits = String(byte, radix: 16)
                    return digits.utf8.count == 1 ? "0" + digits : digits
                }.joined())
    }

    /// Where an old folder is kept for a person: visible, and no leftover.
    func keptName(_ old: FileName) -> FileName {
        FileName(old.bytes.dropFirst() + Array("-kept".utf8)) ?? old
    }

    /// Whether `other` is what a run that was stopped left beside the output folder.
    func isLeftover(_ other: FileName) -> Bool {
        let beginning = sibling("-").bytes
        guard other.bytes.starts(with: beginning) else { return false }
        let rest = other.bytes.dropFirst(beginning.count)
        let isHex = rest.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return other == asideName || rest.count == 16 && isHex
    }

    private static let longestSuffix = ".transitlink-0123456789abcdef-kept"

    private func sibling(_ suffix: String) -> FileName {
        let bytes = [UInt8(ascii: ".")] + name.bytes + Array(".transitlink\(suffix)".utf8)
        guard let sibling = FileName(bytes) else { preconditionFailure("the name's length was checked") }
        return sibling
    }
}

extension StagingPlace {
    /// The real path of the folder above, and the name in it.
    private static func takenApart(_ path: [UInt8]) throws(StagingError) -> ([UInt8], FileName) {
        let whole: [UInt8]
        do throws(SystemError) {
            whole = try RealPath.resolve(path)
        } catch  where error.errno == .noEntry && !path.isEmpty {
            return try ofMissing(path)
        } catch  where error.errno == .noEntry {
            throw .unusableName("", reason: "it is empty")
        } catch { throw .fault(error) }
        let (parent, name) = split(whole)
        guard let name else { throw .mountPoint("/") }
        return (parent, name)
    }

    /// The same for a folder that isn't there yet.
    private static func ofMissing(_ path: [UInt8]) throws(StagingError) -> ([UInt8], FileName) {
        let (parent, name) = split(path)
        guard let name else { throw .noParent(Printable.escaped(path)) }
        let whole: [UInt8]
        do throws(SystemError) {
            whole = try RealPath.resolve(parent)
        } catch  where error.errno == .noEntry {
            throw .noParent(Printable.escaped(parent))
        } catch { throw .fault(error) }
        let status = try asFault { () throws(SystemError) in
            try Directory(path: whole).statusIfPresent(of: name)
        }
        if status?.kind == .symbolicLink { throw .danglingLink(Printable.escaped(path)) }
        return (whole, name)
    }

    private static func split(_ path: [UInt8]) -> (folder: [UInt8], name: FileName?) {
        PathParts.split(PathParts.withoutTrailingSlashes(path))
    }

    /// Between a look at the folder and its exchange another could be put there; with the sticky bit only by its owner.
    private func checkThatOnlyOwnersRename() throws(StagingError) {
        let permissions = try asFault { () throws(SystemError) in try parent.descriptor.status().permissions }
        if permissions & 0o1002 == 0o002 { throw .unsafeParent(parent.path, permissions: permissions) }
    }

    private func checkThatItCanBeExchanged() throws(StagingError) {
        let status = try asFault { () throws(SystemError) in try parent.statusIfPresent(of: name) }
        if let status {
            guard status.kind == .directory else { throw .notAFolder(path) }
            let (device, isMounted) = try asFault { () throws(SystemError) in
                (try parent.descriptor.status().identity.device, try parent.isMountPoint(name))
            }
            if isMounted || status.identity.device != device { throw .mountPoint(path) }
            let current = try asFault { () throws(SystemError) in
                try Directory(path: [UInt8(ascii: ".")]).descriptor.status().identity
            }
            if current == status.identity { throw .currentFolder(path) }
        }
        do throws(SystemError) { try parent.checkWritable() } catch {
            throw .parentNotWritable(parent.path, output: path)
        }
    }
}
