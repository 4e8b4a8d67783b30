// StreamedFiles: the outputs that are one file each, written in order, chunk by chunk.

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
        if !isFirst, !separator.isEmpty { try append(separator.span) }
        isFirst = false
        try append(chunk)
    }

    func finish() throws(Failure) {
        _ = try staged { () throws(StagingError) in try file?.finish() }
    }
}

struct StreamedFiles {
    private(set) var files: [StreamedFile] = []
    private let formats: [any StopFormat]

    /// Opens a file for each format and writes its header.
    init(_ formats: [any StopFormat], in folder: StagedFolder?) throws(Failure) {
        self.formats = formats
        for format in formats {
            let kind = type(of: format)
            files.append(try StreamedFile(kind.fileName, separator: kind.separator, in: folder))
        }
        try writeEach { $0.appendHeader(to: &$1) }
    }

    /// What a thread has made of some stops.
    mutating func append(_ content: borrowing StopsInHand.Content) throws(Failure) {
        var start = 0
        for (index, end) in content.ends.enumerated() {
            try content.bytes.withBytes { (all) throws(Failure) in
                try files[index].append(chunk: all.extracting(start..<end))
            }
            start = end
        }
    }

    mutating func finish() throws(Failure) {
        try writeEach { $0.appendFooter(to: &$1) }
        for file in files { try file.finish() }
    }

    private mutating func writeEach(_ write: (any StopFormat, inout ByteWriter) -> Void) throws(Failure) {
        var bytes = ByteWriter(capacity: 4096)
        for (index, format) in formats.enumerated() {
            bytes.removeAll()
            write(format, &bytes)
            try bytes.withBytes { (all) throws(Failure) in try files[index].append(all) }
        }
    }
}
