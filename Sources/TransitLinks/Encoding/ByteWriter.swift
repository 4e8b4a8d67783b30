// ByteWriter: the one buffer that links, results and property lists are appended to. It owns its memory, so that an
// append is a bounds check and a copy, without a uniqueness check and without an allocation per link; the goal is 25 times
// the speed of URLComponents (Tests/Benchmarks/Links prints the ratio). All raw memory of this module is in this file and
// in the call of libidn2. It knows bytes and the escapes that are tables over bytes, not what a link or a JSON object is.

/// A growable buffer of bytes that is appended to, read, and emptied for the next use without giving its memory back.
@safe package struct ByteWriter: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// Bytes written since the start or the last `removeAll`.
    package private(set) var count = 0

    /// - Parameter capacity: bytes to begin with; the buffer doubles when it is full.
    package init(capacity: Int = 4096) {
        self.capacity = max(64, capacity)
        // SAFETY: owned by this value alone (`~Copyable`), freed in `deinit` and in `grow`.
        unsafe base = .allocate(capacity: self.capacity)
    }

    deinit {
        // SAFETY: `base` is the one allocation, bytes need no deinitialisation.
        unsafe base.deallocate()
    }

    /// Empties the buffer. The memory stays, unless it has grown beyond `limit` bytes: one giant must not cost for ever.
    package mutating func removeAll(keepingCapacity limit: Int = .max) {
        count = 0
        guard capacity > limit else { return }
        self = ByteWriter(capacity: limit)
    }

    /// Forgets what was written from `mark` on, an earlier `count`.
    package mutating func truncate(to mark: Int) {
        precondition(mark >= 0 && mark <= count, "a mark lies inside what was written")
        count = mark
    }

    /// Takes out what was written at `range`; what follows moves down.
    package mutating func remove(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range of what was written")
        // SAFETY: both sides lie below `count`; `update` may overlap.
        unsafe (base + range.lowerBound).update(from: base + range.upperBound, count: count - range.upperBound)
        count -= range.count
    }

    /// Makes room for `extra` more bytes.
    @inline(__always)
    private mutating func reserve(_ extra: Int) {
        if extra > capacity &- count { grow(extra) }
    }

    @inline(never)
    private mutating func grow(_ extra: Int) {
        let wanted = max(capacity * 2, count + extra)
        // SAFETY: the new allocation holds `wanted` > `count` bytes; the old one is freed after the copy.
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted)
        unsafe larger.update(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = larger
        capacity = wanted
    }
}

// MARK: Appending

