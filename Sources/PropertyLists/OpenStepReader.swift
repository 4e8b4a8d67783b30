// OpenStepReader: an old-style property list, as NeXT had it and as Xcode still writes projects: `{ key = value; }`, `(a, b)`,
// `<0fbd77>`, texts with quotes and words without, `//` and `/* */`. All values but containers and data are texts. libplist reads this form
// from version 2.3 on; Debian 12 has 2.2.

internal import Escaping
internal import TransitLinks

struct OpenStepReader {
    private let text: [Unicode.Scalar]
    private var at = 0
    private var depth = 0

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    mutating func document() throws(PropertyListReadingError) -> PropertyListValue {
        try skip()
        if at == text.count { throw fault("it is empty") }
        let value = try value()
        try skip()
        if at < text.count { throw fault("more text behind the list") }
        return value
    }

    private mutating func value() throws(PropertyListReadingError) -> PropertyListValue {
        depth += 1
        defer { depth -= 1 }
        if depth > PropertyListValue.maximumDepth {
            throw fault("more than \(PropertyListValue.maximumDepth) values inside one another")
        }
        try skip()
        switch next {
        case "{": return .dictionary(try members())
        case "(": return .array(try elements())
        case "<": return .data(try data())
        default: return .string(try word())
        }
    }

    private mutating func members() throws(PropertyListReadingError) -> [String: PropertyListValue] {
        at += 1
        var members: [String: PropertyListValue] = [:]
        while true {
            try skip()
            if eat("}") { return members }
            let key = try word()
            try skip()
            guard eat("=") else { throw fault("no = behind key \(Printable.quoted(key))") }
            guard members.updateValue(try value(), forKey: key) == nil else {
                throw fault("key \(Printable.quoted(key)) stands twice in one dictionary")
            }
            try skip()
            guard eat(";") || next == "}" else { throw fault("no ; behind the value of \(Printable.quoted(key))") }
        }
    }

    private mutating func elements() throws(PropertyListReadingError) -> [PropertyListValue] {
        at += 1
        var elements: [PropertyListValue] = []
        while true {
            try skip()
            if eat(")") { return elements }
            elements.append(try value())
            try skip()
            guard eat(",") || next == ")" else { throw fault("neither , nor ) behind an element") }
        }
    }

    private mutating func data() throws(PropertyListReadingError) -> [UInt8] {
        at += 1
        var digits = ""
        while let scalar = next, scalar != ">" {
            if Character(scalar).isHexDigit {
                digits.unicodeScalars.append(scalar)
            } else if scalar.value > 0x20 {
                throw fault("\(Printable.quoted(String(scalar))) is no hexadecimal digit")
            }
            at += 1
        }
        guard eat(">") else { throw fault("> is missing") }
        var bytes: [UInt8] = []
        var rest = digits[...]
        while let byte = UInt8(rest.prefix(2), radix: 16), rest.count >= 2 {
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        guard rest.isEmpty else { throw fault("data of an odd number of digits") }
        return bytes
    }

    /// A text in quotes, or letters, digits and `_$/:.-`.
    private mutating func word() throws(PropertyListReadingError) -> String {
        if let quote = next, quote == "\"" || quote == "'" { return try quoted(by: quote) }
        let start = at
        while let scalar = next, Self.isPlain(scalar) { at += 1 }
        if at == start {
            let found = next.map { Printable.quoted(String($0)) } ?? "the end"
            throw fault("\(found) where a value has to be; this is no property list of any form")
        }
        return String(String.UnicodeScalarView(text[start..<at]))
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "/", ":", ".", "-", "+", "*": true
        default: false
        }
    }

    private mutating func quoted(by quote: Unicode.Scalar) throws(PropertyListReadingError) -> String {
        at += 1
        var view = String.UnicodeScalarView()
        while let scalar = next {
            at += 1
            if scalar == quote { return String(view) }
            view.append(scalar == "\\" ? escaped() : scalar)
        }
        throw fault("\(quote) is missing")
    }

    /// What stands behind a backslash.
    private mutating func escaped() -> Unicode.Scalar {
        guard let scalar = next else { return "\\" }
        at += 1
        switch scalar {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "U", "u": return number(4, radix: 16) ?? scalar
        case "0"..."7":
            at -= 1
            return number(3, radix: 8) ?? scalar
        default: return scalar
        }
    }

    private mutating func number(_ digits: Int, radix: Int) -> Unicode.Scalar? {
        let piece = String(String.UnicodeScalarView(text[at..<min(at + digits, text.count)]))
        let taken = piece.prefix { Int(String($0), radix: radix) != nil }
        guard let value = UInt32(taken, radix: radix), let scalar = Unicode.Scalar(value) else { return nil }
        at += taken.unicodeScalars.count
        return scalar
    }

    // MARK: - Scalars

    private var next: Unicode.Scalar? { at < text.count ? text[at] : nil }

    private mutating func eat(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        at += 1
        return true
    }

    /// Blanks and comments.
    private mutating func skip() throws(PropertyListReadingError) {
        while let scalar = next {
            let second = at + 1 < text.count ? text[at + 1] : nil
            if scalar.value <= 0x20 {
                at += 1
            } else if scalar == "/", second == "/" {
                while let scalar = next, scalar != "\n" { at += 1 }
            } else if scalar == "/", second == "*" {
                at += 2
                while at < text.count, !(text[at] == "*" && at + 1 < text.count && text[at + 1] == "/") { at += 1 }
                if at == text.count { throw fault("*/ is missing") }
                at += 2
            } else {
                return
            }
        }
    }

    private func fault(_ message: String) -> PropertyListReadingError {
        PropertyListReadingError(line: 1 + text[..<min(at, text.count)].count { $0 == "\n" }, message: message)
    }
}
