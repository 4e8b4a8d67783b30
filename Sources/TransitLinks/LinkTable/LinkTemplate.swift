// LinkTemplate: the form of a link in the language of RFC 6570, levels 1 to 3, as far as links need it:
//
//   {stop_id}             the value, encoded by the one encoder of URLs
//   {+sidecar}            the value as it is: a base URL, a scheme
//   {?trip_id,title}      a form: `?trip_id=…&title=…`, what is absent left out
//   {&title}              the same behind a parameter that the template spells
//
// One thing differs from the RFC: the encoder leaves `:` and `@` as they are. A link exists where each value outside of a
// form exists.

internal import Escaping

/// Why a text is no template.
public struct LinkTemplateError: Error, Hashable, Sendable {
    /// Counted in bytes from 1.
    public let position: Int
    /// What is wrong, with the nearest name where a name is.
    public let sentence: String
}

/// A parsed template.
public struct LinkTemplate: Sendable, Equatable {
    /// One piece of a template.
    enum Part: Sendable {
        case literal(String)
        /// `{name}`: encoded.
        case value(LinkVariable)
        /// `{+name}`: as it is.
        case base(LinkVariable)
        /// `{?a,b}`, or `{&a,b}` where `continues`.
        case form(continues: Bool, [Parameter])
    }

    struct Parameter: Sendable {
        let name: String
        let variable: LinkVariable
    }

    /// As it was given.
    public let text: String
    let parts: [Part]

    /// A template of an operator's own, which may use `LinkVariable.names`.
    /// - Throws: `LinkTemplateError` for the first thing wrong: an unclosed or stray brace, an operator that is none of `+ ? &`,
    ///   an unknown name, a character that no URL holds, a scheme that runs code or reads files.
    public init(_ text: String) throws(LinkTemplateError) {
        try self.init(text, names: LinkVariable.names)
        try refuseSchemes()
    }

    /// A template of the table.
    init(table text: String) {
        do throws(LinkTemplateError) { try self.init(text, names: LinkVariable.namesOfTable) } catch {
            preconditionFailure("\(text), byte \(error.position): \(error.sentence)")
        }
    }

    private init(_ text: String, names: [(name: String, variable: LinkVariable)]) throws(LinkTemplateError) {
        var parser = TemplateParser(text, names: names)
        self.text = text
        parts = try parser.parse()
    }

    public static func == (a: LinkTemplate, b: LinkTemplate) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    /// The variables outside of forms: without one of their values there is no link.
    public var needs: [LinkVariable] {
        parts.compactMap { part in
            switch part {
            case .value(let variable), .base(let variable): variable
            case .literal, .form: nil
            }
        }
    }

    /// A link of an operator's own stands in pages and codes that strangers open: it begins with a literal scheme that hands
    /// nothing to the browser itself, or with a base that was checked when it was read.
    private func refuseSchemes() throws(LinkTemplateError) {
        switch parts.first {
        case .base(.sidecar), .base(.obaURL): return
        case .base(.scheme): return
        case .literal(let start):
            let scheme = start.prefix { $0 != ":" }
            guard scheme.utf8.count < start.utf8.count, isURLScheme(String(scheme)) else { break }
            guard CallbackTarget.refusedSchemes.contains(scheme.lowercased()) else { return }
            throw LinkTemplateError(
                position: 1, sentence: "scheme \(Printable.quoted(String(scheme))) runs code or reads files; use https")
        default: break
        }
        throw LinkTemplateError(
            position: 1, sentence: "a link begins with a scheme such as https://, or with {+sidecar}, {+oba_url} or {+scheme}")
    }
}

/// One pass over the bytes of a template.
private struct TemplateParser {
    private let text: String
    private let bytes: [UInt8]
    private let names: [(name: String, variable: LinkVariable)]
    private var at = 0

    init(_ text: String, names: [(name: String, variable: LinkVariable)]) {
        self.text = text
        bytes = Array(text.utf8)
        self.names = names
    }

    mutating func parse() throws(LinkTemplateError) -> [LinkTemplate.Part] {
        if bytes.isEmpty { throw error(0, "the template is empty") }
        var parts: [LinkTemplate.Part] = []
        while at < bytes.count {
            parts.append(bytes[at] == UInt8(ascii: "{") ? try expression() : .literal(try literal()))
        }
        return parts
    }

    private func error(_ at: Int, _ sentence: String) -> LinkTemplateError {
        LinkTemplateError(position: at + 1, sentence: sentence)
    }

    /// Characters of a URL up to the next brace.
    private mutating func literal() throws(LinkTemplateError) -> String {
        let start = at
        while at < bytes.count, bytes[at] != UInt8(ascii: "{") {
            let byte = bytes[at]
            if byte == UInt8(ascii: "}") { throw error(at, "a } without its {; write %7D for the character itself") }
            guard byte > 0x20, byte < 0x7F, !#""<>\^`|"#.utf8.contains(byte) else {
                throw error(at, "this character is allowed in no URL; write it percent-encoded")
            }
            if byte == UInt8(ascii: "%") {
                guard at + 2 < bytes.count, isHexDigit(bytes[at + 1]), isHexDigit(bytes[at + 2]) else {
                    throw error(at, "a % is not followed by two hexadecimal digits; write %25")
                }
            }
            at += 1
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func expression() throws(LinkTemplateError) -> LinkTemplate.Part {
        let start = at
        guard let end = bytes[at...].firstIndex(of: UInt8(ascii: "}")) else {
            throw error(start, "this { is never closed; write %7B for the character itself")
        }
        at = start + 1
        let operation = at < end ? bytes[at] : 0
        if "+?&#./;=,!@|".utf8.contains(operation) { at += 1 }
        let list = try variables(upTo: end)
        at = end + 1
        switch operation {
        case UInt8(ascii: "?"), UInt8(ascii: "&"):
            return .form(continues: operation == UInt8(ascii: "&"), list)
        case UInt8(ascii: "+"): return .base(try base(list, start))
        case let other where "#./;=,!@|".utf8.contains(other):
            throw error(start + 1, "only {name}, {+name}, {?name} and {&name} are known here")
        default: return .value(try only(list, start))
        }
    }

    private func only(_ list: [LinkTemplate.Parameter], _ start: Int) throws(LinkTemplateError) -> LinkVariable {
        guard let first = list.first, list.count == 1 else {
            throw error(start, "only a form, as in {?a,b}, has several names; write {a}{b}")
        }
        return first.variable
    }

    /// What is put in as it is was checked as a URL or a scheme when it was read; what comes with a request never was.
    private func base(_ list: [LinkTemplate.Parameter], _ start: Int) throws(LinkTemplateError) -> LinkVariable {
        let variable = try only(list, start)
        guard !variable.isOfRequest || variable == .agencyFareURL else {
            throw error(start + 1, "only a base is put in as it is; write {\(list[0].name)}")
        }
        return variable
    }

    private mutating func variables(upTo end: Int) throws(LinkTemplateError) -> [LinkTemplate.Parameter] {
        var list: [LinkTemplate.Parameter] = []
        for name in bytes[at..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let text = String(decoding: name, as: UTF8.self)
            guard let known = names.first(where: { $0.name.utf8.elementsEqual(name) }) else {
                let hint = Spelling.hint(for: text, known: LinkVariable.names.map(\.name))
                throw error(name.startIndex, "\(Printable.quoted(text)) is no name of a value; \(hint)")
            }
            list.append(LinkTemplate.Parameter(name: text, variable: known.variable))
        }
        return list
    }
}
