// JSONTargets: any document, by the strict rules and by those of a configuration file. The two have readers of their own for
// what is plain, so that each is the other's oracle; and a result that is written with links compiled before against one whose links are compiled for it.

import Configuration

@testable import StrictJSON
@testable import TransitLinks

extension FuzzTarget {
    /// What is read strictly is read the same with comments allowed; what only then is read has a comment or a trailing comma.
    /// Documents behind one another, parted by NUL, are the same to one reader, which compares them, as to one each.
    static let json = FuzzTarget(name: "json") { bytes in
        var reader = JSONReader(names: ["id", "kind", "stop"])
        for part in bytes.split(separator: 0).prefix(4) {
            let document = Array(part)
            var fresh = JSONReader(names: ["id", "kind", "stop"])
            let alone = outline(document, allowsComments: false, by: &fresh)
            expect(outline(document, allowsComments: false, by: &reader) == alone, "behind others it is another document")
        }
        let strict = outline(bytes, allowsComments: false)
        let relaxed = outline(bytes, allowsComments: true)
        if let strict { return expect(relaxed == strict, "with comments allowed it is another document") }
        guard relaxed != nil else { return }
        let marks: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: ",")]
        expect(bytes.contains(where: marks.contains), "only with comments allowed it is a document, and it has none")
    }

    /// Requests, one a line: each is written twice, the second time with links that are kept.
    static let results = FuzzTarget(name: "results") { bytes in
        var decoder = ShareRequestDecoder(timeZones: timeZones)
        var builder = ResultBuilder(settings)
        for line in bytes.split(separator: 0x0A) {
            guard case .request(let request) = decoder.decode(Array(line).span) else { continue }
            let expected = alone(request)
            for _ in 0..<2 { expect(written(request, &builder) == expected, "kept links write another result") }
        }
    }
}

/// Every value with its place; nil where the document is refused.
private func outline(_ bytes: [UInt8], allowsComments: Bool) -> [String]? {
    var reader = JSONReader()
    return outline(bytes, allowsComments: allowsComments, by: &reader)
}

private func outline(_ bytes: [UInt8], allowsComments: Bool, by reader: inout JSONReader) -> [String]? {
    do throws(JSONError) {
        let root = try reader.read(bytes.span, rules: JSONRules(depth: 16, allowsComments: allowsComments))
        var lines: [String] = []
        describe(root, &lines, reader)
        return lines
    } catch {
        expect(!error.reason.isEmpty, "refused for no reason")
        expect((0...bytes.count).contains(error.position), "refused at a byte that isn't there")
        expect((1...bytes.count { $0 == 0x0A } + 1).contains(error.line(in: bytes.span)), "refused in a line that isn't there")
        return nil
    }
}

private func describe(_ value: JSONValue, _ lines: inout [String], _ reader: borrowing JSONReader) {
    lines.append("\(reader.position(value)) \(reader.kind(value)) \(reader.shown(value)) \(reader.byteCount(value))")
    reader.forEachMember(of: value) { key, value in
        lines.append("\(reader.position(key)) \(reader.string(key)) \(reader.name(key) ?? -1)")
        describe(value, &lines, reader)
    }
    reader.forEachElement(of: value) { describe($0, &lines, reader) }
}

private func alone(_ request: ShareRequest) -> [UInt8]? {
    guard case .success(let set) = settings.links(for: request) else { return nil }
    var json = JSONWriter()
    ResultWriter.write(set, to: &json)
    return json.bytes.bytes
}

private func written(_ request: ShareRequest, _ builder: inout ResultBuilder) -> [UInt8]? {
    var json = JSONWriter()
    guard case .success = builder.write(request, to: &json) else {
        expect(json.bytes.bytes.isEmpty, "refused, and something is written")
        return nil
    }
    return json.bytes.bytes
}
