// CSVRow: how CSVTable finds the end of a row and of each field in it: from mark to mark. The inner loop sees a comma or a
// line end nearly always; quotes are looked at outside of it. A row may be gone through again with more bytes in the buffer,
// so nothing is changed in the buffer before its end is known.

/// What a row held that its reader should hear of.
struct CSVOddities: OptionSet {
    let rawValue: UInt8
    static let null = CSVOddities(rawValue: 1)
    static let lineEndInValue = CSVOddities(rawValue: 2)
    static let unclosedQuote = CSVOddities(rawValue: 4)
    static let tooLarge = CSVOddities(rawValue: 8)
}

extension CSVTable {
    /// How a walk along the marks ended.
    private enum Walk {
        case done
        case needsMore
        case unclosedQuote
    }

    /// Goes to the next line, blank or not; false at the end.
    mutating func readRow() throws(FeedError) -> Bool {
        var honoursQuotes = true
        while true {
            let start = nextStart
            oddities = honoursQuotes ? [] : .unclosedQuote
            quotedColumns.removeAll(keepingCapacity: true)
            switch walk(honoursQuotes) {
            case .done:
                row += 1
                rowStart = start
                if !quotedColumns.isEmpty { takeOutQuotes() }
                if nextStart - start > limits.field { checkFieldSizes() }
                return true
            case .unclosedQuote: honoursQuotes = false
            case .needsMore:
                if filled - nextStart >= limits.row { return try skipLine() }
                guard try refill() else { return false }
            }
        }
    }

    /// Whether the row is one field of blanks (or DOS's end-of-file mark, 0x1A).
    var isBlankRow: Bool { fieldCount == 1 && oddities.isDisjoint(with: [.tooLarge, .null]) && field(0).isEmpty }

    /// Goes along the marks from `nextMark` to the end of the row.
    private mutating func walk(_ honoursQuotes: Bool) -> Walk {
        skipLineFeed()
        var mark = nextMark
        var start = nextStart
        var count = 0
        while mark < marks.count {
            var at = marks[mark]
            mark &+= 1
            if bytes[at] == .quote, honoursQuotes, opensField(at, from: start) {
                let end = quotedField(count, opening: at, mark: &mark)
                if end != .done { return end }
                at = marks[mark &- 1]
            } else if bytes[at] == .comma || bytes[at].endsLine {
                fields.set(count, start, at)
            } else {
                if bytes[at] == 0 { oddities.insert(.null) }
                continue
            }
            count &+= 1
            start = at &+ 1
            if bytes[at] == .comma { continue }
            (nextMark, nextStart, fieldCount) = (mark, start, count)
            mayFollowLineFeed = bytes[at] == .carriageReturn
            return .done
        }
        return .needsMore
    }

    @inline(__always)
    private mutating func skipLineFeed() {
        guard mayFollowLineFeed, nextStart < filled else { return }
        mayFollowLineFeed = false
        guard bytes[nextStart] == .lineFeed else { return }
        nextStart &+= 1
        nextMark &+= 1
    }

    /// Whether nothing but spaces stands before the quote: OneBusAway's reader skips those, and no other blanks.
    @inline(__always)
    private func opensField(_ quote: Int, from start: Int) -> Bool {
        quote == start || bytes[start..<quote].allSatisfy { $0 == .space }
    }

    /// Sets the field that begins with the quote at `opening` and goes to the mark behind its comma or line end.
    @inline(never)
    private mutating func quotedField(_ column: Int, opening: Int, mark: inout Int) -> Walk {
        var isPlain = true
        guard let closing = closingQuote(column, mark: &mark, isPlain: &isPlain) else {
            return isAtEnd || filled - opening > limits.field ? .unclosedQuote : .needsMore
        }
        if closing - opening > limits.field { return .unclosedQuote }
        while mark < marks.count {
            let at = marks[mark]
            mark += 1
            if bytes[at] == 0 { oddities.insert(.null) }
            guard bytes[at] == .comma || bytes[at].endsLine else { continue }
            if isPlain, at == closing + 1 {
                fields.set(column, opening + 1, closing)
            } else {
                fields.set(column, opening + 1, at)
                quotedColumns.append(column)
            }
            return .done
        }
        return .needsMore
    }

    /// The quote that isn't doubled, from `mark` on, which then stands behind it.
    private mutating func closingQuote(_ column: Int, mark: inout Int, isPlain: inout Bool) -> Int? {
        while mark < marks.count {
            let at = marks[mark]
            mark += 1
            if bytes[at] == .quote {
                guard mark < marks.count, marks[mark] == at + 1, bytes[at + 1] == .quote else { return at }
                mark += 1
                isPlain = false
            } else if bytes[at].endsLine {
                oddities.insert(.lineEndInValue)
                oddColumn = column
            } else if bytes[at] == 0 {
                oddities.insert(.null)
            }
        }
        return nil
    }

    /// Makes `a "b" c` of `a ""b"" c`, and `ab` of `a"b`, whose quote closed the field.
    private mutating func takeOutQuotes() {
        for column in quotedColumns where column < fields.count {
            let range = fields[column]
            var end = range.lowerBound
            var isInside = true
            var at = range.lowerBound
            while at < range.upperBound {
                let byte = bytes[at]
                at += 1
                if isInside, byte == .quote {
                    isInside = at < range.upperBound && bytes[at] == .quote
                    guard isInside else { continue }
                    at += 1
                }
                bytes[end] = byte
                end += 1
            }
            fields[column] = range.lowerBound..<end
        }
    }

    private mutating func checkFieldSizes() {
        for column in 0..<min(fieldCount, fields.count) where fields[column].count > limits.field {
            oddities.insert(.tooLarge)
        }
    }

    /// Leaves out the line that is longer than a row may be.
    private mutating func skipLine() throws(FeedError) -> Bool {
        repeat {
            while nextMark < marks.count {
                let at = marks[nextMark]
                nextMark += 1
                guard bytes[at].endsLine else { continue }
                nextStart = at + 1
                mayFollowLineFeed = bytes[at] == .carriageReturn
                return endSkippedLine()
            }
            nextStart = filled
        } while try refill()
        return endSkippedLine()
    }

    private mutating func endSkippedLine() -> Bool {
        row += 1
        fieldCount = 0
        oddities = .tooLarge
        return true
    }
}

extension UInt8 {
    static var comma: UInt8 { 0x2C }
    static var quote: UInt8 { 0x22 }
    static var space: UInt8 { 0x20 }
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    var endsLine: Bool { self == .lineFeed || self == .carriageReturn }
}
