// CSVQuotes: fields in quotes. RFC 4180 doubles a quote inside of them. Some makers of national feeds don't: `"CASA "LO RUSSO,
// E CUT" X"`. So a quote closes its field only before a comma or a line end, blanks between them allowed; any other is text,
// and reported. Where a value has such a quote its maker doubles none: a pair before a comma is a quote and the closing one.
// And where it has a line end as well, its first quote wasn't meant to open a field of several lines: it counts as not closed.
//
// OneBusAway's reader closes a field at the first single quote and takes it away, so that an ID of this kind would be
// another one there: the notice says where.

/// A field with quotes to be taken out.
struct CSVQuotedField {
    let column: Int
    /// Where the closing quote is.
    let closing: Int
}

extension CSVTable {
    /// What a quote inside of a field is.
    private enum Quote {
        /// The first of a pair that stands for one quote.
        case pair
        /// Text, though it isn't doubled.
        case unescaped
        /// The one at this position closes the field, whose comma or line end is at `end`.
        case closing(Int, end: Int)
        case needsMore
    }

    /// Sets the field that begins with the quote at `opening` and goes to the mark behind its comma or line end.
    @inline(never)
    mutating func quotedField(_ column: Int, opening: Int, mark: inout Int) -> Walk {
        var (holdsPair, isOdd, holdsLineEnd) = (false, false, false)
        while mark < marks.count {
            let at = marks[mark]
            mark += 1
            if at - opening > limits.field { return .unclosedQuote(column: column) }
            if bytes[at].endsLine {
                if isOdd { return .unclosedQuote(column: column) }
                if !holdsLineEnd { note(.lineEndInValue, in: column) }
                holdsLineEnd = true
            } else if bytes[at] == 0 {
                oddities.insert(.null)
            }
            guard bytes[at] == .quote else { continue }
            switch quote(at, isOdd: isOdd) {
            case .pair:
                mark += 1
                holdsPair = true
            case .unescaped:
                if holdsLineEnd { return .unclosedQuote(column: column) }
                if !isOdd { note(.unescapedQuote, in: column) }
                isOdd = true
            case .closing(let closing, let end):
                if closing - opening > limits.field { return .unclosedQuote(column: column) }
                if holdsPair || end > closing + 1 {
                    fields.set(column, opening + 1, end)
                    quotedFields.append(CSVQuotedField(column: column, closing: closing))
                } else {
                    fields.set(column, opening + 1, closing)
                }
                while marks[mark &- 1] < end { mark += 1 }
                return .done
            case .needsMore: return .needsMore
            }
        }
        return isAtEnd || filled - opening > limits.field ? .unclosedQuote(column: column) : .needsMore
    }

    /// - Parameter isOdd: whether the field has quotes already that aren't doubled.
    private func quote(_ at: Int, isOdd: Bool) -> Quote {
        guard let end = fieldEnd(from: at + 1) else { return .needsMore }
        if end >= 0 { return .closing(at, end: end) }
        guard bytes[at + 1] == .quote else { return .unescaped }
        guard isOdd else { return .pair }
        guard let end = fieldEnd(from: at + 2) else { return .needsMore }
        return end >= 0 ? .closing(at + 1, end: end) : .pair
    }

    /// Where the comma or line end is that `start` stands before, blanks between them allowed; negative where something else
    /// is there, nil where the buffer ends before it is known.
    private func fieldEnd(from start: Int) -> Int? {
        var at = start
        while at < filled, bytes[at] == .space || bytes[at] == .tab { at += 1 }
        guard at < filled else { return nil }
        return bytes[at] == .comma || bytes[at].endsLine ? at : -1
    }

    /// Makes `a "b" c` of `a ""b"" c`, and takes the closing quote away.
    mutating func takeOutQuotes() {
        for field in quotedFields where field.column < fields.count {
            let range = fields[field.column]
            var end = range.lowerBound
            var at = range.lowerBound
            while at < range.upperBound {
                if at != field.closing {
                    bytes[end] = bytes[at]
                    end += 1
                    if at + 1 < field.closing, bytes[at] == .quote, bytes[at + 1] == .quote { at += 1 }
                }
                at += 1
            }
            fields[field.column] = range.lowerBound..<end
        }
    }

    /// Notes something odd of a field, for `settleOddRow`.
    mutating func note(_ oddity: CSVOddities, in column: Int) {
        oddities.insert(oddity)
        oddFields.append(CSVOddField(oddity: oddity, column: column))
    }

    /// Notes the fields of the present row that hold U+FFFD. In the buffer they are as they came, quotes and all.
    mutating func takeReplacements() {
        var last = -1
        for at in utf8.takeReplacements(before: nextStart) {
            let column = (0..<min(fieldCount, fields.count)).first { fields[$0].upperBound > at && fields[$0].lowerBound <= at }
            if let column, column != last {
                note(.invalidCharacter, in: column)
                last = column
            }
        }
    }
}

/// Something odd in a field of the present row.
struct CSVOddField {
    let oddity: CSVOddities
    let column: Int
}
