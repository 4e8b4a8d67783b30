// CSVRow: how CSVTable finds the end of a row and of each field in it: from mark to mark. The inner loop sees a comma or a
// line end nearly always; quotes are looked at outside of it (CSVQuotes.swift). A row may be gone through again with more
// bytes in the buffer, so nothing is changed in the buffer before its end is known.

/// What a row held that its reader should hear of.
struct CSVOddities: OptionSet {
    let rawValue: UInt8
    static let null = CSVOddities(rawValue: 1)
    static let lineEndInValue = CSVOddities(rawValue: 2)
    static let unclosedQuote = CSVOddities(rawValue: 4)
    static let tooLarge = CSVOddities(rawValue: 8)
    static let unescapedQuote = CSVOddities(rawValue: 16)
    static let invalidCharacter = CSVOddities(rawValue: 32)
}

extension CSVTable {
    /// How a walk along the marks ended.
    enum Walk: Equatable {
        case done
        case needsMore
        /// The quote that opens the field in this column isn't closed.
        case unclosedQuote(column: Int)
    }

    /// Goes to the next line, blank or not; false at the end.
    mutating func readRow() throws(FeedError) -> Bool {
        // From this column on quotes open no field: one of them wasn't closed.
        var plainFrom = Int.max
        while true {
            let start = nextStart
            oddities = plainFrom == .max ? [] : .unclosedQuote
            if !oddFields.isEmpty { oddFields.removeAll(keepingCapacity: true) }
            if !quotedFields.isEmpty { quotedFields.removeAll(keepingCapacity: true) }
            switch walk(quotesBefore: plainFrom) {
            case .done:
                row += 1
                rowStart = start
                if !utf8.replacements.isEmpty { takeReplacements() }
                if !quotedFields.isEmpty { takeOutQuotes() }
                if nextStart - start > limits.field { checkFieldSizes() }
                return true
            case .unclosedQuote(let column): plainFrom = column
            case .needsMore:
                if filled - nextStart >= limits.row { return try skipLine() }
                guard try refill() else { return false }
            }
        }
    }

    /// Whether the row is one field of blanks (or DOS's end-of-file mark, 0x1A).
    var isBlankRow: Bool { fieldCount == 1 && oddities.isDisjoint(with: [.tooLarge, .null]) && field(0).isEmpty }

    /// Goes along the marks from `nextMark` to the end of the row.
    private mutating func walk(quotesBefore plainFrom: Int) -> Walk {
        skipLineFeed()
        var mark = nextMark
        var start = nextStart
        var count = 0
        while mark < marks.count {
            var at = marks[mark]
            mark &+= 1
            if bytes[at] == .quote, count < plainFrom, opensField(at, from: start) {
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
    static var tab: UInt8 { 0x09 }
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    var endsLine: Bool { self == .lineFeed || self == .carriageReturn }
}
