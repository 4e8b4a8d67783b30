// IndentedJSON: compact JSON laid out for people: a member or element a line, two blanks a level. It moves nothing and
// knows the letters of JSON only; that its input is JSON is the caller's duty.

package enum IndentedJSON {
    /// `compact` with line breaks, and one at its end. Empty objects and lists stay as they are.
    package static func laidOut(_ compact: [UInt8]) -> [UInt8] {
        var layout = Layout()
        for (at, byte) in compact.enumerated() {
            layout.append(byte, next: at + 1 < compact.count ? compact[at + 1] : nil)
        }
        return layout.bytes + [UInt8(ascii: "\n")]
    }

    private struct Layout {
        var bytes: [UInt8] = []
        private var depth = 0
        private var isInText = false
        private var isEscaped = false

        mutating func append(_ byte: UInt8, next: UInt8?) {
            if isInText { return appendInText(byte) }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte, isEmpty: next == byte + 2)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): close(byte)
            case UInt8(ascii: ","): bytes += [byte] + lineBreak
            case UInt8(ascii: ":"): bytes += Array(": ".utf8)
            default:
                isInText = byte == UInt8(ascii: "\"")
                bytes.append(byte)
            }
        }

        private mutating func appendInText(_ byte: UInt8) {
            bytes.append(byte)
            if isEscaped {
                isEscaped = false
            } else {
                isEscaped = byte == UInt8(ascii: "\\")
                isInText = byte != UInt8(ascii: "\"")
            }
        }

        /// In ASCII a closing bracket stands two behind its opening one.
        private mutating func open(_ byte: UInt8, isEmpty: Bool) {
            depth += 1
            bytes += isEmpty ? [byte] : [byte] + lineBreak
        }

        private mutating func close(_ byte: UInt8) {
            depth -= 1
            bytes += bytes.last == byte - 2 ? [byte] : lineBreak + [byte]
        }

        private var lineBreak: [UInt8] { [UInt8(ascii: "\n")] + Array(repeating: UInt8(ascii: " "), count: 2 * depth) }
    }
}
