// TextConversion: text of any encoding that the C library knows, turned into UTF-8 (iconv(3)).

internal import Glibc

/// A conversion from one encoding to UTF-8, piece by piece.
@safe package struct TextConversion: ~Copyable {
    private let handle: iconv_t
    private let buffer: UnsafeMutablePointer<CChar>
    private static let room = 4096

    /// Why a call of `convert` ended before its input did.
    private enum Stop {
        case full, incomplete, invalid
    }

    /// - Parameter encoding: a name that iconv knows, as `CP1250`: letters, digits and `-_.:+` alone.
    /// - Returns: nil for an encoding that the system hasn't.
    package init?(from encoding: String) {
        guard !encoding.isEmpty, encoding.utf8.allSatisfy(Self.isOfName) else { return nil }
        // SAFETY: both names outlive the call, which keeps neither.
        let handle = unsafe iconv_open("UTF-8", encoding)
        // (iconv_t)-1 is its sign of failure.
        guard Int(bitPattern: handle) != -1, let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
        unsafe buffer = .allocate(capacity: Self.room)
    }

    deinit {
        // SAFETY: open since `init`, and owned by this value alone.
        unsafe iconv_close(handle)
        unsafe buffer.deallocate()
    }

    /// Whether the byte may stand in a name of an encoding. `/` would begin iconv's own options.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "-_.:+".utf8.contains(byte)
        }
    }

    /// Appends `input` to `out` as UTF-8, U+FFFD for each byte that means nothing.
    /// - Parameter isLast: no more will come, so that half a character at the end is an error.
    /// - Returns: how many bytes at the end of `input` are the beginning of a character, to be handed in again with what follows.
    package mutating func convert(_ input: [UInt8], isLast: Bool, into out: inout [UInt8]) -> Int {
        var at = 0
        while at < input.count {
            let (stop, read) = step(input, from: at, into: &out)
            at = read
            switch stop {
            case .full: continue
            case .incomplete where !isLast: return input.count - at
            case .incomplete, .invalid:
                guard at < input.count else { return 0 }
                out += [0xEF, 0xBF, 0xBD]
                at += 1
            case nil: return 0
            }
        }
        return 0
    }

    /// One call of iconv, as far as it goes: why it stopped, and up to where it has read.
    private mutating func step(_ input: [UInt8], from start: Int, into out: inout [UInt8]) -> (Stop?, Int) {
        // SAFETY: the array outlives the call, which only reads it; `buffer` has the room that is said; what was written to it
        // is copied at once.
        unsafe input.withUnsafeBytes { raw in
            guard let base = raw.baseAddress else { return (nil, start) }
            var from: UnsafeMutablePointer<CChar>? = unsafe UnsafeMutablePointer(
                mutating: base.assumingMemoryBound(to: CChar.self) + start)
            var to: UnsafeMutablePointer<CChar>? = unsafe buffer
            var (left, room) = (raw.count - start, Self.room)
            let result = unsafe iconv(handle, &from, &left, &to, &room)
            let why = Glibc.errno
            for index in 0..<Self.room - room { unsafe out.append(UInt8(bitPattern: buffer[index])) }
            let stop: Stop? =
                if result != -1 { nil } else if why == E2BIG { .full } else if why == EINVAL { .incomplete } else { .invalid }
            return (stop, raw.count - left)
        }
    }
}
