// LinkFinding: what `transitlink check` says about a link beside what the receivers do with it. One table of codes: a *fault*
// is a mistake in the link that whoever writes it can mend; a *note* is a receiver's own limit, or worth knowing.

/// One remark on a link.
public struct LinkFinding: Sendable, Hashable {
    public let code: Code
    /// What is wrong and how to mend it; lower case, values quoted and escaped, no full stop.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var isFault: Bool { code.isFault }

    /// The raw value is the name in output and documentation.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        // Of the text
        case notAURL = "not-a-url"
        case notUTF8 = "not-utf8"
        case rawCharacter = "raw-character"
        case badEscape = "bad-escape"
        case doubleEncoding = "double-encoding"
        case registeredSign = "registered-sign"
        case escapedAmpersand = "escaped-ampersand"
        // Of scheme and host
        case noSlashes = "no-slashes"
        case otherScheme = "other-scheme"
        case unknownHost = "unknown-host"
        case badIntent = "bad-intent"
        // Of the path
        case arrivals
        case trailingSlash = "trailing-slash"
        case slashInID = "slash-in-id"
        case dotInID = "dot-in-id"
        case idBreaksPath = "id-breaks-path"
        case letterCase = "letter-case"
        case badPath = "bad-path"
        case badRegion = "bad-region"
        // Of the parameters
        case wrongKey = "wrong-key"
        case missingEquals = "missing-equals"
        case missingParameter = "missing-parameter"
        case blankParameter = "blank-parameter"
        case badValue = "bad-value"
        case milliseconds
        case serviceDateRange = "service-date-range"
        case crashesApp = "crashes-app"
        case droppedValue = "dropped-value"
        case unencodedAmpersand = "unencoded-ampersand"
        // Of all receivers together
        case readDifferently = "read-differently"
        case opensNothing = "opens-nothing"
        // Notes
        case serverDate = "server-date"
        case serverError = "server-error"
        case plainHTTP = "plain-http"
        case otherHost = "other-host"
        case otherApp = "other-app"
        case pathPrefix = "path-prefix"
        case fragment
        case unknownRegion = "unknown-region"
        case inactiveRegion = "inactive-region"
        case regionIDTaken = "region-id-taken"
        case noRegionID = "no-region-id"
        case bareAmpersand = "bare-ampersand"

        /// Whether it is a mistake in the link.
        public var isFault: Bool {
            switch self {
            case .serverDate, .serverError, .plainHTTP, .otherHost, .otherApp, .pathPrefix, .fragment, .unknownRegion,
                .inactiveRegion, .regionIDTaken, .noRegionID, .bareAmpersand:
                false
            default: true
            }
        }
    }
}
