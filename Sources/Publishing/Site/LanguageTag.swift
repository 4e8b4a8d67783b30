// LanguageTag: the language of a feed's texts as HTML may name it: a tag that is well-formed by RFC 5646, section 2.1. What a
// feed holds is often none ("English", "en_US", "EN "), and a wrong one makes a screen reader speak in the wrong tongue.

package struct LanguageTag: Sendable, Hashable {
    /// In the letters that RFC 5646, section 2.1.1, recommends: `en`, `es-MX`, `zh-Hant-TW`.
    package let text: String
    /// The language itself: two small letters, three where it has no code of two.
    package let language: String

    /// - Parameter published: `feed_lang` or `agency_lang`; blanks around it count for nothing.
    /// - Returns: nil for what is no tag of a language, an optional script, region and variants; for extensions and private
    ///   tags, which no feed needs; for `mul` and `und`, which say that no language is meant; and beyond 35 bytes, the
    ///   length that RFC 5646, section 4.4.1, asks for room for.
    package init?(_ published: String) {
        let trimmed = Self.trimmed(published)
        guard trimmed.count <= 35 else { return nil }
        let subtags = trimmed.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = subtags.first, 2...3 ~= first.count, first.allSatisfy(Self.isLetter) else { return nil }
        let given = Self.lowercased(first)
        language = LanguageCodes.short(of: given) ?? given
        guard language != "mul", language != "und" else { return nil }
        var text = language
        var last = Part.language
        for subtag in subtags.dropFirst() {
            guard let (part, written) = Self.part(subtag), part > last || part == last && part == .variant else { return nil }
            text += "-" + written
            last = part
        }
        self.text = text
    }

    /// In the order in which they stand.
    private enum Part: Int, Comparable {
        case language, script, region, variant
        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    private static func part(_ subtag: ArraySlice<UInt8>) -> (Part, String)? {
        guard let first = subtag.first, subtag.allSatisfy({ isLetter($0) || isDigit($0) }) else { return nil }
        switch subtag.count {
        case 2 where subtag.allSatisfy(isLetter): return (.region, lowercased(subtag).uppercased())
        case 3 where subtag.allSatisfy(isDigit): return (.region, lowercased(subtag))
        case 4 where subtag.allSatisfy(isLetter):
            return (.script, lowercased(subtag[...subtag.startIndex]).uppercased() + lowercased(subtag.dropFirst()))
        case 4 where isDigit(first), 5...8: return (.variant, lowercased(subtag))
        default: return nil
        }
    }

    private static func trimmed(_ text: String) -> [UInt8] {
        Array(text.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed())
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { isLetter($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
