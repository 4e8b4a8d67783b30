// PropertyListReader: an XML property list, as Xcode and `plutil` write it, to values. It reads what Apple's DTD 1.0 has and
// refuses the rest with its line: other elements, a document type with declarations of its own (the way to entities that
// grow), binary lists. Dates and data stay text: nothing here needs more.

internal import Escaping

/// A value of a property list.
public indirect enum PropertyListValue: Sendable, Hashable {
    case dictionary([String: PropertyListValue])
    case array([PropertyListValue])
    case string(String)
    /// The digits as they are written.
    case integer(String)
    case real(String)
    case bool(Bool)
    /// ISO 8601 as it is written.
    case date(String)
    /// Base64 as it is written.
    case data(String)

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

/// Why bytes are no XML property list.
public struct PropertyListReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// 1-based line of the fault.
    public var line: Int
    public var message: String

    public var description: String { "line \(line): \(message)" }
}

extension PropertyListValue {
    /// 1 MiB: an app's Info.plist has a few KiB.
    public static var maximumBytes: Int { 1024 * 1024 }
    /// Values inside one another.
    static var maximumDepth: Int { 32 }

    /// Reads one document.
    /// - Throws: `PropertyListReadingError` for the first thing wrong.
    public init(decoding bytes: [UInt8]) throws(PropertyListReadingError) {
        guard bytes.count <= Self.maximumBytes else {
            throw PropertyListReadingError(line: 1, message: "\(bytes.count) bytes; at most \(Self.maximumBytes)")
        }
        if bytes.starts(with: "bplist".utf8) {
            throw PropertyListReadingError(line: 1, message: "a binary property list; plutil -convert xml1 makes it XML")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PropertyListReadingError(line: 1, message: "bytes that are not UTF-8")
        }
        var reader = PropertyListReader(text)
        self = try reader.document()
    }
}

private struct PropertyListReader {
    private enum Piece: Equatable {
        /// `<name>`, and whether it ends in `/>`.
        case open(String, isEmpty: Bool)
        case close(String)
        case end
    }

    private var rest: Substring.UTF8View
    private let all: String
    private var depth = 0

    init(_ text: String) {
        all = text
        rest = text.hasPrefix("\u{FEFF}") ? Substring(text.unicodeScalars.dropFirst()).utf8 : Substring(text).utf8
    }

    mutating func document() throws(PropertyListReadingError) -> PropertyListValue {
        try expect(.open("plist", isEmpty: false), "<plist>")
        let value = try value(try next())
        try expect(.close("plist"), "</plist>")
        if try next() != .end { throw fault("more text behind </plist>") }
        return value
    }

    private mutating func value(_ piece: Piece) throws(PropertyListReadingError) -> PropertyListValue {
        guard case .open(let name, let isEmpty) = piece else { throw fault("a value is missing") }
        depth += 1
        defer { depth -= 1 }
        if depth > PropertyListValue.maximumDepth {
            throw fault("more than \(PropertyListValue.maximumDepth) values inside one another")
        }
        switch name {
        case "true", "false":
            if !isEmpty { try expect(.close(name), "</\(name)>") }
            return .bool(name == "true")
        case "dict": return .dictionary(isEmpty ? [:] : try members())
        case "array": return .array(isEmpty ? [] : try elements())
        case "string": return .string(isEmpty ? "" : try text(of: name))
        case "integer": return .integer(isEmpty ? "" : try text(of: name))
        case "real": return .real(isEmpty ? "" : try text(of: name))
        case "date": return .date(isEmpty ? "" : try text(of: name))
        case "data": return .data(isEmpty ? "" : try text(of: name))
        default: throw fault("<\(Printable.escaped(name))> is no value of a property list")
        }
    }

