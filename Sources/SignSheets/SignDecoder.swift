// SignDecoder: one line of JSON to a sign, strictly: what is missing, unknown or of the wrong type is a verdict on the
// line, with the nearest known key. Texts come out harmless: see `PrintedText`.

internal import Escaping
internal import StrictJSON

/// Why a line is no sign. The caller knows its number.
package struct SignError: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

package struct SignDecoder: ~Copyable {
    /// 64 KiB a line: the longest real name has 265 characters, a link under 1 KiB.
    package static let maximumBytes = 64 << 10

    private var reader = JSONReader()
    private static let keys = ["name", "code", "platform", "note", "agency", "url"]

    package init() {}

    /// The sign that `line` describes: `name`, `agency` and `url` have to be there; `code`, `platform` and `note` may be
    /// missing, `null` or blank.
    /// - Throws: `SignError`.
    package mutating func decode(_ line: Span<UInt8>) throws(SignError) -> Sign {
        guard line.count <= Self.maximumBytes else { throw SignError("more than \(Self.maximumBytes) bytes") }
        let object = try object(line)
        try refuseUnknownKeys(of: object)
        return Sign(
            stopName: try required("name", in: object), stopCode: try optional("code", in: object),
            platform: try optional("platform", in: object), note: try optional("note", in: object),
            agency: try required("agency", in: object),
            url: try link(in: object))
    }

    private mutating func object(_ line: Span<UInt8>) throws(SignError) -> JSONValue {
        let root: JSONValue
        do throws(JSONError) {
            root = try reader.read(line, rules: JSONRules(depth: 2))
        } catch { throw SignError("not JSON: \(error.reason) (byte \(error.place(in: line).byte))") }
        if reader.kind(root) == .object { return root }
        throw SignError("\(reader.shown(root)) is no sign; a line is one object, { … }")
    }

    private func refuseUnknownKeys(of object: JSONValue) throws(SignError) {
        try reader.forEachMember(of: object) { (key, _) throws(SignError) in
            let name = reader.string(key)
            if Self.keys.contains(name) { return }
            throw SignError("unknown key \(Printable.quoted(name)); \(Spelling.hint(for: name, known: Self.keys))")
        }
    }

    private func text(_ key: StaticString, in object: JSONValue) throws(SignError) -> String? {
        guard let value = reader.member(key, of: object), reader.kind(value) != .null else { return nil }
        if reader.kind(value) == .string { return reader.string(value) }
        throw SignError("\(key): \(reader.shown(value)) is no text; put it in quotes")
    }

    private func required(_ key: StaticString, in object: JSONValue) throws(SignError) -> String {
        guard let text = try text(key, in: object) else { throw SignError("\(key): missing") }
        return PrintedText.harmless(text)
    }

    private func optional(_ key: StaticString, in object: JSONValue) throws(SignError) -> String? {
        let text = PrintedText.harmless(try text(key, in: object) ?? "")
        return text.isEmpty ? nil : text
    }

    /// A link is in ASCII, without blanks and controls: a camera has to find exactly one in the code.
    private func link(in object: JSONValue) throws(SignError) -> String {
        guard let url = try text("url", in: object) else { throw SignError("url: missing") }
        if !url.isEmpty, url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return url }
        throw SignError("url: \(Printable.quoted(url)) is no link; it may hold ASCII without blanks alone")
    }
}
