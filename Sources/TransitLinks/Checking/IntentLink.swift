// IntentLink: an `intent:` link as Android's `Intent.parseUri` takes it apart: the last `#` begins the intent, whose fields end
// with `;` each, up to one that begins with `end`. What follows `SEL` is for a selector, which browsers drop. One broken field
// and nothing is opened. A browser has written the scheme in small letters before.

struct IntentLink {
    /// What the app is started with.
    private(set) var target: String
    private(set) var package: String?
    private(set) var fallback: String?
    private(set) var action = "android.intent.action.VIEW"
    private(set) var type: String?
    private(set) var categories: [String] = []
    private var scheme: String?
    /// Where the next = stands, of those that the fields read so far have looked for.
    private var nextEquals = 0

    /// nil where Android makes no intent of it, or it names no scheme, or that of an intent again, which no browser follows.
    init?(_ text: String) {
        guard text.lowercased().hasPrefix("intent:") else { return nil }
        let bytes = text.utf8.span
        let hash = bytes.lastIndex(in: 0..<bytes.count) { $0 == UInt8(ascii: "#") }
        guard let hash, bytes.count >= hash + 8, bytes.equals("#Intent;", at: hash..<hash + 8) else { return nil }
        target = bytes.text(7..<max(7, hash))
        var at = hash + 8
        var isSelector = false
        while !bytes.begins("end", at: at) {
            let end = bytes.firstIndex(in: at..<bytes.count) { $0 == UInt8(ascii: ";") }
            if end == bytes.count { return nil }
            if bytes.equals("SEL", at: at..<end) {
                isSelector = true
            } else if !read(at..<end, bytes, isSelector: isSelector) {
                return nil
            }
            at = end + 1
        }
        guard let scheme else { return nil }
        target = scheme + ":" + target
        if target.lowercased().hasPrefix("intent:") { return nil }
    }

    /// - Returns: whether Android takes the field.
    private mutating func read(_ field: Range<Int>, _ bytes: Span<UInt8>, isSelector: Bool) -> Bool {
        let equals = bytes.firstIndex(in: field) { $0 == UInt8(ascii: "=") }
        let hasValue = equals < field.upperBound
        let value = hasValue ? AndroidURL.text(bytes, equals + 1..<field.upperBound, plusIsSpace: false) : ""
        switch hasValue ? bytes.text(field.lowerBound..<equals) : "" {
        case "launchFlags": return Self.isInteger(value)
        case "identifier", "component", "sourceBounds": return true
        case "action": if !isSelector { action = value }
        case "category": if !isSelector { categories.append(value) }
        case "type": if !isSelector { type = value }
        case "package": if !isSelector { package = value }
        case "scheme": if !isSelector { scheme = value }
        default:
            // The name of an extra ends at the next =, which may stand in a later field.
            if nextEquals < field.lowerBound {
                nextEquals = bytes.firstIndex(in: field.lowerBound..<bytes.count) { $0 == UInt8(ascii: "=") }
            }
            guard nextEquals < bytes.count, nextEquals >= field.lowerBound + 2 else { return false }
            if !isSelector, hasValue, bytes.text(field.lowerBound..<equals) == "S.browser_fallback_url" { fallback = value }
            return Self.isExtra(bytes[field.lowerBound], bytes[field.lowerBound + 1], value)
        }
        return true
    }

    /// Whether an extra of this kind can have this value.
    private static func isExtra(_ kind: UInt8, _ dot: UInt8, _ value: String) -> Bool {
        guard dot == UInt8(ascii: ".") else { return false }
        return switch kind {
        case UInt8(ascii: "S"), UInt8(ascii: "B"): true
        case UInt8(ascii: "c"): !value.isEmpty
        case UInt8(ascii: "d"), UInt8(ascii: "f"): isNumber(value)
        case UInt8(ascii: "b"): Int8(value) != nil
        case UInt8(ascii: "s"): Int16(value) != nil
        case UInt8(ascii: "i"): Int32(value) != nil
        case UInt8(ascii: "l"): Int64(value) != nil
        default: false
        }
    }

    /// As Java's `parseDouble` reads it, but for hexadecimal digits.
    private static func isNumber(_ value: String) -> Bool {
        if ["NaN", "Infinity"].contains(value.drop { $0 == "+" || $0 == "-" }) { return true }
        let figures = value.utf8.last.map { "fFdD".utf8.contains($0) } == true ? String(value.dropLast()) : value
        return figures.utf8.first { !"+-.eE".utf8.contains($0) }.map { ASCIISet.digits.contains($0) } == true
            && Double(figures) != nil
    }

    /// As Java's `Integer.decode` reads it, and what it leaves to `parseUnsignedInt`.
    private static func isInteger(_ value: String) -> Bool {
        let isSigned = value.hasPrefix("-") || value.hasPrefix("+")
        let sign = value.hasPrefix("-") ? "-" : ""
        let figures = isSigned ? String(value.dropFirst()) : value
        let prefix = ["0x", "0X", "#"].first(where: figures.hasPrefix)
        let digits = prefix.map { String(figures.dropFirst($0.utf8.count)) } ?? figures
        guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else { return false }
        if prefix != nil {
            return Int32(sign + digits, radix: 16) != nil || !isSigned && prefix == "0x" && UInt32(digits, radix: 16) != nil
        }
        return Int32(sign + digits, radix: digits.hasPrefix("0") && digits != "0" ? 8 : 10) != nil
    }
}

extension Span<UInt8> {
    /// The last index in `range` whose byte fulfils `condition`.
    fileprivate func lastIndex(in range: Range<Int>, where condition: (UInt8) -> Bool) -> Int? {
        range.last { condition(self[$0]) }
    }

    fileprivate func begins(_ word: String, at start: Int) -> Bool {
        start + word.utf8.count <= count && equals(word, at: start..<start + word.utf8.count)
    }
}
