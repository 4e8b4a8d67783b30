// CallbackObject: the `callback` object of a JSON request. A target that is no good is dropped with a warning, as in an
// x-callback-url: the links are made all the same.

internal import StrictJSON

extension CallbackTargets {
    private static let keys = ["source", "success", "error", "cancel"]

    init(_ object: JSONValue, _ fields: inout RequestFields, _ reader: borrowing JSONReader) {
        self.init()
        reader.forEachMember(of: object) { key, value in
            if reader.equals(key, "source") {
                source = fields.text(value, "callback.source", reader)
            } else if reader.equals(key, "success") {
                success = fields.target(value, "callback.success", reader)
            } else if reader.equals(key, "error") {
                error = fields.target(value, "callback.error", reader)
            } else if reader.equals(key, "cancel") {
                cancel = fields.target(value, "callback.cancel", reader)
            } else {
                fields.unknownKey(key, in: "callback", known: Self.keys, reader)
            }
        }
    }
}

extension RequestFields {
    fileprivate mutating func target(
        _ value: JSONValue, _ field: String, _ reader: borrowing JSONReader
    ) -> CallbackTarget? {
        guard let text = text(value, field, reader) else { return nil }
        do throws(CallbackTargetError) { return try CallbackTarget(text) } catch {
            warnings.append(error.warning(field, text))
            return nil
        }
    }
}
