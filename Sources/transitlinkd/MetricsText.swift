// MetricsText: the metrics in Prometheus' text format (version 0.0.4), which node_exporter's textfile collector reads. Names
// end in their unit; counters in `_total`. docs/operating.md has a row for each, and Tests/Manuals holds the two together.

internal import Configuration
internal import LinkSpool
internal import TransitLinks

struct MetricsText {
    private(set) var text = ""

    /// - Parameters:
    ///   - failed: requests in failed/, nil where nobody can say.
    ///   - start: when the daemon started, in seconds since 1970.
    init(_ metrics: Metrics, failed: Int?, start: Int64) {
        text.reserveCapacity(8192)
        process(start)
        requests(metrics)
        spool(metrics, failed: failed)
        reloads(metrics)
        groups(metrics.groups)
    }

    private mutating func process(_ start: Int64) {
        family("build_info", "gauge", "The program's version; always 1.")
        sample("build_info", 1, ("version", transitlinkVersion))
        single("start_time_seconds", "gauge", "When the daemon started, in seconds since 1970.", start)
    }

    private mutating func requests(_ metrics: Metrics) {
        family("requests_total", "counter", "Single requests (.json, .url) that are done.")
        sample("requests_total", metrics.answered, ("outcome", "answered"))
        sample("requests_total", metrics.refused, ("outcome", "refused"))
        // Every code from the start: a counter that appears with its first event has no rate for it.
        family("refusals_total", "counter", "Refused single requests by their first error code.")
        for code in RequestError.Code.allCases.map(\.rawValue).sorted() {
            sample("refusals_total", metrics.refusals[code] ?? 0, ("code", code))
        }
        single("files_total", "counter", "Files of many requests (.ndjson) that are done.", metrics.streams)
        family("lines_total", "counter", "Requests in such files.")
        sample("lines_total", metrics.linesAnswered, ("outcome", "answered"))
        sample("lines_total", metrics.linesRefused, ("outcome", "refused"))
        single(
            "last_done_timestamp_seconds", "gauge",
            "When a request or file was last done, in seconds since 1970; 0 before the first.", metrics.lastAnswer)
    }

    private mutating func spool(_ metrics: Metrics, failed: Int?) {
        single("waiting_requests", "gauge", "Requests and files that wait in incoming/.", metrics.waiting)
        single("in_hand_requests", "gauge", "Requests and files that are being done.", metrics.inHand)
        if let failed {
            single("failed_requests", "gauge", "Refused requests kept in failed/, counted up to 65536.", failed)
        }
        single("fault", "gauge", "1 while something keeps the spool from being worked, else 0.", metrics.isFaulty ? 1 : 0)
        single("faults_total", "counter", "How often such a fault began or changed.", metrics.faults)
        single(
            "event_overflows_total", "counter", "How often inotify lost events and incoming/ was listed instead.",
            metrics.overflows)
        single("incoming_directories_total", "counter", "Directories found in incoming/.", metrics.directories)
    }

    private mutating func reloads(_ metrics: Metrics) {
        family("reloads_total", "counter", "Reloads of configuration and region directory.")
        sample("reloads_total", metrics.reloadsTaken, ("result", "taken"))
        sample("reloads_total", metrics.reloadsRefused, ("result", "refused"))
        single(
            "reload_refused", "gauge", "1 while the last reload was refused and the old configuration is in force, else 0.",
            metrics.lastReloadWasRefused ? 1 : 0)
    }

    private mutating func groups(_ groups: Histogram) {
        let name = "group_duration_seconds"
        family(name, "histogram", "Time from taking a group of single requests to its durable end.")
        for (index, bound) in Histogram.bounds.enumerated() {
            sample("\(name)_bucket", groups.count(upTo: index), ("le", bound.text))
        }
        sample("\(name)_bucket", groups.total, ("le", "+Inf"))
        text += "transitlinkd_\(name)_sum \(Double(groups.nanoseconds) / 1e9)\n"
        sample("\(name)_count", groups.total)
    }

    // MARK: - The format

    private mutating func single(_ name: String, _ type: String, _ help: String, _ value: some BinaryInteger) {
        family(name, type, help)
        sample(name, value)
    }

    private mutating func family(_ name: String, _ type: String, _ help: String) {
        text += "# HELP transitlinkd_\(name) \(help)\n# TYPE transitlinkd_\(name) \(type)\n"
    }

    /// Label values are ours: they hold nothing that the format escapes.
    private mutating func sample(_ name: String, _ value: some BinaryInteger, _ label: (name: String, value: String)? = nil) {
        let labels = label.map { "{\($0.name)=\"\($0.value)\"}" } ?? ""
        text += "transitlinkd_\(name)\(labels) \(value)\n"
    }
}
