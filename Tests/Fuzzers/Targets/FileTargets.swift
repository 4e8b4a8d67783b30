// FileTargets: files that an operator or a developer hands in: a region directory, the configuration, an app profile, an
// association file, an activity, a time zone.

import Configuration
import PropertyLists
import TransitLinks

extension FuzzTarget {
    static let regions = FuzzTarget(name: "regions") { bytes in
        guard let directory = try? RegionDirectory(decoding: bytes) else { return }
        expect(Set(directory.regions.map(\.id)).count == directory.regions.count, "two regions of one ID")
        for region in directory.regions {
            expect(directory[region.id]?.id == region.id, "a region that its ID doesn't find")
            if let coordinate = region.bounds.first?.centre { _ = directory.region(containing: coordinate) }
        }
    }

    static let configuration = FuzzTarget(name: "configuration") { bytes in
        var configuration = Configuration()
        do throws(ConfigurationError) {
            try configuration.apply(bytes, source: "fuzz")
        } catch {
            expect(!error.faults.isEmpty, "refused for no reason")
            for fault in error.faults { expect(fault.line ?? 1 >= 1, "a fault before the first line") }
        }
    }

    static let appProfile = FuzzTarget(name: "app-profile") { bytes in
        guard let app = try? AppProfile(decoding: bytes, source: "fuzz") else { return }
        let settings = LinkSettings(directory: settings.directory, currentRegion: settings.currentRegion, app: app)
        guard let stop = try? StopID("1_75403") else { return }
        _ = settings.links(for: ShareRequest(stop: SharedStop(id: stop)))
    }

    /// The first line is a URL, the rest an apple-app-site-association file.
    static let association = FuzzTarget(name: "association") { bytes in
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let url = String(validating: parts[0], as: UTF8.self),
            let file = try? AppleAppSiteAssociation(decoding: Array(parts[1]))
        else { return }
        for app in file.appIDs.prefix(3) {
            let decision = file.decision(for: url, appID: app)
            expect((decision.rule == nil) == (decision.verdict == .noMatch), "a verdict without its rule")
            expect(file.decision(for: url, appID: app) == decision, "one URL, two verdicts")
        }
    }

    static let activity = FuzzTarget(name: "activity") { bytes in
        guard let activity = try? InboundActivity(file: bytes) else { return }
        for current in [nil, RegionID(rawValue: 1)] {
            for route in activity.routes(in: settings.app, current: current) {
                expect(!route.reason.isEmpty, "a route without a reason")
                expect((route.part == nil) == (route.opening == nil), "opened by no part of it")
            }
        }
    }

    static let propertyList = FuzzTarget(name: "property-list") { bytes in
        guard let list = try? PropertyListValue(decoding: bytes) else { return }
        expect((try? PropertyListValue(decoding: bytes)) == list, "one list, two values")
    }

    static let timeZone = FuzzTarget(name: "time-zone") { bytes in
        let zones = TimeZoneDatabase { _ throws(TimeZoneError) in bytes }
        guard let rules = try? zones.rules(named: "Fuzz") else { return }
        for day: Int64 in stride(from: 7_305, through: 47_481, by: 97) {
            let noon = rules.epochSeconds(ofLocalSeconds: day * 86_400 + 43_200)
            expect(abs(noon - (day * 86_400 + 43_200)) <= 7 * 86_400, "noon is days away")
        }
    }
}
