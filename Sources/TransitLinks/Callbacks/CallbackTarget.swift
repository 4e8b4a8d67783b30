// CallbackTarget: one URL that a caller wants opened when his request is done (x-callback-url 1.0 draft, `x-success` and
// its like; links.md, section 6). It is somebody else's URL: checked for what must never be opened, kept byte for byte,
// and appended to. What is appended, and when, it does not know.

internal import Escaping

/// Why a URL is not called back.
public enum CallbackTargetError: Error, Sendable, Equatable {
    /// No scheme and colon at its beginning.
    case notAbsolute
    /// A scheme that runs code, reads files or hides another URL, lower case.
    case schemeRefused(String)
    /// A control character or blank, which some programs remove before they look at the scheme (`java\tscript:`).
    case holdsBlank(Unicode.Scalar)
}

/// A name and a value of a query, neither encoded.
public struct CallbackParameter: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

public struct CallbackTarget: Sendable, Hashable {
    /// The URL as it came, decoded once out of the URL or JSON that carried it.
    public let text: String

    /// - Throws: `CallbackTargetError` for a relative URL, a refused scheme, and any control character or blank.
    public init(_ text: String) throws(CallbackTargetError) {
        if let blank = text.unicodeScalars.first(where: Self.isBlank) { throw .holdsBlank(blank) }
        let scheme = text.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(text[..<$0]) } ?? ""
        guard isURLScheme(scheme) else { throw .notAbsolute }
        let lowered = scheme.lowercased()
        if Self.refusedSchemes.contains(lowered) { throw .schemeRefused(lowered) }
        self.text = text
    }

    static let refusedSchemes: Set = [
        "javascript", "vbscript", "data", "file", "blob", "about", "intent", "view-source", "filesystem", "jar",
    ]

    /// Controls of C0, C1 and DEL, and blanks of any script.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
    }
}

// MARK: - Appending

extension CallbackTarget {
    /// The URL with `parameters` behind its query and before its fragment, each encoded once. An `errorCode` and
    /// `errorMessage` that stand in the query already make room as a pair for either of them. Without parameters: `text`, byte for byte.
    public func appending(_ parameters: [CallbackParameter]) -> String {
        if parameters.isEmpty { return text }
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let mark = text.utf8[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
        let query = kept(of: text.utf8[mark..<end].dropFirst(), beside: parameters)
        return ByteWriter.text { out in
            out.append(String(text[..<mark]))
            out.append(UInt8(ascii: "?"))
            out.append(query)
            if !query.isEmpty, query.utf8.last != UInt8(ascii: "&") { out.append(UInt8(ascii: "&")) }
            out.append(parameters)
            out.append(String(text[end...]))
        }
    }

    /// The query as it is, without what `parameters` replace.
    private func kept(of query: Substring.UTF8View, beside parameters: [CallbackParameter]) -> String {
        // A new code beside an old message would lie.
        let replaced = ["errorCode", "errorMessage"]
        guard parameters.contains(where: { replaced.contains($0.name) }) else { return String(query) ?? "" }
        let pieces = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let kept = pieces.filter { piece in
            let name = PercentEncoding.decoded(piece.prefix { $0 != UInt8(ascii: "=") })
            return !replaced.contains { $0 == name }
        }
        return kept.map { String(Substring($0)) }.joined(separator: "&")
    }
}

extension ByteWriter {
    /// Names and values as a query has them, without its `?`.
    mutating func append(_ parameters: [CallbackParameter]) {
        var isFirst = true
        for parameter in parameters {
            if !isFirst { append(UInt8(ascii: "&")) }
            isFirst = false
            appendPercentEncoded(parameter.name)
            append(UInt8(ascii: "="))
            appendPercentEncoded(parameter.value)
        }
    }
}

// MARK: - Words

extension CallbackTargetError {
    /// A sentence, lower case, no full stop.
    /// - Parameter name: where `text` stood, as in `x-success`.
    package func message(_ name: String, _ text: String) -> String {
        let shown = "\(name) \(Printable.quoted(text))"
        return switch self {
        case .notAbsolute: "\(shown) is no absolute URL; it is not called"
        case .schemeRefused(let scheme): "\(shown): \(scheme): URLs are never called"
        case .holdsBlank(let scalar):
            "\(shown) holds \(RequestFields.codePoint(scalar)), which no URL has; it is not called"
        }
    }

    /// The warning for a target that is dropped.
    func warning(_ name: String, _ text: String) -> LinkWarning {
        LinkWarning(self == .notAbsolute ? .callbackNotAbsolute : .callbackSchemeRefused, message(name, text))
    }
}
