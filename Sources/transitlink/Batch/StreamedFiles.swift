// StreamedFiles: the outputs that are one file each, written in order, chunk by chunk.

internal import Arguments
internal import Publishing
internal import Staging
internal import TransitLinks

/// One file in the making, and how much of it there is; in a dry run it is counted and not written.
struct StreamedFile {
    let name: String
    private let separator: [UInt8]
    private let file: StagedFile?
    private(set) var bytes = 0
    private var isFirst = true

    /// - Throws: where it can't be made.
    init(_ name: String, separator: StaticString = "", in folder: StagedFolder?) throws(Failure) {
        self.name = name
        self.separator = Array(separator.description.utf8)
        file = try folder.map { (folder) throws(Failure) in
            try staged { () throws(StagingError) in try folder.stream(name) }
        }
    }

    /// A header or a footer.
    mutating func append(_ part: Span<UInt8>) throws(Failure) {
        bytes += part.count
        guard let file else { return }
        do throws(StagingError) { try file.append(part) } catch { throw Failure(error) }
    }

    /// The stops of a chunk, behind the separator where others precede them.
    mutating func append(chunk: Span<UInt8>) throws(Failure) {
        if chunk.isEmpty { return }
        let separator = separator
        if !isFirst, !separator.isEmpty { try append(separator.span) }
        isFirst = false
        try append(chunk)
    }

    func finish() throws(Failure) {
        _ = try staged { () throws(StagingError) in try file?.finish() }
    }

    /// Gives the file up, unless it is finished.
    func abandon() throws(Failure) { try staged { () throws(StagingError) in try file?.abandon() } }
}

/// The files of several formats, all of them of stops or all of boardings.
struct StreamedFiles<Chunk: Sendable> {
    private(set) var files: [StreamedFile] = []
    private let formats: [any OutputFormat<Chunk>]

    /// Opens a file for each format and writes its header.
    init(_ formats: [any OutputFormat<Chunk>], in folder: StagedFolder?) throws(Failure) {
        self.formats = formats
        for format in formats {
            files.append(try StreamedFile(format.fileName, separator: format.separator, in: folder))
        }
        try writeEach { $0.appendHeader(to: &$1) }
    }

    /// What a thread has made of a chunk.
    mutating func append(_ parts: borrowing RenderedParts) throws(Failure) {
        for (index, part) in parts.ranges.enumerated() {
            try parts.bytes.withBytes { (all) throws(Failure) in try files[index].append(chunk: all.extracting(part)) }
        }
    }

    mutating func finish() throws(Failure) {
        try writeEach { $0.appendFooter(to: &$1) }
        for file in files { try file.finish() }
    }

    /// Gives up those that aren't finished.
    func abandon() throws(Failure) { for file in files { try file.abandon() } }

    private mutating func writeEach(_ write: (any OutputFormat<Chunk>, inout ByteWriter) -> Void) throws(Failure) {
        var bytes = ByteWriter(capacity: 4096)
        for (index, format) in formats.enumerated() {
            bytes.removeAll()
            write(format, &bytes)
            try bytes.withBytes { (all) throws(Failure) in try files[index].append(all) }
        }
    }
}
