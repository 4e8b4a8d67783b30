// ConfigurationDecoder: the keys of transitlinkd.json, each to its setting. Files are read one after the other into the
// same `Configuration`, so that a drop-in changes what it names and nothing else; null brings the default back.

internal import Escaping
internal import StrictJSON
internal import TransitLinks

extension Configuration {
    /// Applies one file.
    /// - Parameter source: the path that messages name.
    /// - Throws: `ConfigurationError` with every fault of the file; the configuration is then half changed and of no use.
    package mutating func apply(_ bytes: [UInt8], source: String) throws(ConfigurationError) {
        var file = SettingsFile(source: source, bytes: bytes)
        if let root = file.root() { applyRoot(root, &file) }
        let faults = file.faults
        if !faults.isEmpty { throw ConfigurationError(faults) }
    }

    private static let rootKeys = [
        "spool", "regions", "regionsURL", "region", "app", "apps", "links", "walking", "ownLinks", "wayfinders", "agencyFares",
        "limits", "waiting", "zoneinfo", "log",
        "metrics",
    ]

    private mutating func applyRoot(_ root: JSONValue, _ file: inout SettingsFile) {
        var this = self
        file.forEachKey(of: root, path: "", known: Self.rootKeys) { file, key, path, value in
            if file.isNull(value) { this.reset(key) } else { this.apply(key, path, value, &file) }
        }
        self = this
    }

    private mutating func apply(_ key: String, _ path: String, _ value: JSONValue, _ file: inout SettingsFile) {
        switch key {
        case "spool": spool = file.text(value, path, isAbsolute, notAbsolute) ?? spool
        case "regions": regions = file.text(value, path) ?? regions
        case "regionsURL": regionsURL = file.regionsURL(value, path) ?? regionsURL
        case "region": region = file.region(value, path) ?? region
        case "app": app = file.text(value, path) ?? app
        case "apps": apps = file.text(value, path) ?? apps
        case "links": links = file.links(value, path) ?? links
        case "walking": walking = file.walking(value, path) ?? walking
        case "ownLinks": file.apply(ownLinks: value, path, &operatorLinks.own)
        case "wayfinders": file.apply(wayfinders: value, path, &operatorLinks.wayfinders)
        case "agencyFares": file.apply(agencyFares: value, path, &operatorLinks.agencyFares)
        case "limits": file.apply(value, path, &limits)
        case "waiting": file.apply(value, path, &waiting)
        case "zoneinfo": zoneinfo = file.text(value, path, isAbsolute, notAbsolute) ?? zoneinfo
        case "metrics": metrics = file.metrics(value, path) ?? metrics
        default: log = file.name(value, path, known: LogDestination.allCases.map { ($0.rawValue, $0) }) ?? log
        }
    }

    private mutating func reset(_ key: String) {
        let standard = Configuration()
        switch key {
        case "spool": spool = standard.spool
        case "regions": regions = standard.regions
        case "regionsURL": regionsURL = standard.regionsURL
        case "region": setRegion = nil
        case "app": app = standard.app
        case "apps": apps = standard.apps
        case "links": links = standard.links
        case "walking": walking = standard.walking
        case "ownLinks": operatorLinks.own = []
        case "wayfinders": operatorLinks.wayfinders = [:]
        case "agencyFares": operatorLinks.agencyFares = [:]
        case "limits": limits = standard.limits
        case "waiting": waiting = standard.waiting
        case "zoneinfo": zoneinfo = standard.zoneinfo
        case "metrics": metrics = standard.metrics
        default: log = standard.log
        }
    }
}

private func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }
private let notAbsolute = "no absolute path; begin it with /"

extension SettingsFile {
    fileprivate mutating func regionsURL(_ value: JSONValue, _ key: String) -> String? {
        guard let url = text(value, key) else { return nil }
        guard let problem = Configuration.problem(ofRegionsURL: url) else { return url }
        refuse(value, key, "\(SidecarBase.shown(url) ?? "it") \(problem)")
        return nil
    }

    fileprivate mutating func region(_ value: JSONValue, _ key: String) -> RegionChoice? {
        if let number = integer(value) { return .id(RegionID(rawValue: number)) }
        if isText(value, "auto") { return .auto }
        refuse(value, key, "\(shown(value)) is neither a region's number, without quotes, nor \"auto\"")
        return nil
    }

