// JSONError: why bytes are no document, with the byte offset. `incomplete` alone can still become one.

package import Escaping

package enum JSONError: Error, Equatable, Sendable {
    /// All of it is fine so far, but it ends inside the value (or before it).
    case incomplete(position: Int)
    case syntax(reason: String, position: Int)
    case invalidUTF8(position: Int)
    /// All of it is in another encoding.
    case wideText(WideText)
    /// A control character inside a string, unescaped.
    case controlCharacter(position: Int)
    case loneSurrogate(position: Int)
    case duplicateKey(String, position: Int)
    case tooDeep(limit: Int, position: Int)
    case trailingText(position: Int)

    /// Byte offset in the input, near the fault.
    package var position: Int {
        switch self {
        case .wideText: 0
        case .incomplete(let position), .syntax(_, let position), .invalidUTF8(let position),
            .controlCharacter(let position), .loneSurrogate(let position), .duplicateKey(_, let position),
            .tooDeep(_, let position), .trailingText(let position):
            position
        }
    }

    /// What is wrong and how to mend it, without the place.
    package var reason: String {
        switch self {
        case .incomplete: "it ends inside the value"
        case .syntax(let reason, _): Self.plain(reason)
        case .invalidUTF8: "bytes that are not UTF-8"
        case .wideText(let encoding): encoding.advice
        case .controlCharacter: "a control character inside a string must be escaped"
        case .loneSurrogate: "half of a surrogate pair (\\uD800…\\uDFFF come in pairs)"
        case .duplicateKey(let key, _): "key \(Printable.quoted(key)) stands twice in one object"
        case .tooDeep(let limit, _): "more than \(limit) containers inside one another"
        case .trailingText: "more text behind the value"
        }
    }

    /// 1-based line of the fault in `input`.
    package func line(in input: Span<UInt8>) -> Int { lineNumber(at: position, in: input) }

    /// Where the fault is in `input`: its line, and its byte within the line, both from 1.
    package func place(in input: Span<UInt8>) -> (line: Int, byte: Int) {
        let at = max(0, min(position, input.count - 1))
        var start = at
        while start > 0, input[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        return (line(in: input), at - start + 1)
    }

    /// The reader's sentence in our form: lower case, no full stop.
    private static func plain(_ sentence: String) -> String {
        var text = sentence.prefix(1).lowercased() + sentence.dropFirst()
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}

/// 1-based line of a byte offset.
package func lineNumber(at position: Int, in input: Span<UInt8>) -> Int {
    var line = 1
    for i in 0..<min(position, input.count) where input[i] == UInt8(ascii: "\n") { line += 1 }
    return line
}
