// ActivityFile: a Handoff activity out of a file of any form that people keep one in: our JSON, a result line that holds one, or a
// property list. Which it is, is seen from the bytes.

package import TransitLinks

extension InboundActivity {
    /// Reads JSON or a property list.
    /// - Throws: `InboundActivityError` for what is neither, and where `activityType` is missing.
    package init(file bytes: [UInt8]) throws(InboundActivityError) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard bytes[start...].first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
            self = try Self.read(propertyList: bytes)
            return
        }
        // A brace begins both; who writes one with `=` means a property list.
        do throws(InboundActivityError) { try self.init(decoding: Array(bytes[start...]).span) } catch {
            guard let list = Self.list(bytes) else { throw error }
            try self.init(propertyList: list)
        }
    }

    private static func list(_ bytes: [UInt8]) -> PropertyListValue? {
        do throws(PropertyListReadingError) { return try PropertyListValue(decoding: bytes) } catch { return nil }
    }

    private static func read(propertyList bytes: [UInt8]) throws(InboundActivityError) -> InboundActivity {
        let list: PropertyListValue
        do throws(PropertyListReadingError) { list = try PropertyListValue(decoding: bytes) } catch {
            throw InboundActivityError(line: error.line ?? 1, error.message)
        }
        return try InboundActivity(propertyList: list)
    }
}
