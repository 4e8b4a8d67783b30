// AppleAppSiteAssociation: an apple-app-site-association file, and whether it hands a URL to an app: the first rule that
// matches decides. Read by AssociationDecoder; written for a profile by AssociationFiles. It fetches nothing: whose file it
// is, and how it was served, is the caller's knowledge.

/// What a file says of a URL and an app.
public enum AssociationVerdict: String, Sendable {
    /// The app opens it.
    case match
    /// A rule keeps it in the browser.
    case exclude
    /// No rule is about it: the browser.
    case noMatch = "no-match"
}

/// A verdict, and the rule that it comes from.
public struct AssociationDecision: Sendable, Hashable {
    public var verdict: AssociationVerdict
    /// `details[0].components[2]`; nil for `noMatch`.
    public var rule: String?
}

public struct AppleAppSiteAssociation: Sendable {
    /// 128 KiB, uncompressed: Apple's limit.
    public static let maximumBytes = 128 * 1024
    /// Twice as many pattern steps as such a file has bytes: a real one has fewer than bytes. More come from variables
    /// of variables' length, made to be slow.
    static let maximumSteps = 2 * maximumBytes
    /// Containers inside one another: a real file has seven.
    static let maximumDepth = 32

    /// Apps and their rules, in the file's order.
    struct Detail: Sendable {
        var appIDs: [String]
        var rules: [AssociationRule]
    }

    let details: [Detail]
    /// The apps of `activitycontinuation`, to which web pages hand off.
    public let continuationApps: [String]
    /// Everything odd in the file, in its order.
    public let findings: [AssociationFinding]

    init(details: [Detail], continuationApps: [String], findings: [AssociationFinding]) {
        self.details = details
        self.continuationApps = continuationApps
        self.findings = findings
    }

    /// The apps that have rules, in the file's order, each once.
    public var appIDs: [String] {
        var seen: Set<String> = []
        return details.flatMap(\.appIDs).filter { seen.insert($0).inserted }
    }

    /// The rules of an app, in the order in which they are looked at.
    func rules(for appID: String) -> [AssociationRule] {
        details.filter { $0.appIDs.contains(appID) }.flatMap(\.rules)
    }

    /// What becomes of `url`.
    /// - Parameters:
    ///   - appID: `TEAM.bundle.identifier`, letter by letter.
    ///   - domain: the host that serves this file: URLs of others don't match. `*.example.com` stands for all below it. Nil:
    ///     whatever the URL's host is.
    public func decision(for url: String, appID: String, domain: String? = nil) -> AssociationDecision {
        guard let url = WebURL(url), domain.map({ Self.host(url.host, isIn: $0) }) ?? true else {
            return AssociationDecision(verdict: .noMatch)
        }
        var texts = URLTexts(url)
        guard let rule = rules(for: appID).first(where: { $0.matches(&texts) }) else {
            return AssociationDecision(verdict: .noMatch)
        }
        return AssociationDecision(verdict: rule.isExclusion ? .exclude : .match, rule: rule.place)
    }

    /// Whether `text` is an absolute http or https URL of at most 8 KiB, which alone can match.
    public static func isWebURL(_ text: String) -> Bool { WebURL(text) != nil }

    /// Whether an associated domain covers `host`; both in any letters.
    static func host(_ host: String, isIn domain: String) -> Bool {
        let (host, domain) = (host.lowercased(), domain.lowercased())
        return domain.hasPrefix("*.") ? host.hasSuffix(domain.dropFirst()) : host == domain
    }
}