    fileprivate mutating func metrics(_ value: JSONValue, _ key: String) -> MetricsDestination? {
        if isText(value, "off") { return .off }
        return text(value, key, isAbsolute, "neither an absolute path nor off").map { .file($0) }
    }

    fileprivate mutating func links(_ value: JSONValue, _ key: String) -> LinkSelection? {
        let known = LinkSelection.names.map { (name: $0.name, value: $0.part) }
        return list(value, key) { $0.name($1, $2, known: known) }.map { LinkSelection($0) }
    }

    fileprivate mutating func walking(_ value: JSONValue, _ key: String) -> [WalkingVendor]? {
        let known = WalkingVendor.all.map { (name: $0.name, value: $0) }
        return list(value, key) { $0.name($1, $2, known: known) }
    }

    fileprivate mutating func apply(_ value: JSONValue, _ path: String, _ limits: inout RequestLimits) {
        guard isObject(value) else { return refuse(value, path, "\(shown(value)) is no object; write { … }") }
        var changed = limits
        let keys = ["requestBytes", "lineBytes", "fileBytes", "depth", "idBytes"]
        forEachKey(of: value, path: path, known: keys) { file, key, path, value in
            let standard = file.isNull(value) ? RequestLimits() : nil
            switch key {
            case "requestBytes":
                changed.requestBytes =
                    standard?.requestBytes ?? file.size(value, path, 256...16 << 20) ?? changed.requestBytes
            case "lineBytes":
                changed.lineBytes = standard?.lineBytes ?? file.size(value, path, 256...16 << 20) ?? changed.lineBytes
            case "fileBytes":
                changed.fileBytes =
                    standard?.fileBytes ?? file.integer(value, path, in: 256...1 << 40) ?? changed.fileBytes
            case "depth": changed.depth = standard?.depth ?? file.size(value, path, 4...64) ?? changed.depth
            default: changed.idBytes = standard?.idBytes ?? file.size(value, path, 1...4096) ?? changed.idBytes
            }
        }
        limits = changed
    }

    fileprivate mutating func apply(_ value: JSONValue, _ path: String, _ waiting: inout Waiting) {
        guard isObject(value) else { return refuse(value, path, "\(shown(value)) is no object; write { … }") }
        var changed = waiting
        let keys = ["unfinishedSeconds", "settleSeconds", "listingSeconds", "flushSeconds", "ignoredSuffixes"]
        forEachKey(of: value, path: path, known: keys) { file, key, path, value in
            let standard = file.isNull(value) ? Waiting() : nil
            switch key {
            case "unfinishedSeconds":
                changed.unfinishedSeconds =
                    standard?.unfinishedSeconds ?? file.integer(value, path, in: 1...86400) ?? changed.unfinishedSeconds
            case "settleSeconds":
                changed.settleSeconds =
                    standard?.settleSeconds ?? file.integer(value, path, in: 1...3600) ?? changed.settleSeconds
            case "listingSeconds":
                changed.listingSeconds =
                    standard?.listingSeconds ?? file.integer(value, path, in: 1...86400) ?? changed.listingSeconds
            case "flushSeconds":
                changed.flushSeconds =
                    standard?.flushSeconds ?? file.integer(value, path, in: 1...86400) ?? changed.flushSeconds
            default:
                if let standard {
                    changed.ignoredSuffixes = standard.ignoredSuffixes
                } else if let suffixes = file.ignoredSuffixes(value, path) {
                    changed.ignoredSuffixes = suffixes
                }
            }
        }
        waiting = changed
    }

    fileprivate mutating func ignoredSuffixes(_ value: JSONValue, _ path: String) -> [String]? {
        let not = "no ending to ignore (2 to 50 bytes from '.' or '~' on, and none of a request)"
        return list(value, path) { $0.text($1, $2, isIgnoredSuffix, not) }
    }

    private mutating func size(_ value: JSONValue, _ key: String, _ range: ClosedRange<Int64>) -> Int? {
        integer(value, key, in: range).map { Int($0) }
    }
}

/// Whether it can be the ending of a file to be left alone: a request's own ending would make every request wait for ever.
private func isIgnoredSuffix(_ text: String) -> Bool {
    let hasStart = text.hasPrefix(".") || text.hasPrefix("~")
    let hasLength = (2...50).contains(text.utf8.count)
    let isOfRequests = [".json", ".ndjson", ".url"].contains { text.hasSuffix($0) }
    return hasStart && hasLength && !isOfRequests && !text.contains("/")
}
