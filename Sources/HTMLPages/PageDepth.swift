// PageDepth: a page of which no element lies deeper than browsers nest (512, as Chrome has it). The parser looks through all open
// elements at each tag: a page of 50,000 open `<div>`s takes it 40 s.

enum PageDepth {
    private static let maximum = 512

    /// `bytes` with a `<p …>` in the place of each start tag that lies too deep: one that is open ends where the next begins. Attributes,
    /// texts and places stay.
    static func limited(_ bytes: [UInt8]) -> [UInt8] {
        var page = bytes
        var depth = 0
        var at = 0
        while let open = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
            at = open + 1
            let isEnd = at < bytes.count && bytes[at] == UInt8(ascii: "/")
            let start = isEnd ? at + 1 : at
            // Only what is skipped below is looked through: `<!--` a thousand times is no name.
            guard start < bytes.count, isLetter(bytes[start]) else { continue }
            let name = bytes[start...].prefix(while: isNameByte)
            at = name.endIndex
            if flat.contains(String(decoding: name.prefix(16), as: UTF8.self).lowercased()) { continue }
            if isEnd {
                depth = max(0, depth - 1)
            } else {
                depth += 1
                guard depth > maximum else { continue }
                for place in name.indices { page[place] = place == name.startIndex ? UInt8(ascii: "p") : UInt8(ascii: " ") }
            }
        }
        return page
    }

    /// Elements that nothing lies in, or that end where the next of them begins; and those whose inside is no markup.
    private static let flat = Set(
        """
        area base br col embed hr img input link meta param source track wbr p li dt dd option tr td th thead tbody tfoot colgroup \
        caption html head body script style xmp iframe noembed noframes title textarea plaintext
        """.split(separator: " ").map(String.init))

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0A, 0x0C, 0x0D, 0x20, UInt8(ascii: "/"), UInt8(ascii: ">"): false
        default: true
        }
    }
}
