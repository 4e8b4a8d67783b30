// PropertyListWriter: an XML property list as Apple's DTD 1.0 has it. It knows what XML 1.0 allows in text: some scalars
// can't be written at all, not even escaped, and others come back changed unless they are character references.

internal import Escaping

/// A text that no XML 1.0 document can hold.
public struct PropertyListError: Error, Hashable, Sendable {
    /// The first scalar that XML 1.0 forbids (section 2.2): most of C0, U+FFFE, U+FFFF.
    public let scalar: Unicode.Scalar

    /// What is wrong, for a message.
    public var sentence: String {
        let hex = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - hex.utf8.count)) + hex
        return "\(Printable.quoted(String(scalar))) (\(code)) can't be written in an XML property list; use JSON"
    }
}

/// Writes one property list to its `bytes`. `finish` says whether it is one.
package struct PropertyListWriter: ~Copyable, KeyedWriter {
    package static var hasDates: Bool { true }

    private var bytes: ByteWriter
    private var depth = 0
    private var forbidden: Unicode.Scalar?

    package init(capacity: Int = 4096) {
        bytes = ByteWriter(capacity: capacity)
        bytes.append(
            literal: """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">

                """)
    }

    /// The document.
    /// - Throws: `PropertyListError` when a text or key held what XML forbids.
    package consuming func finish() throws(PropertyListError) -> [UInt8] {
        if let forbidden { throw PropertyListError(scalar: forbidden) }
        bytes.append(literal: "</plist>\n")
        return bytes.bytes
    }

    package mutating func beginObject() { open("<dict>\n") }
    package mutating func endObject() { close("</dict>\n") }
    package mutating func beginArray() { open("<array>\n") }
    package mutating func endArray() { close("</array>\n") }

    package mutating func key(_ name: StaticString) {
        indent()
        bytes.append(literal: "<key>")
        bytes.append(literal: name)
        bytes.append(literal: "</key>\n")
    }

    package mutating func key(named name: String) {
        indent()
        bytes.append(literal: "<key>")
        piece(name)
        bytes.append(literal: "</key>\n")
    }

    package mutating func value(_ text: String) {
        beginText()
        piece(text)
        endText()
    }

    package mutating func value(_ number: Int64) {
        indent()
        bytes.append(literal: "<integer>")
        bytes.append(decimal: number)
        bytes.append(literal: "</integer>\n")
    }

    package mutating func value(_ flag: Bool) {
        indent()
        if flag { bytes.append(literal: "<true/>\n") } else { bytes.append(literal: "<false/>\n") }
    }

    package mutating func value(date: ServiceDate) {
        indent()
        bytes.append(literal: "<date>")
        date.writeISO8601(to: &bytes)
        bytes.append(literal: "</date>\n")
    }

    package mutating func value(url write: (inout ByteWriter) -> Void) { value(ByteWriter.text(write)) }

    package mutating func value(literal: StaticString) {
        beginText()
        bytes.append(literal: literal)
        endText()
    }

    package mutating func piece(literal: StaticString) { bytes.append(literal: literal) }

    package mutating func beginText() {
        indent()
        bytes.append(literal: "<string>")
    }

    package mutating func piece(_ number: Int64) { bytes.append(decimal: number) }

    package mutating func endText() { bytes.append(literal: "</string>\n") }

    private mutating func open(_ tag: StaticString) {
        indent()
        bytes.append(literal: tag)
        depth += 1
    }

    private mutating func close(_ tag: StaticString) {
        depth -= 1
        indent()
        bytes.append(literal: tag)
    }

    private mutating func indent() {
        for _ in 0..<depth { bytes.append(UInt8(ascii: "\t")) }
    }
}

// MARK: Text

extension PropertyListWriter {
    /// A reader turns a carriage return into a newline, and XML 1.1 readers the other line ends too, so these and the
    /// controls that XML discourages are character references.
    package mutating func piece(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: bytes.append(literal: "&amp;")
            case 0x3C: bytes.append(literal: "&lt;")
            case 0x3E: bytes.append(literal: "&gt;")
            case 0x0D, 0x7F...0x9F, 0x2028: appendReference(to: scalar)
            case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F, 0xFFFE, 0xFFFF: forbidden = forbidden ?? scalar
            default: bytes.append(scalar)
            }
        }
    }

    private mutating func appendReference(to scalar: Unicode.Scalar) {
        bytes.append(literal: "&#")
        bytes.append(decimal: Int64(scalar.value))
        bytes.append(UInt8(ascii: ";"))
    }
}
