// TemporaryDirectory: a folder that is there for one test and gone after it.

import Foundation

/// A new folder under the system's place for temporary ones.
public final class TemporaryDirectory: Sendable {
    public let url: URL
    public var path: String { url.path }

    /// - Parameter inMemory: on a file system in memory, for what is about numbers of files and not about disks.
    public init(inMemory: Bool = false) throws {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let parent =
            inMemory && FileManager.default.isWritableFile(atPath: memory.path)
            ? memory : FileManager.default.temporaryDirectory
        url = parent.appendingPathComponent("transitlinkd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes `text` to `name` in place, as a producer that simply copies does.
    public func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }

    /// The text of the regular file, or nil where there is none; a link isn't followed.
    public func text(of name: String) -> String? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.appendingPathComponent(name).path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
        return (try? Data(contentsOf: url.appendingPathComponent(name))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names in `folder`, in order; empty where there is no such folder.
    public func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent(folder).path)) ?? []).sorted()
    }
}
