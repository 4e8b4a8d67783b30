// Manifest: the file by which a folder is known as ours, and which of its files are. Lines of text, so that a script can
// read them; no clock in it: the same files and options give the same bytes.
//
//     transitlink-batch 1
//     options 5c1f0e…
//     index.html
//     stop/1_75403.html

internal import Escaping
internal import Posix

/// What the last run left in the folder.
package struct Manifest: Sendable, Equatable {
    /// What the caller gave to `commit`: a digest of its options.
    package let options: String
    let files: PathList
    /// How many files are ours.
    package var fileCount: Int { files.count }

    /// The file's name. Hidden, so that no site shows it and no output can have it.
    static let name: FileName = ".transitlink-batch"
    /// Ten million files of 100 bytes a name: no agency has them, and the lists are read whole.
    static let byteLimit = 1 << 30
    private static let firstLine = Array("transitlink-batch 1\n".utf8)
    private static let optionsWord = Array("options ".utf8)

    init(options: String, files: PathList) {
        self.options = options
        self.files = files
    }

    /// The file's bytes.
    var encoded: [UInt8] {
        Self.firstLine + Self.optionsWord + Array(options.utf8) + [UInt8(ascii: "\n")] + files.lines
    }

    /// Reads a manifest.
    /// - Parameter path: the file's, for messages.
    /// - Throws: `badManifest` for another version, lines that are no sorted plain paths, and missing lines.
    init(_ bytes: [UInt8], path: String) throws(StagingError) {
        func refusal(_ reason: String) -> StagingError { .badManifest(path, reason: reason) }
        guard bytes.starts(with: Self.firstLine) else { throw refusal("it is of another version of transitlink") }
        let rest = bytes[Self.firstLine.count...]
        guard rest.starts(with: Self.optionsWord), let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            throw refusal("line 2 does not begin with 'options'")
        }
        let text = String(validating: rest[rest.startIndex..<end].dropFirst(Self.optionsWord.count), as: UTF8.self)
        guard let options = text else { throw refusal("line 2 is not UTF-8") }
        guard let files = PathList(reading: Array(bytes[(end + 1)...])) else {
            throw refusal("its list of files is cut off or not in order")
        }
        self.init(options: options, files: files)
    }
}
