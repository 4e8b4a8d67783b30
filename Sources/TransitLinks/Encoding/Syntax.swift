// Syntax: small questions about the form of names from outside, each with the grammar it answers for.

extension String {
    /// Whether nothing but ASCII blanks and controls is in it: such an optional value counts as absent.
    package var isBlank: Bool { utf8.allSatisfy { $0 <= 0x20 } }

    /// The first control character (C0, DEL, C1), or nil.
    var firstControl: Unicode.Scalar? {
        let bytes = utf8.span
        for at in 0..<bytes.count {
            let byte = bytes[at]
            if byte < 0x20 || byte == 0x7F { return Unicode.Scalar(byte) }
            // C1 is U+0080…U+009F: C2, and the same number as its second byte.
            if byte == 0xC2, at + 1 < bytes.count, bytes[at + 1] < 0xA0 { return Unicode.Scalar(bytes[at + 1]) }
        }
        return nil
    }
}

/// RFC 3986, section 3.1: a letter, then letters, digits, `+`, `-`, `.`.
package func isURLScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
}

/// Whether `text` is a scheme by which an app can be opened: one that no system, browser or standard has for itself. A link with
/// `javascript:` runs code, `https:` is a page, and `mailto:` another app's.
package func isAppScheme(_ text: String) -> Bool { isURLScheme(text) && !reservedSchemes.contains(text.lowercased()) }

/// The web's and the mail's own (IANA's registry of URI schemes), what browsers run, read or show by themselves (WHATWG URL, HTML),
/// and what iOS and Android keep for their own apps. Small letters.
private let reservedSchemes: Set<String> = [
    "http", "https", "ws", "wss", "ftp", "ftps", "sftp", "ssh", "telnet", "ldap", "ldaps", "smb", "nfs", "rtsp", "urn", "cid",
    "mid",
    "javascript", "vbscript", "data", "file", "blob", "about", "view-source", "filesystem", "jar", "resource", "chrome",
    "chrome-extension", "moz-extension", "safari-web-extension", "intent", "android-app", "android.resource", "content",
    "market",
    "geo", "mailto", "tel", "telprompt", "sms", "smsto", "mms", "mmsto", "im", "callto", "sip", "sips", "facetime",
    "facetime-audio", "xmpp", "irc", "news", "nntp", "webcal", "magnet", "maps", "map", "shortcuts", "prefs", "app-settings",
    "itms",
    "itmss", "itms-apps", "itms-appss", "itms-services", "applewebdata", "x-apple.systempreferences", "x-callback-url",
    "google.navigation", "google.streetview",
]

/// One to twenty ASCII digits, as an App Store identifier has.
package func isDigits(_ text: String) -> Bool {
    (1...20).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit)
}

/// An Android application ID: two or more words joined by dots, each a letter and then letters, digits or `_`.
package func isJavaPackage(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard words.count >= 2 else { return false }
    return words.allSatisfy { word in
        guard let first = word.first, isLetter(first) else { return false }
        return word.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
    }
}

/// An ASCII letter.
package func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
/// An ASCII digit.
package func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
/// An ASCII hexadecimal digit.
func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
