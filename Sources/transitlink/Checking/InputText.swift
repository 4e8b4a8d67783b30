// InputText: the bytes of standard input as UTF-8 text: UTF-16 and UTF-32, with a byte-order mark or without, are converted; what
// is no text at all (an archive, a picture, a PDF) is refused, for a check that reads nothing finds nothing wrong.

enum InputText {
    /// Why nothing could be read: a sentence without its subject.
    enum Problem: Error {
        case empty, binary

        var sentence: String {
            switch self {
            case .empty: "it is empty; nothing was checked"
            case .binary: "it is no text but binary data; nothing was checked. Give the page, the text or the list itself"
            }
        }
    }

    /// `bytes` as UTF-8, without a byte-order mark. Bytes that are no UTF-8 stay: each link that has some is told.
    /// - Throws: `Problem`.
    static func decoded(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        let text = converted(bytes)
        if text.allSatisfy({ $0 <= 0x20 }) { throw text.contains(0) ? .binary : .empty }
        // No text has a NUL; a few stray ones in a large log are no reason to read nothing.
        let nuls = text.count { $0 == 0 }
        if nuls > text.count / 1000 || magic.contains(where: { text.starts(with: $0) }) { throw .binary }
        return text
    }

    /// Compressed or packed data without zeros at its beginning: gzip, zip, PDF, PNG, JPEG, bzip2, xz, zstd.
    private static let magic: [[UInt8]] = [
        [0x1F, 0x8B], [0x50, 0x4B, 3, 4], Array("%PDF-".utf8), [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("BZh".utf8),
        [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD],
    ]

    private static func converted(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return utf32(bytes.dropFirst(4), isBig: false) }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return utf32(bytes.dropFirst(4), isBig: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBig: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBig: true) }
        // Without a mark: of ASCII letters, which every page and list begins with, every other byte is zero, or three of four.
        let start = bytes.prefix(64)
        let zeros = (0..<4).map { place in start.indices.filter { $0 % 4 == place }.allSatisfy { start[$0] == 0 } }
        guard start.count >= 4, start.contains(where: { $0 != 0 }) else { return bytes }
        switch (zeros[0], zeros[1], zeros[2], zeros[3]) {
        case (true, true, true, false): return utf32(bytes[...], isBig: true)
        case (false, true, true, true): return utf32(bytes[...], isBig: false)
        case (true, false, true, false): return utf16(bytes[...], isBig: true)
        case (false, true, false, true): return utf16(bytes[...], isBig: false)
        default: return bytes
        }
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> [UInt8] {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { at in
            let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
            return isBig ? first << 8 | second : second << 8 | first
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func utf32(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> [UInt8] {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 3, by: 4).map { at in
            let four = isBig ? Array(bytes[at..<at + 4]) : bytes[at..<at + 4].reversed()
            return four.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        return Array(String(decoding: units, as: UTF32.self).utf8)
    }
}

/// A part of the input as text of its own, and the lines of the input that its lines come from.
struct InputPart {
    var bytes: [UInt8]
    /// For each line of `bytes` the line of the input, 1-based; of the last one on they are counted.
    var lines: [Int]

    /// The part that begins with `firstLine` of the input, and has its lines.
    init(_ bytes: [UInt8], firstLine: Int = 1) {
        self.bytes = bytes
        lines = [firstLine]
    }

    init(_ bytes: [UInt8], lines: [Int]) {
        self.bytes = bytes
        self.lines = lines
    }

    /// The line of the input that `line` of this part, 1-based, comes from.
    func origin(of line: Int) -> Int {
        guard let last = lines.last else { return line }
        return line <= lines.count ? lines[line - 1] : last + line - lines.count
    }
}
