// RequestFields: typed values out of a request's JSON, with every fault noted and reading going on, so that a producer
// sees all of them at once. It knows what a value of each type looks like; which keys there are is the decoder's.

internal import Escaping
internal import StrictJSON

/// The notebook of one decoding.
struct RequestFields {
    var errors: [RequestError] = []
    var warnings: [LinkWarning] = []
    /// What the system failed at meanwhile: then nothing is decided about the request.
    var fault: String?

    mutating func refuse(_ code: RequestError.Code, _ field: String, _ message: String) {
        errors.append(RequestError(code, field: field, message))
    }

    /// What is missing because it was refused already is not called missing too.
    mutating func refuseMissing(_ field: String, _ message: String) {
        if !errors.contains(where: { $0.field == field }) { refuse(.missing, field, message) }
    }

    mutating func warn(_ code: LinkWarning.Code, _ message: String) { warnings.append(LinkWarning(code, message)) }

    // MARK: - Text

    /// A string that is not blank; null and blank are absent.
    mutating func text(_ value: JSONValue, _ field: String, _ reader: borrowing JSONReader) -> String? {
        switch reader.kind(value) {
        case .string:
            let text = reader.string(value)
            return text.isBlank ? nil : text
        case .null: return nil
        default:
            refuse(.wrongType, field, "\(reader.shown(value)) is no text; put it in quotes")
            return nil
        }
    }

    /// A name for people that may go into a URL: text without U+0000; other control characters are told and encoded.
    mutating func caption(_ value: JSONValue, _ field: String, _ reader: borrowing JSONReader) -> String? {
        text(value, field, reader).flatMap { caption($0, field) }
    }

    /// The same of a text that is there.
    mutating func caption(_ text: String, _ field: String) -> String? {
        guard let control = text.firstControl else { return text }
        if text.utf8.contains(0) {
            refuse(.badText, field, "it holds U+0000, which no receiver takes")
            return nil
        }
        warn(.controlCharacter, "\(field) holds \(Self.codePoint(control)); it is passed on, encoded")
        return text
    }

    /// An ID that has to be there.
    mutating func requiredID<Kind>(
        _ value: JSONValue, _ field: String, _ reader: borrowing JSONReader
    ) -> CombinedID<Kind>? {
        switch reader.kind(value) {
        case .string: return id(reader.string(value), field)
        case .null: refuse(.missing, field, "null; an ID has to be given")
        default: refuse(.wrongType, field, "\(reader.shown(value)) is no text; put the ID in quotes")
        }
        return nil
    }

    /// An ID that may be left out, null or blank.
    mutating func optionalID<Kind>(
        _ value: JSONValue, _ field: String, _ reader: borrowing JSONReader
    ) -> CombinedID<Kind>? {
        guard let text = text(value, field, reader) else { return nil }
        return id(text, field)
    }

    /// The text as an ID; what is odd about it is a warning.
    mutating func id<Kind>(_ text: String, _ field: String) -> CombinedID<Kind>? {
        let id: CombinedID<Kind>
        do throws(IdentifierError) {
            id = try CombinedID<Kind>(text)
        } catch {
            refuse(.badID, field, error.message(limit: CombinedID<Kind>.maximumBytes))
            return nil
        }
        if !id.hasAgency {
            warn(.noAgency, "\(field) \(Printable.quoted(text)) names no agency (agency_id); it is passed on as it is")
        }
        if let control = id.controlCharacter {
            warn(.controlCharacter, "\(field) holds \(Self.codePoint(control)); it is passed on, encoded")
        }
        return id
    }

    /// One of `known`, or a refusal with the nearest of them.
    mutating func name<Value>(
        _ value: JSONValue, _ field: String, _ noun: String, known: [(name: String, value: Value)],
        _ reader: borrowing JSONReader
    ) -> Value? {
        guard reader.kind(value) == .string else {
            refuse(.wrongType, field, "\(reader.shown(value)) is no text; put it in quotes")
            return nil
        }
        let text = reader.string(value)
        if let found = known.first(where: { $0.name.utf8.elementsEqual(text.utf8) }) { return found.value }
        let hint = Spelling.hint(for: text, known: known.map(\.name))
        refuse(.unknownName, field, "\(Printable.quoted(text)) is no \(noun); \(hint)")
        return nil
    }

    /// A list of names out of `known`, in the order given and without repeats; nil where it is null or all of them are refused.
    mutating func names<Value: Equatable>(
        _ list: JSONValue, _ field: String, _ noun: String, known: [(name: String, value: Value)],
        _ reader: borrowing JSONReader
    ) -> [Value]? {
        guard reader.kind(list) != .null else { return nil }
        guard reader.kind(list) == .array else {
            refuse(.wrongType, field, "\(reader.shown(list)) is no list; write [\"\(known.first?.name ?? "")\"]")
            return nil
        }
        var values: [Value] = []
        var place = 0
        reader.forEachElement(of: list) { element in
            if let value = name(element, "\(field)[\(place)]", noun, known: known, reader), !values.contains(value) {
                values.append(value)
            }
            place += 1
        }
        return values.isEmpty && place > 0 ? nil : values
    }

    mutating func unknownKey(_ key: JSONValue, in path: String, known: [String], _ reader: borrowing JSONReader) {
        let name = reader.string(key)
        let field = path.isEmpty ? Printable.escaped(name) : "\(path).\(Printable.escaped(name))"
        refuse(.unknownKey, field, "unknown key \(Printable.quoted(name)); \(Spelling.hint(for: name, known: known))")
    }

    // MARK: - Numbers

    /// An integer literal of 64 bits: `1`, not `1.0` nor `"1"`.
    mutating func integer(_ value: JSONValue, _ field: String, _ reader: borrowing JSONReader) -> Int64? {
        if let number = reader.integer(value) { return number }
        refuse(
            .wrongType, field, "\(reader.shown(value)) is no whole number; write it without quotes, point and exponent"
        )
        return nil
    }

    /// A number; null and blank text are absent.
    mutating func number(
        _ value: JSONValue, _ field: String, _ code: RequestError.Code, _ noun: String, _ reader: borrowing JSONReader
    ) -> Double? {
        if let number = reader.double(value) { return number }
        if reader.kind(value) == .null { return nil }
        if reader.kind(value) == .string, reader.string(value).isBlank { return nil }
        refuse(
            code, field, "\(reader.shown(value)) is no \(noun); write a number without quotes, with a decimal point")
        return nil
    }

    // MARK: - Words

    /// `U+001B`
    static func codePoint(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}

extension IdentifierError {
    /// What is wrong, and how to mend it; `limit` in bytes.
    package func message(limit: Int) -> String {
        switch self {
        case .empty: "an ID can't be empty"
        case .nul(let offset): "U+0000 at byte \(offset); no receiver takes it in an ID"
        case .dotSegment(let text): "'\(text)' alone is no ID: browsers remove it from a path, encoded or not"
        case .tooLong(let bytes): "\(bytes) bytes; an ID has at most \(limit)"
        }
    }
}
