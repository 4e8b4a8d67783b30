// ShellWord: a text as a word that a POSIX shell takes for exactly this text, for messages that say what to give.

internal import Escaping

enum ShellWord {
    /// `40`, `'Sound Transit'`, `'d'\''Azur'`. Control characters are escaped as in every message: nobody types them.
    static func quoted(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
        var out = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'": out += "'\\''"
            case "\\": out += "\\"
            default: out += Printable.escaped(String(scalar))
            }
        }
        return out + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "_.:@-/,+".utf8.contains(byte)
        }
    }
}
