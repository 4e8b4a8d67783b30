// IDNA: a host name that is not ASCII, written in ASCII by UTS-46, non-transitional, as browsers and Foundation do it: `straße`
// keeps its ß.

internal import CIDN2

enum IDNA {
    /// nil where a label is none that IDNA allows.
    static func ascii(_ host: String) -> String? {
        var result: UnsafeMutablePointer<CChar>?
        let flags = CInt(IDN2_NONTRANSITIONAL.rawValue | IDN2_NFC_INPUT.rawValue)
        // SAFETY: the string is NUL-terminated during the call; libidn2 allocates the result with malloc and gives it to us.
        let status = unsafe host.withCString { unsafe idn2_to_ascii_8z($0, &result, flags) }
        // SAFETY: freed once, by the library's own function; it takes nil.
        defer { unsafe idn2_free(result) }
        guard status == IDN2_OK.rawValue, let result = unsafe result else { return nil }
        // SAFETY: libidn2's result is NUL-terminated ASCII.
        return unsafe String(cString: result)
    }

    /// Whether Foundation, which goes by UTS-46 alone, has an ASCII form of the name: symbols (`☃`) are allowed there, and so is
    /// ASCII that no host name has (`%20`). No label but the last may be empty.
    static func isKnown(_ host: String) -> Bool {
        var plain = String.UnicodeScalarView()
        for scalar in host.unicodeScalars { plain.append(isTolerated(scalar) ? "a" : scalar) }
        guard let ascii = ascii(String(plain)), !ascii.isEmpty else { return false }
        return !ascii.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).dropLast().contains(
            where: \.isEmpty)
    }

    private static func isTolerated(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x80:
            let byte = UInt8(scalar.value)
            return !ASCIISet.letters.contains(byte) && !ASCIISet.digits.contains(byte) && !"-._".utf8.contains(byte)
        // The full stops of other scripts, the full-width forms, and what stands for an object or a fault.
        case 0x3002, 0xFF00...0xFFEF, 0xFFFC, 0xFFFD: return false
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .otherSymbol, .mathSymbol, .currencySymbol, .otherPunctuation, .dashPunctuation, .connectorPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation:
            true
        default: false
        }
    }
}
