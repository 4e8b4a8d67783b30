// Receivers: all models together, for one app and the sidecars of one region directory. A pure function from a URL to
// what each does with it.

/// The receivers of an app's links.
public struct Receivers: Sendable {
    public let app: AppProfile
    /// Hosts whose pages the web server answers: sidecars and associated domains.
    public let serverHosts: [String]
    /// Hosts of OneBusAway's web app; none: not known.
    public let wayfinderHosts: [String]

    /// - Parameter directory: whose regions' `sidecarBaseUrl`s name the web server's hosts.
    public init(app: AppProfile, directory: RegionDirectory, wayfinderHosts: [String] = []) {
        self.init(
            app: app, sidecarHosts: directory.regions.compactMap { $0.sidecar?.host }, wayfinderHosts: wayfinderHosts)
    }

    /// - Parameter sidecarHosts: without brackets and ports.
    public init(app: AppProfile, sidecarHosts: [String], wayfinderHosts: [String] = []) {
        self.wayfinderHosts = wayfinderHosts
        self.app = app
        var hosts: [String] = []
        for host in sidecarHosts + app.associatedDomains where !hosts.contains(host) { hosts.append(host) }
        serverHosts = hosts
    }

    /// What `receiver` does with `url`, which is taken as it is.
    public func outcome(of url: String, at receiver: Receiver) -> ReceiverOutcome {
        let bytes = url.utf8.span
        return switch receiver {
        case .iosDocumented: IOSDocumentedReceiver.outcome(of: bytes)
        case .iosCurrent: IOSCurrentReceiver.outcome(of: bytes)
        case .android: AndroidReceiver.outcome(of: bytes, app: app)
        case .sidecarRails: SidecarRailsReceiver.outcome(of: bytes, hosts: serverHosts)
        case .sidecarGo: SidecarGoReceiver.outcome(of: bytes, hosts: serverHosts)
        case .wayfinder: WayfinderReceiver.outcome(of: bytes, hosts: wayfinderHosts)
        }
    }

    /// What each receiver does with `url`, and why. The newer server and wayfinder are left out where the link isn't theirs.
    public func report(on url: String) -> LinkReport {
        LinkReport(
            url: url,
            outcomes: Receiver.allCases.compactMap { receiver in
                let outcome = outcome(of: url, at: receiver)
                return receiver.isAsked(by: outcome) ? (receiver, outcome) : nil
            })
    }
}

extension Receiver {
    /// Whether the outcome is worth a line: of the first four any is.
    fileprivate func isAsked(by outcome: ReceiverOutcome) -> Bool {
        switch self {
        case .iosDocumented, .iosCurrent, .android, .sidecarRails: true
        case .sidecarGo: outcome.rule == .noPages
        case .wayfinder: outcome.opening != nil || outcome.rule == .notUTF8
        }
    }
}

/// What the receivers do with one URL.
public struct LinkReport: Sendable {
    public let url: String
    /// One a receiver that the link could be for, in their order.
    public let outcomes: [(receiver: Receiver, outcome: ReceiverOutcome)]

    public subscript(receiver: Receiver) -> ReceiverOutcome? { outcomes.first { $0.receiver == receiver }?.outcome }

    /// The fullest reading that a receiver has: of the current iOS app, which reads most, and last of the Android app and
    /// wayfinder, which read no region; no alert.
    public var decoded: Opening? {
        let readings = [Receiver.iosCurrent, .iosDocumented, .sidecarRails, .android, .wayfinder].compactMap {
            self[$0]?.opening
        }
        return readings.first { $0.kind != .alert }
    }

    /// What a receiver does, and why, in a sentence.
    public func reason(for receiver: Receiver) -> String {
        switch self[receiver] {
        case .opens(.stop) where receiver == .sidecarRails:
            "routed as a stop's page; " + SidecarRailsReceiver.stopPageRemark
        case .opens(.trip) where receiver == .sidecarRails:
            "routed as a trip's page; " + SidecarRailsReceiver.tripPageRemark
        case .opens(.stop), .opens(.viewStop): "opens the stop"
        case .opens(.trip): "opens the trip"
        case .opens(.addRegion): "adds the region"
        case .opens(.alert(let rule)): "shows the app's error alert: " + rule.sentence
        case .rejects(let rule): rule.sentence
        case nil: ""
        }
    }
}
