// Diagnostics: everything that a result can say beside its links. Two tables of codes, each the only place where a code
// is spelled; README and the JSON Schemas list the same, and a test compares them.

/// Something odd that did not keep the links from being made.
public struct LinkWarning: Sendable, Hashable {
    public enum Code: String, Sendable, CaseIterable {
        /// An ID without `_`: it is passed on.
        case noAgency = "no-agency"
        /// An ID holds a control character: it is encoded.
        case controlCharacter = "control-character"
        /// No coordinate: no walking directions.
        case noCoordinate = "no-coordinate"
        /// 0,0: a placeholder in many feeds.
        case nullIsland = "null-island"
        /// The direction is none of N NE E SE S SW W NW: left out.
        case unknownDirection = "unknown-direction"
        /// The region has no sidecar: no web link, no `webpageURL`.
        case noSidecar = "no-sidecar"
        /// The region's sidecar base URL is unusable and counts as absent.
        case badSidecar = "bad-sidecar"
        /// A trip activity without `webpageURL` opens nothing.
        case handoffOpensNothing = "handoff-opens-nothing"
        /// A receiver can't read an ID out of a link: it rejects the link or reads another ID.
        case idNotCarried = "id-not-carried"
        /// The region is in the directory but not active.
        case inactiveRegion = "inactive-region"
        /// The region's fare app has a scheme, App Store ID or package name that is none: that link is left out.
        case badFareApp = "bad-fare-app"
        /// A `timeZone` beside a service date in epoch seconds, which needs none.
        case unusedTimeZone = "unused-time-zone"
        /// `extras` asked for something the request has no value for.
        case nothingToAppend = "nothing-to-append"
        /// An `x-…` parameter of an x-callback-url that the protocol does not have: dropped.
        case reservedParameter = "reserved-parameter"
        /// A callback that is no absolute URL: not called.
        case callbackNotAbsolute = "callback-not-absolute"
        /// A callback with a scheme that runs code or reads files, or with a control character or blank: not called.
        case callbackSchemeRefused = "callback-scheme-refused"
    }

    public var code: Code
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// One reason why a request is refused: a verdict on the input, never a failure of the system.
public struct RequestError: Error, Sendable, Hashable {
    public enum Code: String, Sendable, CaseIterable {
        case notJSON = "not-json"
        case notUTF8 = "not-utf8"
        case notAnObject = "not-an-object"
        case duplicateKey = "duplicate-key"
        case tooDeep = "too-deep"
        case tooLarge = "too-large"
        /// The object never closed.
        case unfinished
        case unknownKey = "unknown-key"
        case missing
        case wrongType = "wrong-type"
        /// A name that none of a fixed set is: kind, link, vendor, extra.
        case unknownName = "unknown-name"
        /// Two parts that exclude or contradict each other.
        case conflict
        case badID = "bad-id"
        case badRequestID = "bad-request-id"
        /// A name that goes into a URL holds U+0000.
        case badText = "bad-text"
        case badLatitude = "bad-latitude"
        case badLongitude = "bad-longitude"
        case badServiceDate = "bad-service-date"
        /// Milliseconds where seconds belong.
        case milliseconds
        case badStopSequence = "bad-stop-sequence"
        case unknownTimeZone = "unknown-time-zone"
        case unknownRegion = "unknown-region"
        /// `"auto"` without a coordinate, or with one that no active region's bound contains.
        case noRegionHere = "no-region-here"
        case unknownApp = "unknown-app"
        /// No URL, or none with the host `x-callback-url` (400).
        case notACallbackURL = "not-a-callback-url"
        /// An x-callback-url for the scheme of no app profile (401).
        case unknownScheme = "unknown-scheme"
        /// An x-callback-url for an action that there is not (402).
        case unknownAction = "unknown-action"

        // The spool's own verdicts, on a file and not on what is in it.

        /// More than one hard link.
        case severalLinks = "several-links"
        /// The daemon ended several times while it read the request.
        case crashesDaemon = "crashes-daemon"
        /// No answer could bear the file's name.
        case badName = "bad-name"
        /// The name ends in neither `.json` nor `.ndjson` nor `.url`.
        case unknownSuffix = "unknown-suffix"
        /// The daemon has no right to read the file.
        case unreadable
        case notARegularFile = "not-a-regular-file"
        /// Something that is no file stands in the answer's place.
        case resultBlocked = "result-blocked"
    }

    public var code: Code
    /// Dotted path of the key, as in `stop.lat`; empty where the request as a whole is meant.
    public var field: String
    /// Lower case, the value quoted and escaped, how to mend it, no full stop.
    public var message: String

    public init(_ code: Code, field: String, _ message: String) {
        self.code = code
        self.field = field
        self.message = message
    }

    /// `stop.lat: '91.2' is not a latitude (-90…90)`
    package var sentence: String { field.isEmpty ? message : "\(field): \(message)" }
}
