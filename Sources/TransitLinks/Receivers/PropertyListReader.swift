// PropertyListReader: the XML property lists that activities come in: one `plist` with a `dict`, its values texts, numbers,
// flags, dates, arrays and dictionaries. Strict: no declared entity, no attribute but the version's, no element beside
// these; whatever a system writes is read. Depth and size are the caller's file's, 16 containers at most.

/// A value of a property list.
indirect enum PropertyListValue: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case number(Double)
    case flag(Bool)
    /// ISO 8601.
    case date(String)
    /// Base 64, as it stands.
    case data(String)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])

    /// The value under `key`, nil where this is no dictionary.
    subscript(key: String) -> PropertyListValue? {
        if case .dictionary(let values) = self { values[key] } else { nil }
    }
}

struct PropertyListReader {
    private let text: [UInt8]
    private var at = 0
    /// As for requests.
    private static let maximumDepth = 16

    /// - Throws: `InboundActivityError` with the line of what is wrong.
    static func read(_ bytes: Span<UInt8>) throws(InboundActivityError) -> PropertyListValue {
        var text: [UInt8] = []
        for at in 0..<bytes.count { text.append(bytes[at]) }
        guard String(validating: text, as: UTF8.self) != nil else { throw InboundActivityError(line: 1, "it is not UTF-8") }
        var reader = PropertyListReader(text: text)
        return try reader.document()
    }

    private init(text: [UInt8]) { self.text = text }

    // MARK: Document

    private mutating func document() throws(InboundActivityError) -> PropertyListValue {
        _ = eat("\u{FEFF}")
        skipBlanks()
        if eat("<?xml") { try skip(to: "?>") }
        try skipComments()
        if eat("<!DOCTYPE plist") {
            try skip(to: ">")
            try skipComments()
        }
        guard eat("<plist") else { throw fault("it is no property list: <plist> is missing") }
        try skip(to: ">")
        let value = try value(depth: 0)
        try skipComments()
        guard eat("</plist>") else { throw fault("</plist> is missing") }
        try skipComments()
        guard at == text.count else { throw fault("more text behind </plist>") }
        return value
    }

    private mutating func value(depth: Int) throws(InboundActivityError) -> PropertyListValue {
        if depth == Self.maximumDepth { throw fault("more than \(Self.maximumDepth) containers inside one another") }
        try skipComments()
        if eat("<true/>") { return .flag(true) }
        if eat("<false/>") { return .flag(false) }
        if eat("<string/>") { return .text("") }
        if eat("<dict/>") { return .dictionary([:]) }
        if eat("<array/>") { return .array([]) }
        if eat("<dict>") { return try dictionary(depth: depth) }
        if eat("<array>") { return try array(depth: depth) }
        if eat("<string>") { return .text(try content(of: "string")) }
        if eat("<date>") { return .date(try content(of: "date")) }
        if eat("<data>") { return .data(try content(of: "data")) }
        if eat("<integer>") { return .integer(try number(of: "integer") { Int64($0) }) }
        if eat("<real>") { return .number(try number(of: "real") { Double($0) }) }
        throw fault("no value of a property list")
    }

    private mutating func dictionary(depth: Int) throws(InboundActivityError) -> PropertyListValue {
        var values: [String: PropertyListValue] = [:]
        while true {
            try skipComments()
            if eat("</dict>") { return .dictionary(values) }
            guard eat("<key>") else { throw fault("<key> or </dict> is missing") }
            let key = try content(of: "key")
            if values[key] != nil { throw fault("a key stands twice in one dictionary") }
            values[key] = try value(depth: depth + 1)
        }
    }

    private mutating func array(depth: Int) throws(InboundActivityError) -> PropertyListValue {
        var values: [PropertyListValue] = []
        while true {
            try skipComments()
            if eat("</array>") { return .array(values) }
            values.append(try value(depth: depth + 1))
        }
    }

    private mutating func number<Number>(
        of element: String, _ read: (String) -> Number?
    ) throws(InboundActivityError) -> Number {
        let text = try content(of: element)
        guard let number = read(text) else { throw fault("the content of <\(element)> is none") }
        return number
    }

    // MARK: Text

    /// Text with its references resolved, up to the closing tag.
    private mutating func content(of element: String) throws(InboundActivityError) -> String {
        var out: [UInt8] = []
        while at < text.count, text[at] != UInt8(ascii: "<") {
            if text[at] == UInt8(ascii: "&") {
                out += String(try reference()).utf8
            } else {
                out.append(text[at])
                at += 1
            }
        }
        guard eat("</\(element)>") else { throw fault("</\(element)> is missing") }
        return String(decoding: out, as: UTF8.self)
    }

    private mutating func reference() throws(InboundActivityError) -> Character {
        let known: [(String, Character)] = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'")]
        for (name, character) in known where eat(name) { return character }
        let isHexadecimal = eat("&#x")
        guard isHexadecimal || eat("&#") else { throw fault("a reference that is none of XML's own") }
        let start = at
        try skip(to: ";")
        let digits = String(decoding: text[start..<at - 1], as: UTF8.self)
        guard let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number), number > 0
        else {
            throw fault("a reference to no character")
        }
        return Character(scalar)
    }

    // MARK: Bytes

    private mutating func eat(_ word: String) -> Bool {
        guard text[at...].starts(with: word.utf8) else { return false }
        at += word.utf8.count
        return true
    }

    private mutating func skipBlanks() {
        while at < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[at]) { at += 1 }
    }

    private mutating func skipComments() throws(InboundActivityError) {
        skipBlanks()
        while eat("<!--") {
            try skip(to: "-->")
            skipBlanks()
        }
    }

    /// Moves behind `word`.
    private mutating func skip(to word: String) throws(InboundActivityError) {
        while at < text.count {
            if eat(word) { return }
            at += 1
        }
        throw fault("it ends before \(word)")
    }

    private func fault(_ message: String) -> InboundActivityError {
        InboundActivityError(line: 1 + text[..<min(at, text.count)].count { $0 == UInt8(ascii: "\n") }, message)
    }
}
