// GoldenFile: an output kept as a file. `RECORD=1` writes it anew and fails, so that a recording is looked at before it counts.

import Foundation

public enum GoldenFile {
    public struct Recorded: Error { let path: String }

    /// The text kept at `path` below the repository's root.
    /// - Parameter text: what is written there under `RECORD=1`, which then throws.
    public static func text(at path: String, recording text: String) throws -> String {
        let file = Repository.root.appendingPathComponent(path)
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(text.utf8).write(to: file)
            throw Recorded(path: path)
        }
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
}
