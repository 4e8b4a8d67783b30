// JSONLinks: the links in the texts of a JSON document, decoded, each with its line; a text may be a page or Markdown of its own.

internal import StrictJSON
internal import TransitLinks

struct JSONLinks: ~Copyable {
    /// Containers inside one another.
    private static let maximumDepth = 512

    private let bytes: [UInt8]
    private let own: OwnLinks
    private var reader = JSONReader()
    private var lines = LineCounter()
    private var links: [FoundLink] = []

    /// The links of one document; nil where `bytes` are none with an object or a list at its top.
    static func find(in bytes: [UInt8], own: OwnLinks) -> [FoundLink]? {
        guard let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            return nil
        }
        var document = JSONLinks(bytes: bytes, own: own)
        return document.read()
    }

    /// The links of a document a line; nil where the first line is none.
    static func find(inLines bytes: [UInt8], own: OwnLinks) -> [FoundLink]? {
        var links: [FoundLink] = []
        var number = 0
        var isFirst = true
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard line.contains(where: { $0 > 0x20 }) else { continue }
            let found = find(in: Array(line), own: own)
            if isFirst, found == nil { return nil }
            isFirst = false
            for link in found ?? InputLinks.text(ScriptText.decoded(Array(line)), own: own) {
                links.append(link.moved(to: number))
            }
        }
        return links
    }

    private init(bytes: [UInt8], own: OwnLinks) {
        self.bytes = bytes
        self.own = own
    }

    private mutating func read() -> [FoundLink]? {
        do throws(JSONError) {
            let bytes = bytes
            let root = try reader.read(bytes.span, rules: JSONRules(depth: Self.maximumDepth))
            visit(root)
            return links
        } catch { return nil }
    }

    private mutating func visit(_ value: JSONValue) {
        var children: [JSONValue] = []
        switch reader.kind(value) {
        case .object: reader.forEachMember(of: value) { children.append($1) }
        case .array: reader.forEachElement(of: value) { children.append($0) }
        case .string: look(at: reader.string(value), reader.position(value))
        default: break
        }
        for child in children { visit(child) }
    }

    private mutating func look(at text: String, _ position: Int) {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return }
        let line = lines.line(of: position, in: bytes)
        let found =
            own.contains(text) ? [FoundLink(text: text, line: line)] : InputLinks.links(inText: Array(text.utf8), own: own)
        for link in found { links.append(link.moved(to: line)) }
    }
}
