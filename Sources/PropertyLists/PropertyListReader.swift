// PropertyListReader: a property list of any form to values: XML and binary through libplist, the old form of OpenStep, which the
// libplist of Debian 12 doesn't know, by OpenStepReader. It knows no meaning of keys.

internal import CPlist
internal import Escaping
internal import Glibc
package import TransitLinks

/// Why bytes are no property list.
package struct PropertyListReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// 1-based line of the fault; nil where the library doesn't say.
    package var line: Int?
    package var message: String

    package var description: String { line.map { "line \($0): \(message)" } ?? message }
}

extension PropertyListValue {
    /// 1 MiB: an app's Info.plist has a few KiB.
    package static var maximumBytes: Int { 1024 * 1024 }
    /// Values inside one another.
    static var maximumDepth: Int { 64 }
    /// Values in all: a megabyte of XML has fewer, and a binary list that names one value from many places grows no further.
    private static var maximumValues: Int { 200_000 }

    /// Reads one document.
    /// - Throws: `PropertyListReadingError` for the first thing wrong.
    package init(decoding bytes: [UInt8]) throws(PropertyListReadingError) {
        guard bytes.count <= Self.maximumBytes else {
            throw PropertyListReadingError(message: "\(bytes.count) bytes; at most \(Self.maximumBytes)")
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes[start...].first { $0 > 0x20 }
        if bytes.starts(with: "bplist".utf8) {
            guard BinaryListSize(bytes)?.values(upTo: Self.maximumValues) != nil else {
                throw PropertyListReadingError(
                    message: "a binary property list that is damaged, or holds over \(Self.maximumValues) values")
            }
            self = try Self.parsed(bytes, "a binary property list that is damaged")
        } else if bytes.contains(0) || ["&#0", "&#x0", "&#X0"].contains(where: { bytes.holds($0.utf8) }) {
            throw PropertyListReadingError(message: "U+0000, which no property list of text has")
        } else if first == UInt8(ascii: "<"), !Self.isOldData(bytes[start...]) {
            self = try Self.parsed(
                Array(bytes[start...]), "no XML property list: a tag is missing, unknown or in the wrong place")
        } else {
            guard let text = String(validating: bytes[start...], as: UTF8.self) else {
                throw PropertyListReadingError(message: "bytes that are neither a binary property list nor UTF-8")
            }
            var reader = OpenStepReader(text)
            self = try reader.document()
        }
    }

    /// `<0fbd77 1c>`, as the old form has data, and not a tag.
    private static func isOldData(_ bytes: ArraySlice<UInt8>) -> Bool {
        let inside = bytes.drop { $0 <= 0x20 }.dropFirst().prefix { $0 != UInt8(ascii: ">") }
        return inside.allSatisfy { $0 <= 0x20 || Character(Unicode.Scalar($0)).isHexDigit }
    }

    private static func parsed(_ bytes: [UInt8], _ problem: String) throws(PropertyListReadingError) -> PropertyListValue {
        var root: plist_t?
        // SAFETY: the bytes outlive the call; the tree that it makes is ours.
        unsafe bytes.withUnsafeBytes {
            unsafe plist_from_memory($0.bindMemory(to: CChar.self).baseAddress, UInt32($0.count), &root)
        }
        // SAFETY: freed once; the library takes nil.
        defer { unsafe plist_free(root) }
        guard let root = unsafe root else { throw PropertyListReadingError(message: problem) }
        return try unsafe value(root, depth: 1)
    }

    // MARK: - Values

    private static func value(_ node: plist_t, depth: Int) throws(PropertyListReadingError) -> PropertyListValue {
        guard depth <= maximumDepth else {
            throw PropertyListReadingError(message: "more than \(maximumDepth) values inside one another")
        }
        // SAFETY: each getter is asked of a node of its own type, and fills what outlives it.
        switch unsafe plist_get_node_type(node) {
        case PLIST_DICT: return .dictionary(try unsafe members(of: node, depth: depth))
        case PLIST_ARRAY:
            var elements: [PropertyListValue] = []
            let count = unsafe plist_array_get_size(node)
            for at in 0..<count {
                if let element = unsafe plist_array_get_item(node, at) {
                    elements.append(try unsafe value(element, depth: depth + 1))
                }
            }
            return .array(elements)
        case PLIST_STRING:
            var length: UInt64 = 0
            guard let text = unsafe plist_get_string_ptr(node, &length) else { return .string("") }
            return .string(unsafe String(decoding: UnsafeRawBufferPointer(start: text, count: Int(length)), as: UTF8.self))
        case PLIST_BOOLEAN:
            var flag: UInt8 = 0
            unsafe plist_get_bool_val(node, &flag)
            return .bool(flag != 0)
        case PLIST_REAL:
            var number = 0.0
            unsafe plist_get_real_val(node, &number)
            return .real(number)
        case PLIST_DATE:
            var (seconds, microseconds): (Int32, Int32) = (0, 0)
            unsafe plist_get_date_val(node, &seconds, &microseconds)
            // The library counts from 2001-01-01.
            return .date(Double(seconds) + 978_307_200)
        case PLIST_DATA:
            var length: UInt64 = 0
            guard let bytes = unsafe plist_get_data_ptr(node, &length) else { return .data([]) }
            return .data(unsafe UnsafeRawBufferPointer(start: bytes, count: Int(length)).map { $0 })
        default:
            var number: UInt64 = 0
            unsafe plist_get_uint_val(node, &number)
            return .integer(Int64(bitPattern: number))
        }
    }

    private static func members(
        of node: plist_t, depth: Int
    ) throws(PropertyListReadingError) -> [String: PropertyListValue] {
        var members: [String: PropertyListValue] = [:]
        var iterator: plist_dict_iter?
        // SAFETY: the iterator is freed once, by free(3) as the library has it; a key is a text of ours to free.
        unsafe plist_dict_new_iter(node, &iterator)
        defer { unsafe free(iterator) }
        while true {
            var key: UnsafeMutablePointer<CChar>?
            var item: plist_t?
            unsafe plist_dict_next_item(node, iterator, &key, &item)
            defer { unsafe free(key) }
            guard let name = unsafe key, let item = unsafe item else { return members }
            members[unsafe String(cString: name)] = try unsafe value(item, depth: depth + 1)
        }
    }
}
