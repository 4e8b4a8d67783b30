// PercentDecoding: the way back from `%XX`, once (RFC 3986, section 2.1). It decodes one component that was already cut
// out of its URL: who decodes first and cuts later takes `%2F` for a separator. `+` stays a plus.

extension PercentEncoding {
    /// The text of a component, or nil where a `%` has no two hexadecimal digits behind it or the bytes are no UTF-8.
    package static func decoded(_ component: some Collection<UInt8>) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(component.count)
        var rest = component.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue) else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
