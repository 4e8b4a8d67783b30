// CSVHeader: the first row of a table, and the rows that differ from it.

extension CSVTable {
    /// Reads the names of the columns from the first line that isn't blank.
    mutating func readHeader() throws(FeedError) {
        repeat {
            guard try readRow() else { throw .badTable("\(file) is empty: its first line must name its columns") }
            try checkHeader()
        } while isBlankRow
        let count = fieldCount
        columns = (0..<count).map { text(field($0)) }
        for column in 0..<count { reportName(column) }
        reportOddQuotes()
        fields = CSVFields(count: count)
    }

    private func checkHeader() throws(FeedError) {
        if oddities.contains(.null) {
            throw .badTable(
                "\(file): its header holds U+0000, as text in UTF-16 does: save it as UTF-8, or give --encoding utf-16")
        }
        if oddities.contains(.tooLarge) {
            throw .tooLarge("\(file): its header is larger than \(limits.row) bytes, or one name than \(limits.field)")
        }
        if fieldCount > limits.columns {
            throw .tooLarge("\(file): its header has \(fieldCount) columns, and \(limits.columns) are the limit")
        }
    }

    private func reportName(_ column: Int) {
        let name = columns[column]
        let code: FeedNotice.Code
        let message: String
        if name.isEmpty {
            (code, message) = (.emptyColumnName, "column \(column + 1) has no name and isn't read")
        } else if let first = columns[..<column].firstIndex(of: name) {
            (code, message) = (.duplicatedColumn, "column \(column + 1) isn't read: column \(first + 1) has the same name")
        } else {
            return
        }
        notices(FeedNotice(code, file: file, row: row, field: name, value: "", message))
    }

    /// Reports what is odd in the present row; whether it is used all the same.
    mutating func settleOddRow() -> Bool {
        if oddities.contains(.tooLarge) {
            report(
                .csvParsingFailed, column: nil,
                "left out: more than \(limits.row) bytes, or a field of more than \(limits.field)")
            return false
        }
        if oddities.contains(.null) {
            report(.nullCharacter, column: nil, "left out: the row holds U+0000")
            return false
        }
        reportOddQuotes()
        if fieldCount != columns.count { settleLength() }
        return true
    }

    private func reportOddQuotes() {
        if oddities.contains(.unclosedQuote) {
            report(.csvParsingFailed, column: nil, "a quote is opened and not closed; the row ends at its line end")
        }
        for field in oddFields where field.column < columns.count { report(field) }
    }

    private func report(_ odd: CSVOddField) {
        switch odd.oddity {
        case .lineEndInValue: report(.newLineInValue, column: odd.column, "a line end inside the value")
        case .unescapedQuote:
            report(.unescapedQuote, column: odd.column, "a quote inside the value that isn't doubled; it is part of the value")
        default:
            report(
                .invalidCharacter, column: odd.column,
                "the value holds U+FFFD, which stands for a character that could not be read")
        }
    }

    private mutating func settleLength() {
        let what = "\(fieldCount) value\(fieldCount == 1 ? "" : "s") where the header has \(columns.count)"
        if fieldCount < columns.count {
            report(.invalidRowLength, column: nil, what + "; those missing are empty")
            for column in fieldCount..<columns.count { fields.set(column, 0, 0) }
        } else {
            report(.invalidRowLength, column: nil, what + "; those too many aren't read")
        }
    }
}
