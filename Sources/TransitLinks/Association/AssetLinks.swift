// AssetLinks: an assetlinks.json file, by which a web server tells Android which app may open its pages (Google, "Digital Asset
// Links"): a list of statements, each with its relations and a target. It is read as it stands; what is wrong with it for one app
// is AssetLinksReview's.

internal import Escaping
internal import StrictJSON

public struct AssetLinks: Sendable {
    /// 1 MiB: a file of ours has 500 bytes.
    public static let maximumBytes = 1024 * 1024
    /// Containers inside one another: a real file has four.
    private static let maximumDepth = 32

    /// One statement; nil and empty for what is missing or of another type.
    struct Statement: Sendable, Hashable {
        var relations: [String] = []
        var namespace: String?
        var packageName: String?
        var fingerprints: [String] = []
        /// The URL of a file that holds more statements.
        var include: String?
    }

    let statements: [Statement]

    /// Reads a file.
    /// - Throws: `AssociationFileError` for what is longer than 1 MiB, not JSON, or no list.
    public init(decoding file: [UInt8]) throws(AssociationFileError) {
        guard file.count <= Self.maximumBytes else {
            throw AssociationFileError(line: 1, message: "\(file.count) bytes; at most \(Self.maximumBytes)")
        }
        var reader = JSONReader()
        let root: JSONValue
        do throws(JSONError) {
            root = try reader.read(file.span, rules: JSONRules(depth: Self.maximumDepth))
        } catch {
            throw AssociationFileError(line: error.line(in: file.span), message: "not JSON: \(error.reason)")
        }
        guard reader.kind(root) == .array else {
            throw AssociationFileError(line: 1, message: "it has to hold a list of statements, [{\"relation\": …}]")
        }
        var statements: [Statement] = []
        reader.forEachElement(of: root) { statements.append(Self.statement($0, reader)) }
        self.statements = statements
    }

    private static func statement(_ value: JSONValue, _ reader: borrowing JSONReader) -> Statement {
        var statement = Statement()
        statement.relations = texts("relation", of: value, reader)
        statement.include = text("include", of: value, reader)
        guard let target = reader.member("target", of: value) else { return statement }
        statement.namespace = text("namespace", of: target, reader)
        statement.packageName = text("package_name", of: target, reader)
        statement.fingerprints = texts("sha256_cert_fingerprints", of: target, reader)
        return statement
    }

    private static func text(_ key: StaticString, of object: JSONValue, _ reader: borrowing JSONReader) -> String? {
        guard let value = reader.member(key, of: object), reader.kind(value) == .string else { return nil }
        return reader.string(value)
    }

    /// The texts of a list; a text alone is a list of one.
    private static func texts(_ key: StaticString, of object: JSONValue, _ reader: borrowing JSONReader) -> [String] {
        guard let value = reader.member(key, of: object) else { return [] }
        if reader.kind(value) == .string { return [reader.string(value)] }
        var texts: [String] = []
        if reader.kind(value) == .array {
            reader.forEachElement(of: value) { if reader.kind($0) == .string { texts.append(reader.string($0)) } }
        }
        return texts
    }
}
