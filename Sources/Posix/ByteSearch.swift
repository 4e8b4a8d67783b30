// ByteSearch: line feeds in bytes, and what a blank line is. Forwards the C library looks at 32 and more bytes at once.

internal import Glibc

extension Span where Element == UInt8 {
    /// The place of the first line feed from `start` on, nil where there is none.
    package func firstLineFeed(from start: Int = 0) -> Int? {
        // SAFETY: the bytes are looked at within the call, `count - start` of them from `start` on.
        unsafe extracting(start...).withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = unsafe memchr(base, 0x0A, bytes.count) else { return nil }
            return unsafe start + (UnsafeRawPointer(found) - base)
        }
    }

    /// The place of the last line feed, nil where there is none.
    package func lastLineFeed() -> Int? {
        var at = count
        while at > 0 {
            at -= 1
            if self[at] == 0x0A { return at }
        }
        return nil
    }

    /// How many line feeds there are.
    package var lineFeeds: Int {
        var (count, at) = (0, 0)
        while let found = firstLineFeed(from: at) {
            count += 1
            at = found + 1
        }
        return count
    }

    /// Whether a line is blank: nothing but spaces, tabs and carriage returns.
    package var isBlankLine: Bool {
        for at in indices where self[at] != 0x20 && self[at] != 0x09 && self[at] != 0x0D { return false }
        return true
    }
}
