// RequestName: what a name in incoming/ promises, by its bytes alone: a request of some kind, something to leave alone,
// or something that can't be answered by name. What the file is, is asked elsewhere.

internal import Digests
internal import Posix

/// How a request is read.
package enum RequestKind: Sendable, Hashable {
    /// One JSON object, whole when it closes.
    case json
    /// One x-callback-url, whole once it is closed or renamed into place.
    case url
    /// One JSON object a line, of any number; whole like `.url`.
    case stream
}

/// What is to be done with a name.
enum NameClass: Hashable {
    case request(RequestKind)
    /// A producer's unfinished file: never touched.
    case leftAlone
    /// No answer could bear this name.
    case bad(BadName)
    case otherSuffix
}

/// Why no answer can bear a name.
package enum BadName: String, Sendable, Hashable {
    case tooLong = "is longer than 200 bytes"
    case notUTF8 = "is not UTF-8"
    case controlCharacter = "has control characters"
    case reservedSuffix = "ends in .reason.json or .url.json, which the spool uses itself"
}

extension FileName {
    /// Longest name of a request, in bytes: `.2`, `.reason.json` and `.url.json` must fit behind it, below 255.
    static let requestLimit = 200

    var nameClass: NameClass {
        if isLeftAlone { return .leftAlone }
        if let fault = badName { return .bad(fault) }
        if hasSuffix(".json") { return .request(.json) }
        if hasSuffix(".ndjson") { return .request(.stream) }
        if hasSuffix(".url") { return .request(.url) }
        return .otherSuffix
    }

    /// What a listing asks of each name: the rest of its class is found out when its turn comes.
    func isLeftAlone(_ suffixes: [String]) -> Bool { isLeftAlone || suffixes.contains(where: hasSuffix) }

    private var isLeftAlone: Bool { bytes.first == UInt8(ascii: ".") || Self.unfinished.contains(where: hasSuffix) }

    private var badName: BadName? {
        if bytes.count > Self.requestLimit { return .tooLong }
        if !isUTF8 { return .notUTF8 }
        if hasControlCharacter { return .controlCharacter }
        return Self.reserved.contains(where: hasSuffix) ? .reservedSuffix : nil
    }

    /// Nearly all names are ASCII, and are not copied into a string for this.
    private var isUTF8: Bool {
        bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
    }

    /// Unicode's control characters are U+0000…1F and U+007F…9F; in UTF-8 those from U+0080 on are a C2 and their own value.
    /// Asking Unicode's tables for each character took half of the time of a listing.
    private var hasControlCharacter: Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            if byte < 0x20 || byte == 0x7F || previous == 0xC2 && byte < 0xA0 { return true }
            previous = byte
        }
        return false
    }

    private static let unfinished = [".tmp", ".part", "~"]
    private static let reserved = [".reason.json", ".url.json"]

    /// The name of this request's answer: its own, with `.json` behind a `.url`.
    /// - Precondition: it is the name of a request, at most 200 bytes.
    var answerName: FileName { hasSuffix(".url") ? extended(".json") : self }

    /// The name in failed/: its own, or `name-` and 16 hexadecimal digits of its SHA-256.
    var keptName: FileName {
        guard case .bad = nameClass else { return bytes.count > Self.requestLimit ? hashed : self }
        return hashed
    }

    private var hashed: FileName {
        guard let name = FileName(Array("name-\(SHA256.shortName(of: Array(bytes)))".utf8)) else {
            preconditionFailure("21 bytes are a name")
        }
        return name
    }

    /// This name with `suffix`, where both are known to fit.
    func extended(_ suffix: String) -> FileName {
        guard let name = appending(suffix) else { preconditionFailure("\(self)\(suffix) is too long for a name") }
        return name
    }
}
