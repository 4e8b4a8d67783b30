// JSONReader: strict JSON from outside, read by RapidJSON into nodes that are walked by index. It knows RFC 8259 and
// refuses what the letter of it leaves open: a key twice, a lone surrogate, text behind the value. It knows no keys and
// no types of ours; decoders ask it for kinds, texts and numbers.

internal import CRapidJSON
internal import Escaping

/// A value (or key) of the document that its reader read last. Worth nothing after the reader's next `read`.
package struct JSONValue: Hashable, Sendable {
    fileprivate let index: Int
}

/// How strict and how deep.
package struct JSONRules: Sendable {
    /// Containers inside one another, at most.
    package var depth: Int
    /// Comments (`//`, `/* */`) and trailing commas, for configuration that people write.
    package var allowsComments: Bool

    package init(depth: Int, allowsComments: Bool = false) {
        self.depth = depth
        self.allowsComments = allowsComments
    }
}

/// Reads one document at a time and keeps its memory for the next.
@safe
package struct JSONReader: ~Copyable {
    package enum Kind: Sendable { case null, bool, integer, decimal, string, array, object }

    private let handle: OpaquePointer
    private var nodes: UnsafeBufferPointer<tl_json_node>
    private var text: UnsafeBufferPointer<UInt8>

    /// - Parameter names: keys that are asked for by their place in this list, which is faster than by their text; 64 at most.
    package init(names: [String] = []) {
        // SAFETY: the handle is ours until deinit; nil means that there is no memory for 200 bytes.
        guard let handle = unsafe tl_json_create() else { preconditionFailure("no memory for a JSON reader") }
        for name in names {
            // SAFETY: the bytes are copied within the call.
            let isAdded = unsafe Array(name.utf8).withUnsafeBufferPointer {
                unsafe tl_json_add_name(handle, $0.baseAddress, $0.count)
            }
            precondition(isAdded, "64 names at most, none of them empty")
        }
        unsafe self.handle = handle
        unsafe nodes = UnsafeBufferPointer(start: nil, count: 0)
        unsafe text = UnsafeBufferPointer(start: nil, count: 0)
    }

    deinit {
        // SAFETY: created in init, used by nobody else.
        unsafe tl_json_destroy(handle)
    }

    /// Reads `bytes`, one whole document with an optional byte-order mark before it, and returns its root.
    /// - Throws: `JSONError`; after it the reader holds nothing.
    package mutating func read(_ bytes: Span<UInt8>, rules: JSONRules) throws(JSONError) -> JSONValue {
        // SAFETY: the buffer is used within the call only; nodes and text point into the reader's own memory, which
        // stays where it is until the next read, and this is the only place that reads.
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe tl_json_read(handle, buffer.baseAddress, buffer.count, UInt32(rules.depth), rules.allowsComments)
        }
        var count = 0
        let first = unsafe tl_json_nodes(handle, &count)
        unsafe nodes = UnsafeBufferPointer(start: first, count: count)
        let area = unsafe tl_json_text(handle, &count)
        unsafe text = UnsafeBufferPointer(start: area, count: count)
        if let error = unsafe error(result, depth: rules.depth, input: bytes) { throw error }
        return JSONValue(index: 0)
    }

    // MARK: - Values

    package func kind(_ value: JSONValue) -> Kind {
        switch node(value).kind {
        case TL_JSON_NULL.rawValue: .null
        case TL_JSON_TRUE.rawValue, TL_JSON_FALSE.rawValue: .bool
        case TL_JSON_INTEGER.rawValue: .integer
        case TL_JSON_DECIMAL.rawValue: .decimal
        case TL_JSON_ARRAY.rawValue: .array
        case TL_JSON_OBJECT.rawValue: .object
        default: .string
        }
    }

    package func isTrue(_ value: JSONValue) -> Bool { node(value).kind == TL_JSON_TRUE.rawValue }

    /// Members of an object or elements of an array.
    package func count(_ value: JSONValue) -> Int { Int(node(value).length) }

    /// A string's or key's text; of a number its literal as it was written.
    package func string(_ value: JSONValue) -> String {
        // SAFETY: offset and length come from the reader and lie in its text area.
        unsafe String(decoding: bytes(of: value), as: UTF8.self)
    }

    /// UTF-8 bytes of a string, key or number literal.
    package func byteCount(_ value: JSONValue) -> Int { Int(node(value).length) }

    /// The key's place among the reader's names, nil where it is none of them.
    package func name(_ key: JSONValue) -> Int? {
        let node = node(key)
        return node.kind == TL_JSON_KEY.rawValue && node.next > 0 ? Int(node.next) - 1 : nil
    }

    /// Whether the value is the string `name`; a number of the same letters is not.
    package func isText(_ value: JSONValue, _ name: StaticString) -> Bool {
        kind(value) == .string && equals(value, name)
    }

    /// Whether a key or string is `name`, byte for byte.
    package func equals(_ value: JSONValue, _ name: StaticString) -> Bool {
        // SAFETY: both buffers are read within the call; a StaticString's storage is never freed.
        let bytes = unsafe bytes(of: value)
        guard bytes.count == name.utf8CodeUnitCount else { return false }
        for i in 0..<bytes.count where unsafe bytes[i] != name.utf8Start[i] { return false }
        return true
    }

    /// The value of an integer literal of 64 bits, nil for anything else.
    package func integer(_ value: JSONValue) -> Int64? {
        guard kind(value) == .integer else { return nil }
        var number: Int64 = 0
        // SAFETY: the literal is read within the call.
        let bytes = unsafe bytes(of: value)
        return unsafe tl_json_integer(bytes.baseAddress, bytes.count, &number) ? number : nil
    }

    /// The nearest Double of any number literal, an infinity beyond its range; nil for what is no number.
    package func double(_ value: JSONValue) -> Double? {
        guard kind(value) == .integer || kind(value) == .decimal else { return nil }
        // SAFETY: the literal is read within the call.
        let bytes = unsafe bytes(of: value)
        return unsafe tl_json_double(bytes.baseAddress, bytes.count)
    }

    /// Byte offset in the input: of a container's opening bracket, of anything else just behind it.
    package func position(_ value: JSONValue) -> Int { Int(node(value).position) }

    /// The value as a message shows it: a text or number in quotes, escaped and cut; of a container only what it is.
    package func shown(_ value: JSONValue) -> String {
        switch kind(value) {
        case .string, .integer, .decimal: Printable.quoted(string(value))
        case .bool: isTrue(value) ? "'true'" : "'false'"
        case .null: "'null'"
        case .array: "a list"
        case .object: "an object"
        }
    }

    // MARK: - Containers

    /// Calls `body` with each key and value of an object, in order; none for anything else.
    package func forEachMember<E: Error>(
        of object: JSONValue, _ body: (_ key: JSONValue, _ value: JSONValue) throws(E) -> Void
    ) throws(E) {
        guard kind(object) == .object else { return }
        let end = Int(node(object).next)
        var at = object.index + 1
        while at < end {
            let value = JSONValue(index: at + 1)
            try body(JSONValue(index: at), value)
            at = Int(node(value).next)
        }
    }

    /// Calls `body` with each element of an array, in order; none for anything else.
    package func forEachElement<E: Error>(of array: JSONValue, _ body: (JSONValue) throws(E) -> Void) throws(E) {
        guard kind(array) == .array else { return }
        let end = Int(node(array).next)
        var at = array.index + 1
        while at < end {
            let value = JSONValue(index: at)
            try body(value)
            at = Int(node(value).next)
        }
    }

    /// The value under `name`, nil where there is none. Keys are unique.
    package func member(_ name: StaticString, of object: JSONValue) -> JSONValue? {
        var found: JSONValue?
        forEachMember(of: object) { key, value in
            if found == nil, equals(key, name) { found = value }
        }
        return found
    }

    // MARK: - Memory

    private func node(_ value: JSONValue) -> tl_json_node {
        unsafe precondition(value.index < nodes.count, "a JSON value outlived its document")
        // SAFETY: checked on the line above.
        return unsafe nodes[value.index]
    }

    private func bytes(of value: JSONValue) -> UnsafeBufferPointer<UInt8> {
        let node = node(value)
        guard node.kind >= TL_JSON_INTEGER.rawValue, node.kind <= TL_JSON_KEY.rawValue else {
            return unsafe UnsafeBufferPointer(start: nil, count: 0)
        }
        // SAFETY: offset and length come from the reader and lie in its text area.
        return unsafe UnsafeBufferPointer(rebasing: text[Int(node.offset)..<Int(node.offset + node.length)])
    }

    private func error(_ result: tl_json_result, depth: Int, input: Span<UInt8>) -> JSONError? {
        let at = unsafe Int(result.position)
        if unsafe result.outcome == TL_JSON_DONE { return nil }
        // Before anything else, also before "more may come": a zero byte is whatever comes after it no JSON.
        if let encoding = WideText(input) { return .wideText(encoding) }
        switch unsafe result.outcome {
        case TL_JSON_INCOMPLETE: return .incomplete(position: at)
        case TL_JSON_ENCODING: return isUTF8(input) ? .controlCharacter(position: at) : .invalidUTF8(position: at)
        case TL_JSON_SURROGATE: return .loneSurrogate(position: at)
        // These two are found just behind a bracket.
        case TL_JSON_DEEP: return .tooDeep(limit: depth, position: at - 1)
        case TL_JSON_TRAILING: return .trailingText(position: at)
        case TL_JSON_DUPLICATE:
            // SAFETY: the result's offset and length name a key in the text area.
            let key = unsafe text[Int(result.offset)..<Int(result.offset + result.length)]
            return unsafe .duplicateKey(String(decoding: key, as: UTF8.self), position: at - 1)
        default:
            // SAFETY: RapidJSON's sentences are string literals.
            return unsafe .syntax(reason: String(cString: result.reason), position: at)
        }
    }

    private func isUTF8(_ input: Span<UInt8>) -> Bool {
        // SAFETY: the buffer is read within the call.
        unsafe input.withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) != nil }
    }
}
