// LogEntry: one event with its fields, safe to show. A value from outside is escaped and cut where the field is
// made, so that no entry can hold a line break or a terminal's control sequence (log forging); nothing is escaped
// later.

internal import Escaping

/// One `NAME=value` of an entry; the value is one printable line.
package struct LogField: Sendable, Hashable {
    /// Scalars kept of a value, 1 KiB for plain text: a name has 255 bytes at most, a list of errors can be longer.
    package static let valueLimit = 1024

    /// The journal's name of the field: upper-case ASCII, digits and `_`.
    package let name: String
    /// Its short name in a line of text.
    package let key: String
    package let value: String

    /// The request's file name, as bytes: it need not be UTF-8.
    package static func request(_ name: some Sequence<UInt8>) -> LogField {
        LogField("TRANSITLINK_REQUEST", "request", Printable.escaped(name.prefix(valueLimit)))
    }
    package static func request(_ name: String) -> LogField {
        LogField("TRANSITLINK_REQUEST", "request", escaping: name)
    }
    package static func region(_ id: Int64) -> LogField { LogField("TRANSITLINK_REGION", "region", String(id)) }
    /// The code of the first error, as the documented table spells it.
    package static func errorCode(_ code: String) -> LogField {
        LogField("TRANSITLINK_ERROR_CODE", "code", escaping: code)
    }
    /// The sentence that says what, where and how to mend it.
    package static func detail(_ text: String) -> LogField { LogField("TRANSITLINK_DETAIL", "detail", escaping: text) }
    package static func path(_ path: String) -> LogField { LogField("TRANSITLINK_PATH", "path", escaping: path) }
    package static func count(_ count: Int) -> LogField { LogField("TRANSITLINK_COUNT", "count", String(count)) }
    /// The time that a summary covers.
    package static func period(_ time: Duration) -> LogField {
        LogField("TRANSITLINK_PERIOD_USEC", "period-usec", String(time.microseconds))
    }
    package static func version(_ version: String) -> LogField {
        LogField("TRANSITLINK_VERSION", "version", escaping: version)
    }
    /// The journal's own field for a failed system call.
    package static func errno(_ code: Int32) -> LogField { LogField("ERRNO", "errno", String(code)) }

    private init(_ name: String, _ key: String, escaping value: String) {
        let scalars = value.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: Self.valueLimit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else {
            self.init(name, key, Printable.escaped(value))
            return
        }
        self.init(name, key, Printable.escaped(String(value[..<end])) + "…")
    }

    private init(_ name: String, _ key: String, _ printable: String) {
        self.name = name
        self.key = key
        self.value = printable
    }
}

/// One event, with the place in the source that reports it.
package struct LogEntry: Sendable, Hashable {
    package let message: Message
    package let fields: [LogField]
    package let file: String
    package let line: Int
    package let function: String

    package init(
        _ message: Message, _ fields: [LogField] = [], file: String = #fileID, line: Int = #line,
        function: String = #function
    ) {
        self.message = message
        self.fields = fields
        self.file = file
        self.line = line
        self.function = function
    }

    /// All of it as `NAME`, `value`, in the order in which every format writes it.
    var named: [(name: String, value: String)] {
        [
            ("MESSAGE", message.text), ("PRIORITY", String(message.priority.rawValue)), ("MESSAGE_ID", message.id),
        ] + fields.map { ($0.name, $0.value) } + [
            ("CODE_FILE", file), ("CODE_LINE", String(line)), ("CODE_FUNC", function),
        ]
    }
}
