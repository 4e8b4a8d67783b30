// CallbackAction: the actions that our apps' x-callback-urls may name, a row each: the parameters it takes and what it
// tells the caller in the end (links.md, section 6).

public enum CallbackAction: String, Sendable, Hashable, CaseIterable {
    case shareStop = "share-stop"
    case shareTrip = "share-trip"
    case viewStop = "view-stop"

    /// Names of the parameters; what else a URL carries is refused, for a typo must not be swallowed.
    public var parameters: [String] {
        switch self {
        case .shareStop: ["stopID", "regionID", "name", "direction", "lat", "lon"]
        case .shareTrip:
            [
                "stopID", "tripID", "serviceDate", "stopSequence", "timeZone", "regionID", "destinationStopID", "route",
                "headsign", "vehicleID",
            ]
        case .viewStop: ["stopID", "regionID"]
        }
    }

    /// What is appended to the caller's success URL: those of the links that were selected and exist.
    func success(of set: LinkSet) -> [CallbackParameter] {
        let web = set.web.map { CallbackParameter("url", $0) }
        let app = set.appLink.map { CallbackParameter("appURL", $0) }
        switch self {
        case .shareStop, .shareTrip:
            return [web, app, set.android.map { CallbackParameter("androidURL", $0) }].compactMap { $0 }
        case .viewStop: return [app, web].compactMap { $0 }
        }
    }
}

/// Whom a request tells how it ended, and what. A class, for a request is copied often and few have a callback: as a
/// struct its four strings cost each of the many without one 3 % of its instructions (callgrind, `make` of trips).
public final class RequestCallback: Sendable {
    public let targets: CallbackTargets
    /// A JSON request is a `share-stop` or `share-trip`.
    public let action: CallbackAction

    public init(_ targets: CallbackTargets, for action: CallbackAction) {
        self.targets = targets
        self.action = action
    }
}

extension RequestCallback: Equatable {
    public static func == (a: RequestCallback, b: RequestCallback) -> Bool {
        a.targets == b.targets && a.action == b.action
    }
}

extension CallbackTarget {
    /// As an `x-error`, with the first of the errors: 400, 401 or 402 where the URL reached no action, else 422.
    func appending(_ errors: [RequestError]) -> String? {
        errors.first.map { appending(error: $0.code.callbackCode, $0.sentence) }
    }
}

extension RequestError.Code {
    /// The `errorCode` of a callback.
    fileprivate var callbackCode: Int {
        switch self {
        case .notACallbackURL: 400
        case .unknownScheme: 401
        case .unknownAction: 402
        default: 422
        }
    }
}
