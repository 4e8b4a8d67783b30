// TextEncoding: in which bytes a feed's text is written. GTFS wants UTF-8; what feeds are found in beside it is what the
// spreadsheets of each country write. Names are those of the C library's iconv; some mean what the WHATWG's Encoding Standard
// says that files of this name are, as Latin-1 is windows-1252.

internal import Escaping
internal import Posix

package struct TextEncoding: Sendable, Equatable {
    package static let utf8 = TextEncoding(name: "UTF-8")
    package static let windows1252 = TextEncoding(name: "CP1252")

    /// As iconv knows it.
    let name: String

    private init(name: String) { self.name = name }

    /// The encoding of that name, in any letter case; nil for one that isn't read: that the system hasn't, or in which ASCII
    /// isn't ASCII, but for UTF-16 and UTF-32.
    package init?(named given: String) {
        let name = given.lowercased()
        if ["utf-8", "utf8", "ascii", "us-ascii"].contains(name) {
            self = .utf8
            return
        }
        self.name = Self.names[name] ?? given.uppercased()
        guard self.name != "UTF-8", Self.isRead(self.name) else { return nil }
    }

    /// What files of a name are.
    private static let names: [String: String] = [
        "latin1": "CP1252", "latin-1": "CP1252", "l1": "CP1252", "iso-8859-1": "CP1252", "iso8859-1": "CP1252",
        "iso_8859-1": "CP1252", "windows-1252": "CP1252", "cp1252": "CP1252", "1252": "CP1252", "ansi": "CP1252",
        "latin5": "CP1254", "iso-8859-9": "CP1254", "shift_jis": "CP932", "shift-jis": "CP932", "sjis": "CP932",
        "ms932": "CP932", "gb2312": "GB18030", "gbk": "GB18030", "cp936": "GB18030", "big5": "BIG5-HKSCS",
        "euc-kr": "CP949", "euckr": "CP949", "tis-620": "CP874", "utf16": "UTF-16", "unicode": "UTF-16", "utf32": "UTF-32",
    ]

    private static func isRead(_ name: String) -> Bool {
        guard var conversion = TextConversion(from: name) else { return false }
        if name.hasPrefix("UTF-16") || name.hasPrefix("UTF-32") { return true }
        let ascii = Array("stop_id,\"A-Z az 019\";:/.+-_#()\r\n\t".utf8)
        var out: [UInt8] = []
        return conversion.convert(ascii, isLast: true, into: &out) == 0 && out == ascii
    }

    /// Why `name` isn't an encoding that is read, and what to do.
    package static func refusal(of name: String) -> String {
        let known = ["utf-8", "latin1", "windows-1252", "cp1250", "cp1251", "shift_jis", "gbk", "big5", "euc-kr", "utf-16"]
        return "\(Printable.quoted(name)) isn't an encoding that is read: \(Spelling.hint(for: name, known: known))"
            + "; `iconv -l` lists them all"
    }

    /// `bytes` as UTF-8: as they are where they are that already.
    package func decoded(_ bytes: [UInt8]) -> [UInt8] {
        if self == .utf8 || UTF8Scan.isUTF8(bytes) { return bytes }
        guard var conversion = TextConversion(from: name) else { return bytes }
        var out: [UInt8] = []
        _ = conversion.convert(bytes, isLast: true, into: &out)
        return out
    }
}
