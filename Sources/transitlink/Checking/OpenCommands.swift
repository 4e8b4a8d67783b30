// OpenCommands: the command lines that open a link on a booted simulator and on a phone, quoted for the shell they are pasted
// into; adb joins its words and gives them to the phone's shell, so there they are quoted once more.

internal import Escaping

enum OpenCommands {
    /// nil where the link holds what a terminal would obey or hide: pasted, it would not be what is seen.
    static func lines(for url: String, package: String?) -> [String]? {
        guard Printable.escaped(url.replacingEach("\\", with: "")) == url.replacingEach("\\", with: "") else { return nil }
        var lines = ["xcrun simctl openurl booted \(quoted(url))"]
        if let package {
            lines.append("adb shell am start -a android.intent.action.VIEW -d \(quotedTwice(url)) \(quotedTwice(package))")
        }
        return lines
    }

    /// For a POSIX shell: nothing inside single quotes means anything to it.
    static func quoted(_ text: String) -> String { "'" + text.replacingEach("'", with: "'\\''") + "'" }

    /// For a shell behind a shell. Double quotes around single ones read best, where they hold nothing that means something
    /// inside double quotes.
    static func quotedTwice(_ text: String) -> String {
        if text.unicodeScalars.allSatisfy(isPlain) { return text }
        let once = quoted(text)
        return once.contains { "$`\"\\!".contains($0) } ? quoted(once) : "\"\(once)\""
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
        default: false
        }
    }
}