extension ByteWriter {
    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        // SAFETY: `reserve` made `count` a valid index.
        unsafe base[count] = byte
        count &+= 1
    }

    /// A literal of this program. Inlined, so that its length is known where it is copied.
    @inline(__always)
    package mutating func append(literal: StaticString) {
        let length = literal.utf8CodeUnitCount
        reserve(length)
        // SAFETY: the literal is static memory of `length` bytes, and `reserve` made room for them.
        unsafe (base + count).update(from: literal.utf8Start, count: length)
        count &+= length
    }

    /// The UTF-8 of `text` as it is.
    package mutating func append(_ text: String) { append(text.utf8.span) }

    /// - Precondition: `source` does not lie in this buffer.
    @inline(__always)
    private mutating func append(copying source: UnsafeBufferPointer<UInt8>) {
        reserve(source.count)
        guard let start = source.baseAddress else { return }
        // SAFETY: `reserve` made room for the source's bytes, and the two do not overlap.
        unsafe (base + count).update(from: start, count: source.count)
        count &+= source.count
    }

    /// The UTF-8 of one scalar.
    package mutating func append(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }

    package mutating func append(_ bytes: Span<UInt8>) {
        // SAFETY: a span is valid during the call and never lies in this buffer, which is borrowed mutably.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(copying: $0) }
    }

    /// Bytes written before, again.
    package mutating func append(ownRange range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range of what was written")
        reserve(range.count)
        // SAFETY: the source lies below `count`, the target above; both inside the allocation.
        unsafe (base + count).update(from: base + range.lowerBound, count: range.count)
        count &+= range.count
    }

    /// The number in decimal digits, in full for any value.
    package mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(digits: value.magnitude, atLeast: 1)
    }

    /// The digits of `value`, with leading zeros up to `width`, which is 1…20.
    package mutating func append(digits value: UInt64, atLeast width: Int) {
        let length = max(Self.digitCount(of: value), width)
        reserve(length)
        // SAFETY: `at` runs from the end of the reserved room down to `count`, two digits at a time and at last one or none.
        var at = unsafe base + (count &+ length)
        var rest = value
        for _ in 0..<length / 2 {
            let hundredth = rest / 100
            let pair = Self.pair(rest &- hundredth &* 100)
            unsafe at -= 2
            unsafe at[0] = UInt8(truncatingIfNeeded: pair >> 8)
            unsafe at[1] = UInt8(truncatingIfNeeded: pair)
            rest = hundredth
        }
        if length & 1 == 1 { unsafe at[-1] = UInt8(truncatingIfNeeded: Self.pair(rest)) }
        count &+= length
    }

    /// The two digits of 0…99, the first above the second.
    @inline(__always)
    private static func pair(_ value: UInt64) -> UInt64 {
        // 103 / 1024 is a tenth, exact enough below 179.
        let tens = (value &* 103) >> 10
        return 0x3030 &+ (tens << 8) &+ (value &- tens &* 10)
    }

    /// Two digits of a number below 100.
    @inline(__always)
    package mutating func append(pair value: Int) {
        reserve(2)
        let pair = Self.pair(UInt64(truncatingIfNeeded: value))
        // SAFETY: `reserve` made room.
        unsafe base[count] = UInt8(truncatingIfNeeded: pair >> 8)
        unsafe base[count &+ 1] = UInt8(truncatingIfNeeded: pair)
        count &+= 2
    }

    /// How many decimal digits a number has: its bits by log 2 / log 10 (1233 / 4096), and one more from the next power on.
    @inline(__always)
    private static func digitCount(of value: UInt64) -> Int {
        let estimate = ((64 &- (value | 1).leadingZeroBitCount) &* 1233) >> 12
        return value < powersOfTen[estimate] ? max(1, estimate) : estimate &+ 1
    }

    private static let powersOfTen: InlineArray<20, UInt64> = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    /// Takes the zeros at the end away, behind a digit that is none.
    package mutating func trimZeros() {
        // SAFETY: `count` > 0, so `count - 1` was written.
        while count > 0, unsafe base[count &- 1] == UInt8(ascii: "0") { count &-= 1 }
    }

    /// The last byte, nil when nothing was written.
    package var last: UInt8? {
        // SAFETY: `count` > 0, so `count - 1` was written.
        count == 0 ? nil : unsafe base[count &- 1]
    }
}

// MARK: Escaping

extension ByteWriter {
    /// `text` through the one encoder of URLs (links.md, section 2).
    package mutating func appendPercentEncoded(_ text: String) { appendPercentEncoded(text.utf8.span) }

    /// UTF-8 through the same encoder.
    package mutating func appendPercentEncoded(_ bytes: Span<UInt8>) {
        reserve(3 &* bytes.count)
        // SAFETY: the span is valid during the call and outside of this buffer; three bytes are reserved for each of its.
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            unsafe encode(start, length: source.count)
        }
    }

    /// Bytes written before, again and encoded: a URL as the value in another one.
    package mutating func appendPercentEncoded(ownRange range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range of what was written")
        reserve(3 &* range.count)
        // SAFETY: the source lies below `count`, which `encode` writes above; `reserve` ran before `base` is read.
        unsafe encode(base + range.lowerBound, length: range.count)
    }

    /// - Precondition: `reserve(3 * length)` was called.
    @inline(__always)
    private mutating func encode(_ source: UnsafePointer<UInt8>, length: Int) {
        // SAFETY: at most three bytes are written for each of `length`, see the precondition.
        var target = unsafe base + count
        var at = 0
        while at < length {
            let byte = unsafe source[at]
            at &+= 1
            if PercentEncoding.isPlain(byte) {
                unsafe target.pointee = byte
                unsafe target += 1
                continue
            }
            unsafe target[0] = UInt8(ascii: "%")
            unsafe target[1] = PercentEncoding.hexDigit(byte >> 4)
            unsafe target[2] = PercentEncoding.hexDigit(byte & 15)
            unsafe target += 3
        }
        count = unsafe target - base
    }

    /// `text` as the inside of a JSON string: raw UTF-8, what JSON forbids escaped (`JSONWriter`).
    package mutating func appendJSONEscaped(_ text: String) { appendJSONEscaped(text.utf8.span) }

    /// UTF-8 as the inside of a JSON string.
    package mutating func appendJSONEscaped(_ bytes: Span<UInt8>) {
        var at = 0
        while at < bytes.count {
            reserve(bytes.count &- at)
            let start = at
            while at < bytes.count, JSONWriter.isPlain(bytes[at]) {
                // SAFETY: `reserve` made room for all that is left of the source.
                unsafe base[count &+ at &- start] = bytes[at]
                at &+= 1
            }
            count &+= at &- start
            guard at < bytes.count else { return }
            appendJSONEscape(of: bytes[at])
            at &+= 1
        }
    }

    @inline(never)
    private mutating func appendJSONEscape(of byte: UInt8) {
        append(UInt8(ascii: "\\"))
        if let letter = JSONWriter.shortEscape(of: byte) {
            append(letter)
        } else {
            append(literal: "u00")
            append(PercentEncoding.hexDigit(byte >> 4))
            append(PercentEncoding.hexDigit(byte & 15))
        }
    }
}

