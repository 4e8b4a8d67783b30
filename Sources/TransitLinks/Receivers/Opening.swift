// Opening: what a receiver makes of a URL, or the rule by which it makes nothing of it. One table of rules: its names are
// what `transitlink check` and results say, its sentences are for whoever writes the link.

/// Who receives links, in the order of results. A further one is a case here, a file beside this one, and a row in `Receivers`.
public enum Receiver: String, Sendable, Hashable, CaseIterable {
    /// The iOS app as its public document describes it.
    case iosDocumented = "ios-documented"
    /// The iOS app as its sources of August 2026 are.
    case iosCurrent = "ios-current"
    /// The Android app.
    case android
    /// The web server, as far as its sources are public.
    case sidecarRails = "sidecar-rails"
    /// The web server's successor, written in Go.
    case sidecarGo = "sidecar-go"
    /// OneBusAway's web app.
    case wayfinder
}

/// A stop as a receiver read it. Nothing is checked: an ID may be empty.
public struct OpenedStop: Sendable, Hashable {
    public var stopID: String
    /// nil where the receiver does not read it.
    public var regionID: Int64?

    public init(stopID: String, regionID: Int64?) {
        self.stopID = stopID
        self.regionID = regionID
    }
}

/// A trip as a receiver read it; what it does not read is nil. Nothing is checked.
public struct OpenedTrip: Sendable, Hashable {
    public var stopID: String
    public var regionID: Int64?
    public var tripID: String?
    /// Epoch seconds. May be infinite or not a number, which then crashes the app.
    public var serviceDate: Double?
    public var stopSequence: Int64?
    public var title: String?
    public var vehicleID: String?
    public var destinationStopID: String?

    public init(stopID: String, regionID: Int64?, tripID: String?) {
        self.stopID = stopID
        self.regionID = regionID
        self.tripID = tripID
    }
}

/// What a receiver opens.
public enum Opening: Sendable, Hashable {
    /// A stop, from its web page.
    case stop(OpenedStop)
    case trip(OpenedTrip)
    /// A stop, from the custom scheme.
    case viewStop(OpenedStop)
    case addRegion(AddedRegion)
    /// The app's error alert.
    case alert(ReceiverRule)

    /// `stop`, `trip`, `view-stop`, `add-region` or `alert`.
    public var kind: Kind {
        switch self {
        case .stop: .stop
        case .trip: .trip
        case .viewStop: .viewStop
        case .addRegion: .addRegion
        case .alert: .alert
        }
    }

    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case stop, trip
        case viewStop = "view-stop"
        case addRegion = "add-region"
        case alert
    }
}

/// What one receiver does with one URL.
public enum ReceiverOutcome: Sendable, Hashable {
    case opens(Opening)
    /// Nothing, a browser, or a page that is not found.
    case rejects(ReceiverRule)

    public var opening: Opening? { if case .opens(let opening) = self { opening } else { nil } }

    /// The rule that rejects the URL or raises the alert.
    public var rule: ReceiverRule? {
        switch self {
        case .rejects(let rule), .opens(.alert(let rule)): rule
        case .opens: nil
        }
    }
}

/// Why a receiver does not open a URL. The raw value is the rule's name.
public enum ReceiverRule: String, Error, Sendable, Hashable, CaseIterable {
    case notAURL = "not-a-url"
    case noSlashes = "no-slashes"
    case unknownHost = "unknown-host"
    case otherScheme = "other-scheme"
    case noTripPath = "no-trip-path"
    case noStopPath = "no-stop-path"
    case stopPage = "stop-page"
    case regionNotInteger = "region-not-integer"
    case idBreaksPath = "id-breaks-path"
    case missingStopID = "missing-stop-id"
    case blankStopID = "blank-stop-id"
    case missingRegionID = "missing-region-id"
    case missingTripID = "missing-trip-id"
    case blankTripID = "blank-trip-id"
    case missingServiceDate = "missing-service-date"
    case serviceDateNotNumber = "service-date-not-number"
    case missingStopSequence = "missing-stop-sequence"
    case stopSequenceNotInteger = "stop-sequence-not-integer"
    case missingName = "missing-name"
    case missingServer = "missing-server"
    case badServer = "bad-server"
    case notHTTPS = "not-https"
    case notAssociated = "not-associated"
    case notFiveSegments = "not-five-segments"
    case noAndroidApp = "no-android-app"
    case otherPackage = "other-package"
    case otherIntent = "other-intent"
    case notHTTP = "not-http"
    case otherServer = "other-server"
    case noRoute = "no-route"
    case dotInID = "dot-in-id"
    case formatNotServed = "format-not-served"
    case badQuery = "bad-query"
    case regionNotNumber = "region-not-number"
    case notUTF8 = "not-utf8"
    case noPages = "no-pages"
    case noWayfinder = "no-wayfinder"
    case noWayfinderPage = "no-wayfinder-page"

