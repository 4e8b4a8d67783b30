// MailParts: a mail as it is stored (RFC 5322, MIME: RFC 2045, 2046) taken apart: its texts with quoted-printable and base64
// decoded, each with the lines that it comes from. A text that was copied out of a mail without its headers is known by its
// `=3D` and the `=` at the ends of its lines.

internal import Escaping

struct MailParts {
    private struct Line {
        var bytes: ArraySlice<UInt8>
        /// 1-based, of the input.
        var number: Int
    }

    /// Parts inside one another: a real mail has four.
    private static let maximumDepth = 16
    private var parts: [InputPart] = []

    /// The texts of a mail; nil where `bytes` are none.
    static func find(in bytes: [UInt8]) -> [InputPart]? {
        var lines: [Line] = []
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            lines.append(Line(bytes: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number: lines.count + 1))
        }
        let headers = Headers(lines[...])
        if headers.areOfMail {
            var mail = MailParts()
            mail.read(lines[...], depth: 0)
            return mail.parts
        }
        return looksQuoted(bytes, lines) ? [quotedPrintable(lines[...])] : nil
    }

    private static func looksQuoted(_ bytes: [UInt8], _ lines: [Line]) -> Bool {
        bytes.holds("=3D".utf8) && lines.contains { $0.bytes.count > 60 && $0.bytes.last == UInt8(ascii: "=") }
    }

    /// One entity: headers, a blank line, a body.
    private mutating func read(_ lines: ArraySlice<Line>, depth: Int) {
        let headers = Headers(lines)
        let body = lines.dropFirst(headers.count)
        if let boundary = headers.boundary, depth < Self.maximumDepth {
            for part in Self.split(body, at: boundary) { read(part, depth: depth + 1) }
            return
        }
        if headers.type.hasPrefix("message/"), depth < Self.maximumDepth { return read(body, depth: depth + 1) }
        let isText = headers.type.isEmpty || headers.type.hasPrefix("text/") || headers.type.hasPrefix("application/")
        guard isText else { return }
        switch headers.encoding {
        case "quoted-printable": parts.append(Self.quotedPrintable(body))
        case "base64":
            let bytes = Self.base64(body.flatMap(\.bytes))
            if !bytes.contains(0) { parts.append(InputPart(bytes, lines: [body.first?.number ?? 1])) }
        default: parts.append(InputPart(Array(body.map(\.bytes).joined(separator: [0x0A])), firstLine: body.first?.number ?? 1))
        }
    }

    private static func split(_ body: ArraySlice<Line>, at boundary: [UInt8]) -> [ArraySlice<Line>] {
        let mark = Array("--".utf8) + boundary
        let marks = body.indices.filter { body[$0].bytes.starts(with: mark) }
        return zip(marks, marks.dropFirst() + [body.endIndex]).compactMap { start, end in
            body[start].bytes.dropFirst(mark.count).starts(with: "--".utf8) ? nil : body[(start + 1)..<end]
        }
    }

    /// Lines that end in `=` go on with the next one; `=XX` is a byte.
    private static func quotedPrintable(_ lines: ArraySlice<Line>) -> InputPart {
        var bytes: [UInt8] = []
        var numbers: [Int] = []
        var goesOn = false
        for line in lines {
            if !goesOn { numbers.append(line.number) }
            let kept = Array(line.bytes.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed())
            goesOn = kept.last == UInt8(ascii: "=")
            bytes += unquoted(goesOn ? kept.dropLast() : kept)
            if !goesOn { bytes.append(0x0A) }
        }
        return InputPart(bytes, lines: numbers)
    }

    private static func unquoted(_ line: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var at = 0
        while at < line.count {
            if line[at] == UInt8(ascii: "="), at + 2 < line.count,
                let byte = UInt8(String(decoding: line[at + 1...at + 2], as: UTF8.self), radix: 16)
            {
                bytes.append(byte)
                at += 3
            } else {
                bytes.append(line[at])
                at += 1
            }
        }
        return bytes
    }

    private static func base64(_ text: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var (bits, count): (UInt32, Int) = (0, 0)
        for byte in text {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            default: continue
            }
            (bits, count) = (bits << 6 | UInt32(value), count + 6)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    /// What the headers of an entity say of its body.
    private struct Headers {
        /// Lines, the blank one behind them too.
        private(set) var count = 0
        /// `text/html`, small letters.
        private(set) var type = ""
        private(set) var encoding = ""
        private(set) var boundary: [UInt8]?
        private var names: Set<String> = []

        /// Whether a text that begins with them is a mail.
        var areOfMail: Bool {
            count > 0 && !names.isDisjoint(with: ["mime-version", "content-type", "content-transfer-encoding"])
                && !names.isDisjoint(with: [
                    "from", "to", "subject", "date", "received", "return-path", "mime-version", "content-type",
                ])
        }

        init(_ lines: ArraySlice<Line>) {
            var fields: [[UInt8]] = []
            for line in lines {
                if line.bytes.isEmpty {
                    count += 1
                    break
                }
                if line.bytes.first == 0x20 || line.bytes.first == 0x09, !fields.isEmpty {
                    fields[fields.count - 1] += line.bytes
                } else if Self.isField(line.bytes) || fields.isEmpty && line.bytes.starts(with: "From ".utf8) {
                    fields.append(Array(line.bytes))
                } else {
                    // No headers: all of it is body.
                    count = 0
                    return
                }
                count += 1
            }
            for field in fields { read(field) }
        }

        /// A name of letters, digits and dashes, and a colon.
        private static func isField(_ line: ArraySlice<UInt8>) -> Bool {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return false }
            return line[..<colon].allSatisfy {
                $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || TextLinks.isSchemeByte($0)
            }
                && !line[colon...].dropFirst().starts(with: "//".utf8)
        }

        private mutating func read(_ field: [UInt8]) {
            let halves = field.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { return }
            let name = String(decoding: halves[0], as: UTF8.self).lowercased()
            names.insert(name)
            let value = String(decoding: halves[1], as: UTF8.self)
            let words = value.split(separator: ";").map { $0.drop { $0 == " " || $0 == "\t" } }
            let first = words.first.map { String($0).lowercased().filter { $0 != " " && $0 != "\t" } } ?? ""
            switch name {
            case "content-transfer-encoding": encoding = first
            case "content-type":
                type = first
                let parameter = words.dropFirst().first { $0.lowercased().hasPrefix("boundary=") }
                boundary = parameter.map { Array($0.dropFirst(9).utf8.filter { $0 != UInt8(ascii: "\"") }) }
            default: break
            }
        }
    }
}
