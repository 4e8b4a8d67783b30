// Receivers: all four models together, for one app and the sidecars of one region directory. A pure function from a URL to
// what each does with it.

/// The receivers of an app's links.
public struct Receivers: Sendable {
    public let app: AppProfile
    /// Hosts whose pages the web server answers: sidecars and associated domains.
    public let serverHosts: [String]

    /// - Parameter directory: whose regions' `sidecarBaseUrl`s name the web server's hosts.
    public init(app: AppProfile, directory: RegionDirectory) {
        self.init(app: app, sidecarHosts: directory.regions.compactMap { $0.sidecar?.host })
    }

    /// - Parameter sidecarHosts: without brackets and ports.
    public init(app: AppProfile, sidecarHosts: [String]) {
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
        }
    }

    /// What each receiver does with `url`, and why.
    public func report(on url: String) -> LinkReport {
        LinkReport(url: url, outcomes: Receiver.allCases.map { ($0, outcome(of: url, at: $0)) })
    }
}

/// What the receivers do with one URL.
public struct LinkReport: Sendable {
    public let url: String
    /// One a receiver, in their order.
    public let outcomes: [(receiver: Receiver, outcome: ReceiverOutcome)]

    public subscript(receiver: Receiver) -> ReceiverOutcome? { outcomes.first { $0.receiver == receiver }?.outcome }

    /// The fullest reading that a receiver has: of the current iOS app, which reads most, and last of the Android app, which
    /// reads no region; no alert.
    public var decoded: Opening? {
        let readings = [Receiver.iosCurrent, .iosDocumented, .sidecarRails, .android].compactMap { self[$0]?.opening }
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