    /// What the rule wants, lower case, without a full stop.
    public var sentence: String {
        switch self {
        case .notAURL: "it is no absolute URL: a scheme, a colon, and a host that can be one"
        case .noSlashes: "without // behind the scheme it has no host, and the host says what to open"
        case .unknownHost: "behind :// it wants view-stop or add-region, in small letters"
        case .otherScheme: "the scheme is none that this app answers to"
        case .noTripPath: "the path holds no /regions/…/stops/…/trips"
        case .noStopPath: "the path does not end with /regions/NUMBER/stops/ID, the ID without a slash (%2F is one, too)"
        case .stopPage: "a stop's page is left to the browser; only trip pages and the custom scheme open the app"
        case .regionNotInteger: "the region must be a whole number and nothing else"
        case .idBreaksPath: "the stop ID begins or ends with a character that joins the slash beside it"
        case .missingStopID: "stopID is missing, written otherwise (stop_id), or has no ="
        case .blankStopID: "the stop ID is blank"
        case .missingRegionID: "regionID is missing, written otherwise (region_id, &reg;ionID), or has no ="
        case .missingTripID: "trip_id is missing, written otherwise (tripID), or has no ="
        case .blankTripID: "trip_id is missing or blank"
        case .missingServiceDate: "service_date is missing or has no ="
        case .serviceDateNotNumber: "service_date must be a number of seconds, with a point for its fraction"
        case .missingStopSequence: "stop_sequence is missing or has no ="
        case .stopSequenceNotInteger: "stop_sequence must be a whole number, without a fraction"
        case .missingName: "name is missing or blank"
        case .missingServer: "oba-url is missing or blank"
        case .badServer: "oba-url must be a URL with a scheme, or a path that begins with /"
        case .notHTTPS: "web pages open the app over https alone"
        case .notAssociated: "the host is none of the app's associated domains"
        case .notFiveSegments: "the path must be exactly /regions/…/stops/…/trips, in small letters, a slash in an ID as %2F"
        case .noAndroidApp: "the app profile names no Android package"
        case .otherPackage: "the intent asks for another package, so the app never sees it"
        case .otherIntent:
            "the app answers to an intent of the action VIEW alone, without a type and without further categories"
        case .notHTTP: "a web server is asked over http or https alone"
        case .otherServer: "the host is no sidecar of the region directory and no associated domain"
        case .noRoute:
            "the server has pages at /regions/…/stops/… and …/trips below it, in small letters, a slash in an ID as %2F"
        case .dotInID:
            "a dot in the region or the stop ID ends the ID on the server, which takes the rest for a format: not found, or 406"
        case .formatNotServed: "the server takes what follows the dot for a format that the page doesn't have, and answers 406"
        case .badQuery:
            "the server answers 400: in its query a % is no escape, bytes are no UTF-8, or a parameter is of two kinds (a=, a[]=)"
        case .regionNotNumber: "the region must begin with a whole number"
        case .notUTF8: "its escapes are no UTF-8"
        case .noPages: "the newer server, written in Go, has no page of a stop or a trip"
        case .noWayfinder: "the host is no wayfinder of the configuration"
        case .noWayfinderPage: "wayfinder has pages at /stops/ID, /stops/ID/schedule and /map/stops/ID, a slash in an ID as %2F"
        }
    }
}
