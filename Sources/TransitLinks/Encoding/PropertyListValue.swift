// PropertyListValue: a value of a property list of any form. Read by PropertyLists; written as XML by PropertyListWriter.

public indirect enum PropertyListValue: Sendable, Hashable {
    case dictionary([String: PropertyListValue])
    case array([PropertyListValue])
    case string(String)
    case integer(Int64)
    case real(Double)
    case bool(Bool)
    /// Seconds since 1970.
    case date(Double)
    case data([UInt8])

    /// The value under `key` of a dictionary.
    public subscript(key: String) -> PropertyListValue? {
        if case .dictionary(let members) = self { members[key] } else { nil }
    }

    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The elements of an array; none of anything else.
    public var elements: [PropertyListValue] { if case .array(let elements) = self { elements } else { [] } }

    /// The strings of an array.
    public var strings: [String] { elements.compactMap(\.string) }
}
