// RelativePath: where a file lies in the output folder. Outputs name their files after IDs from a feed, so what is no plain
// name is refused here, before any system call sees it.

internal import Escaping
internal import Posix

/// A checked path below the output folder, such as `stop/1_75403.html`.
struct RelativePath: Hashable, Sendable {
    /// The folders on the way, outermost first.
    let folders: [FileName]
    let name: FileName
    /// The whole path, parts joined by `/`.
    let bytes: [UInt8]

    /// A path takes part in messages, lists and URLs; a longer one is nobody's.
    static let byteLimit = 1024
    /// Descriptors are kept open along the way.
    static let depthLimit = 8

    /// - Throws: `unusableName`: more than 1,024 bytes or 8 parts, an empty part, one that begins with a dot (`..`, and hidden
    ///   files, which are for others), a control character, or over 255 bytes.
    init(_ text: String) throws(StagingError) {
        try self.init(Array(text.utf8))
    }

    init(_ bytes: [UInt8]) throws(StagingError) {
        func refusal(_ reason: String) -> StagingError { .unusableName(Printable.escaped(bytes), reason: reason) }
        if bytes.count > Self.byteLimit { throw refusal("it has over \(Self.byteLimit) bytes") }
        if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw refusal("it has a control character") }
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if parts.count > Self.depthLimit { throw refusal("it has over \(Self.depthLimit) parts") }
        var names: [FileName] = []
        for part in parts {
            if part.first == UInt8(ascii: ".") { throw refusal("a part begins with a dot") }
            guard let name = FileName(part) else { throw refusal("a part is empty or has over 255 bytes") }
            names.append(name)
        }
        self.init(names, bytes)
    }

    /// Whether it is a file of our own, which no list names and no count counts.
    var isOwn: Bool { bytes.first == UInt8(ascii: ".") }

    /// A name of our own directly in the folder, which may begin with a dot.
    init(own name: FileName) { self.init([name], Array(name.bytes)) }

    /// - Precondition: `names` has at least one.
    private init(_ names: [FileName], _ bytes: [UInt8]) {
        guard let name = names.last else { preconditionFailure("a path without a name") }
        self.name = name
        folders = names.dropLast()
        self.bytes = bytes
    }
}
