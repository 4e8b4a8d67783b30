// CSVBuffer: how CSVTable gets more of its file: the row that isn't complete moves to the front of the buffer, bytes come in
// behind it, and the marks are set anew. The buffer grows only for a row that is longer than all of it.

extension CSVTable {
    /// Whether no byte will follow those in the buffer.
    var isAtEnd: Bool { isSourceAtEnd && utf8.failure == nil }

    /// Gets more of the row that begins at `nextStart`; false at the end of the file.
    /// - Throws: of the source; `notUTF8` where bytes that aren't are all that is left.
    mutating func refill() throws(FeedError) -> Bool {
        if let failure = utf8.failure {
            throw .notUTF8(
                file: file, row: row + 1, offset: offset + failure.position, byte: failure.byte,
                isLatin1: LatinGuess.isLikely(bytes[max(0, failure.position)..<max(0, failure.position, readEnd)]))
        }
        if isSourceAtEnd { return false }
        moveRestToFront()
        if filled == bytes.count { grow() }
        let fresh = filled
        try fill()
        mark(from: fresh)
        if offset == 0, bytes[..<filled].starts(with: Self.byteOrderMark) { nextStart = 3 }
        return true
    }

    private static var byteOrderMark: [UInt8] { [0xEF, 0xBB, 0xBF] }

    private mutating func moveRestToFront() {
        guard nextStart > 0 else { return }
        let rest = filled - nextStart
        // SAFETY: both ranges lie in the array; `update` may overlap.
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe start.update(from: start + nextStart, count: rest)
        }
        offset += nextStart
        utf8.shift(by: nextStart)
        filled = rest
        nextStart = 0
    }

    private mutating func grow() {
        bytes += [UInt8](repeating: 0, count: bytes.count)
        marks = CSVMarks(capacity: bytes.count)
    }

    private mutating func fill() throws(FeedError) {
        while filled < bytes.count {
            let count = try source.read(into: &bytes, at: filled)
            guard count > 0 else {
                isSourceAtEnd = true
                return
            }
            filled += count
        }
    }

    private mutating func mark(from fresh: Int) {
        marks.removeAll()
        nextMark = 0
        marks.collect(from: bytes, fresh: fresh, filled: filled, utf8: &utf8)
        if isSourceAtEnd { utf8.finish() }
        if let failure = utf8.failure {
            readEnd = filled
            filled = max(0, failure.position)
        } else if isSourceAtEnd, filled > 0, !bytes[filled - 1].endsLine {
            // The last line lacks its end. There is room for one: the read that found the end of the file asked for a byte.
            bytes[filled] = .lineFeed
            marks.append(filled)
            filled += 1
        }
    }
}
