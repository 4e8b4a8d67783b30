// SettingsFile: values out of one JSON file that people write, each fault noted with its line, the value as it stands and
// the nearest known key, and reading going on. It knows what a value of each type looks like, not what it is for.

internal import Escaping
package import StrictJSON
internal import TransitLinks

package struct SettingsFile: ~Copyable {
    private let source: String
    private let bytes: [UInt8]
    private var reader = JSONReader()
    package private(set) var faults: [ConfigurationError.Fault] = []

    /// 1 MiB: configuration is written by hand.
    package static let maximumBytes = 1024 * 1024

    package init(source: String, bytes: [UInt8]) {
        self.source = source
        self.bytes = bytes
    }

    /// The root object, or nil with the fault noted.
    package mutating func root() -> JSONValue? {
        let bytes = bytes
        do throws(JSONError) {
            let root = try reader.read(bytes.span, rules: JSONRules(depth: 16, allowsComments: true))
            if reader.kind(root) == .object { return root }
            faults.append(.init(source: source, line: 1, message: "the file has to hold one object, { … }"))
        } catch {
            faults.append(.init(source: source, line: error.line(in: bytes.span), message: "not JSON: \(error.reason)"))
        }
        return nil
    }

    package mutating func refuse(_ value: JSONValue, _ key: String, _ message: String) {
        let line = lineNumber(at: reader.position(value), in: bytes.span)
        faults.append(.init(source: source, line: line, key: key, message: message))
    }

    /// Calls `body` for each key of `object`; one that is none of `known` is refused with the nearest of them.
    /// - Parameter known: nil where any name will do.
    package mutating func forEachKey(
        of object: JSONValue, path: String, known: [String]?,
        _ body: (inout SettingsFile, _ key: String, _ path: String, _ value: JSONValue) -> Void
    ) {
        var members: [(key: JSONValue, value: JSONValue)] = []
        reader.forEachMember(of: object) { members.append(($0, $1)) }
        for (key, value) in members {
            let name = reader.string(key)
            let full = path.isEmpty ? name : "\(path).\(name)"
            if let known, !known.contains(name) {
                refuse(key, Printable.escaped(full), "unknown key; \(Spelling.hint(for: name, known: known))")
            } else {
                body(&self, name, full, value)
            }
        }
    }

    // MARK: - Values

    package func isNull(_ value: JSONValue) -> Bool { reader.kind(value) == .null }
    package func isObject(_ value: JSONValue) -> Bool { reader.kind(value) == .object }

    /// Text that is not blank.
    package mutating func text(_ value: JSONValue, _ key: String) -> String? {
        if reader.kind(value) == .string {
            let text = reader.string(value)
            if !text.isBlank, !text.utf8.contains(0) { return text }
        }
        refuse(value, key, "\(shown(value)) is no text; put it in quotes, not blank")
        return nil
    }

    /// Text for which `isGood` holds, or a refusal that it `is not …`.
    package mutating func text(_ value: JSONValue, _ key: String, _ isGood: (String) -> Bool, _ not: String) -> String? {
        guard let text = text(value, key) else { return nil }
        if isGood(text) { return text }
        refuse(value, key, "\(Printable.quoted(text)) is \(not)")
        return nil
    }

    /// A whole number within `range`.
    package mutating func integer(_ value: JSONValue, _ key: String, in range: ClosedRange<Int64>) -> Int64? {
        if let number = reader.integer(value), range.contains(number) { return number }
        refuse(value, key, "\(shown(value)) is no whole number from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// A number within `range`.
    package mutating func number(_ value: JSONValue, _ key: String, in range: ClosedRange<Double>) -> Double? {
        if let number = reader.double(value), range.contains(number) { return number }
        refuse(value, key, "\(shown(value)) is no number from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// Any text, also none at all.
    package mutating func anyText(_ value: JSONValue, _ key: String) -> String? {
        if reader.kind(value) == .string { return reader.string(value) }
        refuse(value, key, "\(shown(value)) is no text; put it in quotes")
        return nil
    }

    package func isText(_ value: JSONValue, _ text: StaticString) -> Bool {
        reader.kind(value) == .string && reader.equals(value, text)
    }

    /// A whole number, whatever its size, or nil without a refusal where the value is none.
    package func integer(_ value: JSONValue) -> Int64? { reader.integer(value) }

    /// One of the names in `known`.
    package mutating func name<Value>(_ value: JSONValue, _ key: String, known: [(name: String, value: Value)]) -> Value? {
        guard let text = text(value, key) else { return nil }
        if let found = known.first(where: { $0.name == text }) { return found.value }
        refuse(
            value, key, "\(Printable.quoted(text)) is unknown; \(Spelling.hint(for: text, known: known.map(\.name)))")
        return nil
    }

    /// A list, each element read by `element`.
    package mutating func list<Value>(
        _ value: JSONValue, _ key: String,
        _ element: (inout SettingsFile, _ value: JSONValue, _ key: String) -> Value?
    ) -> [Value]? {
        guard reader.kind(value) == .array else {
            refuse(value, key, "\(shown(value)) is no list; write […]")
            return nil
        }
        var items: [JSONValue] = []
        reader.forEachElement(of: value) { items.append($0) }
        return items.enumerated().compactMap { element(&self, $1, "\(key)[\($0)]") }
    }

    package func shown(_ value: JSONValue) -> String { reader.shown(value) }
}
