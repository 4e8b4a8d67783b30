// Configuration: every setting of both programs, decoded and checked. `Config/transitlinkd.json` describes each key; a test
// holds it against the defaults here. It knows no files and no command line; those fill it.

package import TransitLinks

package struct Configuration: Sendable, Equatable {
    /// Folder of incoming/, results/, failed/, tmp/ and work/.
    package var spool = "/var/spool/transitlinkd"
    /// Region directory file; nil: `liveRegions` where it exists, else the built-in one.
    package var regions: String?
    /// Where `transitlink regions update` fetches the directory: OneBusAway's, as its apps do.
    package var regionsURL = "https://regions.onebusaway.org/regions-v3.json"
    /// Current region as a file or the command line sets it; nil where neither does.
    package var setRegion: RegionChoice?
    /// Name of the app profile.
    package var app = "onebusaway"
    /// Folder of further profiles; it may be missing.
    package var apps = "/etc/transitlinkd/apps"
    package var links = LinkSelection.standard
    package var walking = WalkingVendor.standard
    /// `ownLinks`, `wayfinders` and `agencyFares`.
    package var operatorLinks = OperatorLinks()
    package var limits = RequestLimits()
    package var waiting = Waiting()
    /// Folder of TZif files.
    package var zoneinfo = "/usr/share/zoneinfo"
    package var log = LogDestination.auto
    package var metrics = MetricsDestination.runtimeDirectory

    package init() {}

    /// Current region: without a setting OneBusAway's first, Puget Sound.
    package var region: RegionChoice {
        get { setRegion ?? .id(RegionID(rawValue: 1)) }
        set { setRegion = newValue }
    }

    /// Whether somebody chose the current region: links of a whole feed are made for no other one unasked.
    package var isRegionSet: Bool { setRegion != nil }

    /// Where `transitlink regions update` writes the live directory.
    package static let liveRegions = "/var/lib/transitlinkd/regions.json"
    /// The file that is read without `--config`.
    package static let file = "/etc/transitlinkd/transitlinkd.json"
}

/// How long the spool waits for a producer and for its disk, in seconds.
package struct Waiting: Sendable, Equatable {
    package var unfinishedSeconds: Int64 = 60
    package var settleSeconds: Int64 = 2
    package var listingSeconds: Int64 = 300
    /// How long one flush may take before the daemon counts as hanging.
    package var flushSeconds: Int64 = 600
    /// Endings of files that are being uploaded: WinSCP, browsers, rclone, editors, and what upload scripts commonly write.
    package var ignoredSuffixes = [
        ".filepart", ".crdownload", ".opdownload", ".download", ".partial", ".incomplete", ".inprogress", ".upload",
        ".uploading", ".writing", ".temp", ".swp", ".swx", ".!ut",
    ]
}

/// Where the daemon writes its metrics.
package enum MetricsDestination: Sendable, Equatable {
    /// `transitlinkd.prom` in the directory that systemd names in RUNTIME_DIRECTORY; without one, nowhere.
    case runtimeDirectory
    case off
    /// An absolute path.
    case file(String)
}

package enum LogDestination: String, Sendable, CaseIterable {
    case auto, journal, stderr, json
}

/// Everything that is wrong with the configuration: at least one fault, in the order of the files.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    package struct Fault: Sendable, Equatable, CustomStringConvertible {
        /// Path of the file, or the option on the command line.
        package var source: String
        /// 1-based, nil for a whole file or an option.
        package var line: Int?
        /// Dotted path of the key, empty for a whole file.
        package var key: String
        package var message: String

        package init(source: String, line: Int? = nil, key: String = "", message: String) {
            self.source = source
            self.line = line
            self.key = key
            self.message = message
        }

        /// `transitlinkd.json:12: limits.dpeth: unknown key; did you mean 'depth'?`
        package var description: String {
            let place = line.map { "\(source):\($0)" } ?? source
            return key.isEmpty ? "\(place): \(message)" : "\(place): \(key): \(message)"
        }
    }

    package var faults: [Fault]
    /// Whether the mistake stands on the command line and in no file.
    package var isUsage = false

    package init(_ faults: [Fault]) { self.faults = faults }
    package init(source: String, _ message: String) { faults = [Fault(source: source, message: message)] }

    /// A mistake in the value of a command-line option.
    package init(option: String, _ message: String) {
        self.init(source: option, message)
        isUsage = true
    }

    package var description: String { faults.map(\.description).joined(separator: "\n") }
}
