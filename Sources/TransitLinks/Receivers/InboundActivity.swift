// InboundActivity: an `NSUserActivity` that reaches the iOS app, as far as the app looks at it, and where each version of the
// app routes it (`AppLinksRouter.swift`). Read from our Handoff JSON or from a property list; other keys are nobody's concern.

/// An activity as it is handed to the app.
public struct InboundActivity: Sendable, Hashable {
    /// A region as plists and Shortcuts hand it on.
    public enum RegionValue: Sendable, Hashable {
        case integer(Int64)
        case number(Double)
        case text(String)
    }

    public var activityType: String
    public var stopID: String?
    public var regionID: RegionValue?
    public var webpageURL: String?

    public init(activityType: String, stopID: String? = nil, regionID: RegionValue? = nil, webpageURL: String? = nil) {
        self.activityType = activityType
        self.stopID = stopID
        self.regionID = regionID
        self.webpageURL = webpageURL
    }

    /// The type of an activity that a web page in a browser hands on.
    public static let browsingWeb = "NSUserActivityTypeBrowsingWeb"
}

/// Where one version of the app routes an activity.
public struct ActivityRoute: Sendable, Hashable {
    public enum Part: String, Sendable { case userInfo, webpageURL }

    public var receiver: Receiver
    /// nil: nothing opens.
    public var opening: Opening?
    /// What was read, nil when nothing opens.
    public var part: Part?
    /// What happens and why, lower case, without a full stop.
    public var reason: String
}

extension InboundActivity {
    /// What each version of the iOS app does with it; other receivers know no activities.
    /// - Parameter current: the app's current region; an activity for another is dropped silently. nil: not known.
    public func routes(in app: AppProfile, current: RegionID?) -> [ActivityRoute] {
        [Receiver.iosDocumented, .iosCurrent].map { receiver in
            route(in: app, receiver).dropped(unlessIn: current)
        }
    }

    private func route(in app: AppProfile, _ receiver: Receiver) -> ActivityRoute {
        switch activityType {
        case Self.browsingWeb, app.bundleIdentifier + ".user_activity.trip": return routeByPage(receiver)
        case app.bundleIdentifier + ".user_activity.stop":
            if let route = routeByUserInfo(receiver) { return route }
            if receiver == .iosDocumented {
                return ActivityRoute(
                    receiver: receiver,
                    reason: "a stop's activity needs stopID as a text and regionID as a whole number in userInfo")
            }
            return routeByPage(receiver, stopsAlone: true)
        default:
            return ActivityRoute(
                receiver: receiver,
                reason: "its type is none of this app's: \(app.bundleIdentifier).user_activity.stop or .trip")
        }
    }

    private func routeByUserInfo(_ receiver: Receiver) -> ActivityRoute? {
        guard let stopID, let region = region(for: receiver) else { return nil }
        return ActivityRoute(
            receiver: receiver, opening: .stop(OpenedStop(stopID: stopID, regionID: region)), part: .userInfo,
            reason: "opens the stop of its userInfo")
    }

    /// A number that is not whole is cut off by the current version; the documented one takes whole numbers alone.
    private func region(for receiver: Receiver) -> Int64? {
        switch regionID {
        case .integer(let number): number
        case .number(let number): Int64(exactly: receiver == .iosCurrent ? number.rounded(.towardZero) : number)
        case .text(let text): receiver == .iosCurrent ? Int64(text) : nil
        case nil: nil
        }
    }

    /// - Parameter stopsAlone: whether a trip's page does not count.
    private func routeByPage(_ receiver: Receiver, stopsAlone: Bool = false) -> ActivityRoute {
        guard let webpageURL else {
            return ActivityRoute(receiver: receiver, reason: "it has no webpageURL, and nothing else would do")
        }
        let bytes = webpageURL.utf8.span
        guard ReceivedURL(bytes).isWebPage else {
            return ActivityRoute(receiver: receiver, reason: "webpageURL must be http or https; the class throws on any other")
        }
        let outcome = receiver == .iosCurrent ? IOSCurrentReceiver.outcome(of: bytes) : IOSDocumentedReceiver.outcome(of: bytes)
        if case .rejects(let rule) = outcome {
            return ActivityRoute(receiver: receiver, reason: "webpageURL: " + rule.sentence)
        }
        if stopsAlone, outcome.opening?.kind != .stop {
            return ActivityRoute(receiver: receiver, reason: "webpageURL is no stop's page")
        }
        return ActivityRoute(
            receiver: receiver, opening: outcome.opening, part: .webpageURL, reason: "opens the page of its webpageURL")
    }
}

extension ActivityRoute {
    fileprivate init(receiver: Receiver, reason: String) {
        self.init(receiver: receiver, opening: nil, part: nil, reason: reason)
    }

    fileprivate func dropped(unlessIn current: RegionID?) -> ActivityRoute {
        guard let current, let region = opening?.regionID, region != current.rawValue else { return self }
        return ActivityRoute(
            receiver: receiver,
            reason: "it is for region \(region), and the app, in region \(current.rawValue), drops it silently")
    }
}

extension Opening {
    /// The region of a stop or trip, nil where the receiver does not read it.
    public var regionID: Int64? {
        switch self {
        case .stop(let stop), .viewStop(let stop): stop.regionID
        case .trip(let trip): trip.regionID
        case .addRegion, .alert: nil
        }
    }
}
