// Output: an output folder in a temporary one, what is in it and what was left beside it; and the probe that makes it.

import Foundation
import Staging
import TestSupport

struct Output {
    let place: TemporaryDirectory
    var path: String { place.path + "/out" }

    init(inMemory: Bool = false) throws { place = try TemporaryDirectory(inMemory: inMemory) }

    /// All files below the output folder by their paths, links as `-> target`, folders without files as `NAME/`.
    func contents() throws -> [String: String] { try contents(of: "out") }

    func contents(of folder: String) throws -> [String: String] {
        let root = place.path + "/" + folder
        var found: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
            let whole = root + "/" + path
            let type = try FileManager.default.attributesOfItem(atPath: whole)[.type] as? FileAttributeType
            switch type {
            case .typeRegular: found[path] = place.text(of: folder + "/" + path)
            case .typeSymbolicLink:
                found[path] = "-> " + (try FileManager.default.destinationOfSymbolicLink(atPath: whole))
            case .typeDirectory:
                if try FileManager.default.contentsOfDirectory(atPath: whole).isEmpty { found[path + "/"] = "" }
            default: found[path] = type?.rawValue
            }
        }
        return found
    }

    /// The same without the two files of our own.
    func files() throws -> [String: String] { try contents().filter { !$0.key.hasPrefix(".transitlink") } }

    /// What stands beside the output folder.
    func siblings() -> [String] { place.names(in: "").filter { $0 != "out" } }

    func put(_ text: String, at path: String) throws {
        let url = place.url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func inode(_ path: String) throws -> Int {
        var status = stat()
        guard lstat(place.path + "/" + path, &status) == 0 else { throw POSIXError(.ENOENT) }
        return Int(status.st_ino)
    }

    func permissions(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path + "/" + path)
        return attributes[.posixPermissions] as? Int ?? -1
    }

    /// A whole run with these files.
    @discardableResult
    func make(_ files: [String: String], options: String = "o") throws -> StagingReport {
        let folder = try StagedFolder(path, flush: false)
        for (path, text) in files.sorted(by: { $0.key < $1.key }) { try folder.write(path, Array(text.utf8)) }
        return try folder.commit(options: options)
    }

    /// The error of beginning a run at `path` (default: the output folder's).
    func refusal(_ path: String? = nil) -> StagingError? {
        do throws(StagingError) {
            _ = try StagedFolder(path ?? self.path, flush: false)
            return nil
        } catch { return error }
    }
}
