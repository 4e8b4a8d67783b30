// LatinGuess: whether bytes that aren't UTF-8 look like Latin-1 (windows-1252). Any bytes can be read as that, and a person who
// is told to gets nonsense and no error. So it is only said where the letters are those of one language that is written in it,
// as single letters inside words; of other encodings the bytes of a few words contain others.

enum LatinGuess {
    /// - Parameter bytes: a part of the file, from the first byte that isn't UTF-8 on.
    static func isLikely(_ bytes: ArraySlice<UInt8>) -> Bool {
        var letters: Set<UInt8> = []
        var (count, pairs) = (0, 0)
        var previous: UInt8 = 0
        for byte in bytes {
            if byte >= 0x80 {
                count += 1
                if previous >= 0x80 { pairs += 1 }
                if !signs.contains(byte) { letters.insert(lowercased(byte)) }
            }
            previous = byte
        }
        return count > 0 && pairs * 10 <= count && alphabets.contains { letters.isSubset(of: $0) }
    }

    /// Quotes, dashes, a no-break space, `°`, `ª`, `º`, `«`, `»`, `¡`, `¿`, `·`.
    private static let signs: Set<UInt8> = [
        0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x85, 0xA0, 0xB0, 0xAA, 0xBA, 0xAB, 0xBB, 0xA1, 0xBF, 0xB7,
    ]

    /// French, German, Spanish and Catalan, Portuguese, Italian, the languages of the North, Dutch.
    private static let alphabets: [Set<UInt8>] = [
        "àâæçèéêëîïôùûü", "äöüß", "áéíóúüñàèòçï", "áâãàçéêíóôõúü", "àèéìíòóùú", "åäöæøéü", "éëïèáóöü",
    ].map { Set($0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) }

    /// `é` of `É`: capitals stand 32 before, but for `ß` and `÷`.
    private static func lowercased(_ byte: UInt8) -> UInt8 { 0xC0...0xDE ~= byte && byte != 0xD7 ? byte + 0x20 : byte }
}