// MARK: Compiled links

extension ByteWriter {
    /// What may be read behind the end of a text or of values: `append(_:of:at:with:)` copies in blocks of 16 bytes.
    static let padding = 16

    /// Ends a buffer of values.
    mutating func appendPadding() {
        reserve(Self.padding)
        // SAFETY: `reserve` made room.
        unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: SIMD16<UInt8>(), as: SIMD16<UInt8>.self)
        count &+= Self.padding
    }

    /// Appends a compiled link: of each step its text and then its value. The pieces are short, twenty bytes in the middle, and
    /// copied inline in blocks of 16: calls of `memcpy` took more than half of a result's time.
    /// - Parameters:
    ///   - text: the steps' texts from `start` on, and behind the last at least `padding` bytes.
    ///   - values: ended with `LinkValues.end`.
    mutating func append(
        _ steps: Span<LinkStep>, of text: Span<UInt8>, at start: Int, with values: borrowing LinkValues
    ) {
        var textAt = start
        var isFirst = false
        for number in 0..<steps.count {
            let step = steps[number]
            let length = Int(step.textBytes)
            if step.kind.contains(.parameter) {
                if step.kind.contains(.opensForm) { isFirst = true }
                if step.kind.contains(.continuesForm) { isFirst = false }
                if step.kind.contains(.value), !values.has(step.slot) {
                    textAt &+= length
                    continue
                }
                appendSeparator(isFirst: isFirst, isEncoded: step.kind.contains(.encoded))
                isFirst = false
            }
            append(block: text, textAt, length)
            textAt &+= length
            guard step.kind.contains(.value) else { continue }
            let value = values[step.slot]
            values.bytes.withBytes { append(block: $0, Int(value.start), Int(value.count)) }
        }
    }

    @inline(__always)
    private mutating func appendSeparator(isFirst: Bool, isEncoded: Bool) {
        guard isEncoded else { return append(isFirst ? UInt8(ascii: "?") : UInt8(ascii: "&")) }
        if isFirst { append(literal: "%3F") } else { append(literal: "%26") }
    }

    /// Appends `length` bytes of a text that has `padding` bytes behind them.
    @inline(__always)
    private mutating func append(block text: Span<UInt8>, _ start: Int, _ length: Int) {
        precondition(start >= 0 && length >= 0 && start &+ length <= text.count &- Self.padding, "a piece inside its text")
        reserve(length &+ Self.padding)
        // SAFETY: what is read lies before the padding of its source and what is written inside of what was reserved;
        // `copyBlocks` goes up to 16 bytes further, which both have.
        unsafe text.withUnsafeBufferPointer { source in
            guard let first = source.baseAddress else { return }
            unsafe Self.copyBlocks(first + start, to: base + count, length)
        }
        count &+= length
    }

    /// Copies `length` bytes in whole blocks, at least one.
    @inline(__always)
    private static func copyBlocks(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, _ length: Int) {
        let (from, to) = unsafe (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
        var at = 0
        repeat {
            // SAFETY: the caller's.
            unsafe (to + at).storeBytes(of: (from + at).loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
            at &+= 16
        } while at < length
    }
}

// MARK: Reading

extension ByteWriter {
    /// Calls `body` with all that was written.
    package func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: `count` bytes were written; `self` is borrowed until the call returns.
        let span = unsafe Span(_unsafeStart: base, count: count)
        return try body(span)
    }

    /// A copy of all that was written.
    package var bytes: [UInt8] {
        // SAFETY: `count` bytes were written and outlive the copy.
        unsafe [UInt8](UnsafeBufferPointer(start: base, count: count))
    }

    /// A part of what was written as a string; what is not UTF-8 in it becomes U+FFFD.
    package func text(of range: Range<Int>) -> String {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range of what was written")
        // SAFETY: the range lies inside what was written, see above.
        return unsafe String(
            decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self)
    }

    /// All that was written as a string.
    package var text: String { text(of: 0..<count) }

    /// What `write` appends to an empty buffer, as a string.
    package static func text(_ write: (inout ByteWriter) -> Void) -> String {
        var writer = ByteWriter(capacity: 512)
        write(&writer)
        return writer.text
    }
}