    private mutating func members() throws(PropertyListReadingError) -> [String: PropertyListValue] {
        var members: [String: PropertyListValue] = [:]
        while true {
            let piece = try next()
            if piece == .close("dict") { return members }
            guard piece == .open("key", isEmpty: false) else { throw fault("<key> is missing") }
            let key = try text(of: "key")
            guard members.updateValue(try value(try next()), forKey: key) == nil else {
                throw fault("key \(Printable.quoted(key)) stands twice in one dictionary")
            }
        }
    }

    private mutating func elements() throws(PropertyListReadingError) -> [PropertyListValue] {
        var elements: [PropertyListValue] = []
        while true {
            let piece = try next()
            if piece == .close("array") { return elements }
            elements.append(try value(piece))
        }
    }
}

// MARK: - Markup

extension PropertyListReader {
    private func fault(_ message: String) -> PropertyListReadingError {
        let read = all.utf8[..<rest.startIndex]
        return PropertyListReadingError(line: 1 + read.count { $0 == UInt8(ascii: "\n") }, message: message)
    }

    private mutating func expect(_ piece: Piece, _ shown: String) throws(PropertyListReadingError) {
        if try next() != piece { throw fault("no XML property list: \(shown) is missing here") }
    }

    /// The next tag; blanks, comments and declarations before it are skipped.
    private mutating func next() throws(PropertyListReadingError) -> Piece {
        while true {
            rest = rest.drop { $0 <= 0x20 }
            if rest.isEmpty { return .end }
            if eat("<!--") {
                _ = try upTo("-->")
            } else if eat("<?") {
                _ = try upTo("?>")
            } else if eat("<!DOCTYPE") {
                let declaration = try upTo(">")
                if declaration.utf8.contains(UInt8(ascii: "[")) { throw fault("a document type with declarations of its own") }
            } else if eat("</") {
                return .close(name(try upTo(">")))
            } else if eat("<") {
                let tag = try upTo(">")
                let isEmpty = tag.hasSuffix("/")
                return .open(name(isEmpty ? tag.dropLast() : Substring(tag)), isEmpty: isEmpty)
            } else {
                throw fault("text outside of a value")
            }
        }
    }

    /// The tag's first word: `plist` of `plist version="1.0"`.
    private func name(_ tag: some StringProtocol) -> String { String(tag.prefix { $0 != " " && $0 != "\n" && $0 != "\t" }) }

    /// What stands up to `</name>`, with its references resolved.
    private mutating func text(of name: String) throws(PropertyListReadingError) -> String {
        var text = ""
        while true {
            let end = rest.firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") } ?? rest.endIndex
            text += String(Substring(rest[..<end]))
            rest = rest[end...]
            if eat("&") {
                text.unicodeScalars.append(try reference(try upTo(";")))
            } else if eat("<![CDATA[") {
                text += try upTo("]]>")
            } else if eat("<!--") {
                _ = try upTo("-->")
            } else {
                guard eat("</\(name)"), try upTo(">").allSatisfy(\.isWhitespace) else {
                    throw fault("</\(name)> is missing here")
                }
                return text
            }
        }
    }

    private func reference(_ name: String) throws(PropertyListReadingError) -> Unicode.Scalar {
        let known: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        if let scalar = known[name] { return scalar }
        let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
        guard name.hasPrefix("#"), let value = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
            let scalar = Unicode.Scalar(value)
        else { throw fault("unknown reference \(Printable.quoted("&\(name);"))") }
        return scalar
    }

    private mutating func eat(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    /// What stands before `mark`, which is eaten too.
    private mutating func upTo(_ mark: String) throws(PropertyListReadingError) -> String {
        var at = rest.startIndex
        while let start = rest[at...].firstIndex(of: mark.utf8[mark.startIndex]) {
            if rest[start...].starts(with: mark.utf8) {
                let before = String(Substring(rest[..<start]))
                rest = rest[start...].dropFirst(mark.utf8.count)
                return before
            }
            at = rest.index(after: start)
        }
        throw fault("\(mark) is missing")
    }
}
