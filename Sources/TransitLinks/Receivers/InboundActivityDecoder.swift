// InboundActivityDecoder: an activity out of a file: our Handoff JSON, a whole result line that holds one, or a property list.
// It reads the five values that the app looks at, in the types in which they come.

internal import Escaping
internal import StrictJSON

/// Why a file is no activity.
public struct InboundActivityError: Error, Hashable, Sendable {
    /// 1-based.
    public var line: Int
    /// Lower case, without a full stop.
    public var message: String

    public init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }
}

extension InboundActivity {
    /// Reads JSON.
    /// - Throws: `InboundActivityError` for what is none, and where `activityType` is missing.
    public init(decoding bytes: Span<UInt8>) throws(InboundActivityError) {
        var reader = JSONReader()
        let root: JSONValue
        do throws(JSONError) {
            // 16 as for requests.
            root = try reader.read(bytes, rules: JSONRules(depth: 16))
        } catch {
            throw InboundActivityError(line: error.line(in: bytes), error.reason)
        }
        let activity = reader.member("handoff", of: root) ?? root
        guard let type = reader.member("activityType", of: activity), reader.kind(type) == .string else {
            throw InboundActivityError(line: 1, "it has no activityType")
        }
        self.init(activityType: reader.string(type))
        webpageURL = Self.text("webpageURL", of: activity, reader)
        guard let info = reader.member("userInfo", of: activity) else { return }
        stopID = Self.text("stopID", of: info, reader)
        regionID = reader.member("regionID", of: info).flatMap { Self.region($0, reader) }
    }

    private static func text(_ key: StaticString, of object: JSONValue, _ reader: borrowing JSONReader) -> String? {
        guard let value = reader.member(key, of: object), reader.kind(value) == .string else { return nil }
        return reader.string(value)
    }

    private static func region(_ value: JSONValue, _ reader: borrowing JSONReader) -> RegionValue? {
        switch reader.kind(value) {
        case .integer: reader.integer(value).map { .integer($0) } ?? reader.double(value).map { .number($0) }
        case .decimal: reader.double(value).map { .number($0) }
        case .string: .text(reader.string(value))
        default: nil
        }
    }

    /// - Throws: `InboundActivityError` where `activityType` is missing.
    public init(propertyList root: PropertyListValue) throws(InboundActivityError) {
        guard let type = root["activityType"]?.string else {
            throw InboundActivityError(line: 1, "it has no activityType")
        }
        self.init(activityType: type)
        webpageURL = root["webpageURL"]?.string
        guard let info = root["userInfo"] else { return }
        stopID = info["stopID"]?.string
        regionID = info["regionID"].flatMap(Self.region)
    }

    private static func region(_ value: PropertyListValue) -> RegionValue? {
        switch value {
        case .integer(let number): .integer(number)
        case .real(let number): .number(number)
        case .string(let text): .text(text)
        default: nil
        }
    }
}
