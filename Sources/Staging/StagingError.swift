// StagingError: why an output folder can't be made, in words that say how to mend it. Whatever is thrown before the
// swap, the folder is as it was.

internal import Escaping
package import Posix

package enum StagingError: Error, Sendable, Hashable {
    /// Something other than a folder stands at the path.
    case notAFolder(String)
    /// The folder isn't empty and none of ours; one of the names in it.
    case notOurs(String, found: String)
    /// The folder has a list of our files that can't be read: where, and why.
    case badManifest(String, reason: String)
    /// The folder in which the new one would be made is missing.
    case noParent(String)
    /// New names can't be added to the folder that holds the output folder.
    case parentNotWritable(String, output: String)
    /// Anybody may rename what is in the folder that holds the output folder.
    case unsafeParent(String, permissions: UInt32)
    /// A file system is mounted at the path: it can't be exchanged.
    case mountPoint(String)
    /// The path is the folder that the process runs in.
    case currentFolder(String)
    /// The path is a link to nothing.
    case danglingLink(String)
    /// The path, or a file's name in it, that can't be used; why.
    case unusableName(String, reason: String)
    /// A file in the output folder that isn't ours and can't be carried over; why.
    case foreignFile(String, reason: String)
    /// Another process makes the same folder at the moment.
    case busy(String)
    /// The folder was replaced while the new one was made.
    case replaced(String)
    /// The system failed.
    case fault(SystemError)

    /// What it means for whoever ran the program.
    package enum Kind: Sendable {
        /// The output can't be created there (73).
        case refused
        /// The same command may work later (75).
        case passing
        /// The system failed (74).
        case fault
    }

    package var kind: Kind {
        switch self {
        case .busy, .replaced: .passing
        case .fault(let error): [.processFiles, .systemFiles, .noMemory].contains(error.errno) ? .passing : .fault
        default: .refused
        }
    }
}

extension StagingError: CustomStringConvertible {
    /// What, where and how to mend it.
    package var description: String {
        switch self {
        case .notAFolder(let path): "\(path) is not a folder: give another one with --out"
        case .notOurs(let path, let found):
            "\(path) is not empty and was not made by transitlink batch (\(found) is in it): "
                + "give a new or an empty folder with --out"
        case .badManifest(let path, let reason):
            "\(path): \(reason), so it can't be told which files are ours: give a new folder with --out"
        case .noParent(let path): "\(path) is missing: make it first (mkdir -p)"
        case .parentNotWritable(let parent, let output):
            "no file can be made in \(parent), where the new \(output) has to be put together: "
                + "let user \(CurrentProcess.effectiveUser) write there, or give a folder inside \(output) with --out"
        case .unsafeParent(let parent, let permissions):
            "anybody may rename and replace what is in \(parent) (mode \(String(permissions, radix: 8))), also while it is made: "
                + "chmod +t \(parent), or chmod o-w, or give a folder elsewhere with --out"
        case .mountPoint(let path):
            "\(path) is a mount point, which can't be exchanged as a whole: give a folder inside it with --out"
        case .currentFolder(let path):
            "\(path) is the current folder, and you would be left in the old one: run it from another folder"
        case .danglingLink(let path): "\(path) is a link that leads to nothing: make its target, or remove the link"
        case .unusableName(let path, let reason): "'\(path)' can't be used: \(reason)"
        case .foreignFile(let path, let reason): "\(path) was not made by transitlink batch and \(reason): move it away"
        case .busy(let path): "another transitlink batch makes \(path) at the moment: try again when it has ended"
        case .replaced(let path): "\(path) was replaced while its new content was made: try again"
        case .fault(let error): error.description
        }
    }
}

/// `body`'s result, its error as a fault.
func asFault<Value: ~Copyable>(_ body: () throws(SystemError) -> Value) throws(StagingError) -> Value {
    do { return try body() } catch { throw .fault(error) }
}
