// LinkTable: every outbound link, a row each: its name in a result, its template, which receivers' models are asked whether
// they open it, and the document in which its form is described. Nothing else in the program spells a link or decides which
// links exist: results, tables of a feed, pages, signs, codes and callbacks all write compiled rows (`CompiledLinks`). One
// more link is one more row.

/// One link.
public struct LinkRow: Sendable {
    /// As a result has it: `web`, `walking.google`. What stands before the dot is its group.
    public let name: String
    /// What a request selects it by.
    public let part: LinkSelection
    /// The forms for a stop. The first of which everything exists is the link.
    public let stop: [LinkTemplate]
    /// The same for a trip as it is boarded at a stop.
    public let trip: [LinkTemplate]
    /// Whose models are asked which of them open the link; without any it has no place in `openedBy`.
    let receivers: ReceiverSet
    /// The same for a trip's link.
    let tripReceivers: ReceiverSet
    /// What it is, in a line.
    public let summary: String
    /// Where the form is described.
    public let source: String

    /// - Parameters:
    ///   - trip: the forms for a trip, where they are others.
    ///   - receivers: whose models are asked, and whose for a trip's link where those are others.
    init(
        _ name: String, _ part: LinkSelection, _ stop: [String], trip: [String]? = nil, receivers: ReceiverSet = [],
        tripReceivers: ReceiverSet? = nil, summary: String, source: String
    ) {
        self.name = name
        self.part = part
        self.stop = stop.map(LinkTemplate.init(table:))
        self.trip = (trip ?? stop).map(LinkTemplate.init(table:))
        self.receivers = receivers
        self.tripReceivers = tripReceivers ?? receivers
        self.summary = summary
        self.source = source
    }

    /// The row of an operator's own link.
    init(_ own: OwnLink) {
        name = "own.\(own.name)"
        part = .own
        stop = [own.template]
        trip = stop
        receivers = []
        tripReceivers = []
        summary = own.label
        source = "ownLinks of the configuration"
    }

    /// The part of the name behind the dot, or all of it.
    public var key: Substring { name[(name.firstIndex(of: ".").map { name.index(after: $0) } ?? name.startIndex)...] }
    /// The part before the dot, nil for a link that stands alone.
    public var group: Substring? { name.firstIndex(of: ".").map { name[..<$0] } }
}

/// A link that an operator has added to the table.
public struct OwnLink: Sendable, Equatable {
    /// `[a-z0-9-]{1,64}`.
    public let name: String
    public let template: LinkTemplate
    /// What a button on a page says.
    public let label: String

    public init(name: String, template: LinkTemplate, label: String) {
        self.name = name
        self.template = template
        self.label = label
    }
}

/// What the configuration of an operator adds to the table.
public struct OperatorLinks: Sendable, Equatable {
    public var own: [OwnLink]
    /// Bases of Wayfinders, by region.
    public var wayfinders: [RegionID: SidecarBase]
    /// Where agencies sell their tickets, by agency ID: https addresses.
    public var agencyFares: [String: String]

    public init(
        own: [OwnLink] = [], wayfinders: [RegionID: SidecarBase] = [:], agencyFares: [String: String] = [:]
    ) {
        self.own = own
        self.wayfinders = wayfinders
        self.agencyFares = agencyFares
    }
}

public enum LinkTable {
    /// Every link of a result, in its order.
    public static let rows = pages + walking + directions + apps

    /// The row of this name, nil where there is none.
    public static func row(named name: String) -> LinkRow? { rows.first { $0.name == name } }

    // MARK: Pages

    private static let page = "{+sidecar}/regions/{region_id}/stops/{stop_id}"
    private static let viewStop = "view-stop{?stopID,regionID}"
    private static let fallback = "S.browser_fallback_url={web};"

    static let web = LinkRow(
        "web", .web, [page],
        trip: ["\(page)/trips{?trip_id,service_date,stop_sequence,destination_stop_id,title,vehicle_id}"],
        receivers: .apps, tripReceivers: [.apps, .sidecarRails],
        summary: "the page of the stop, or of the trip as it is boarded there",
        source: "onebusaway-ios, DeepLinkURLConverter")

    static let app = LinkRow(
        "app", .app, ["{+scheme}://\(viewStop)"], receivers: .apps,
        summary: "opens the stop in the app; a trip has no form of its own, so its is the boarding stop's",
        source: "onebusaway-ios, URLSchemeRouter")

    private static let viewStopIntent = "intent://\(viewStop)#Intent;scheme={+scheme};package={package};"

    /// The Android app opens trips through their web page only.
    static let android = LinkRow(
        "android", .android, ["\(viewStopIntent)\(fallback)end", "\(viewStopIntent)end"],
        trip: [
            "intent://{+web_without_scheme}#Intent;scheme={+sidecar_scheme};package={package};\(fallback)end",
            "\(viewStopIntent)end",
        ],
        summary: "opens the app by its package, or the web page where the app is missing",
        source: "Chrome for Developers, Android Intents with Chrome")

    static let pages = [web, app, android]

    /// The page that an activity names: as `web`, without the destination.
    static let activityPage = LinkRow(
        "handoff.webpageURL", .handoff, [page],
        trip: ["\(page)/trips{?trip_id,service_date,stop_sequence,title,vehicle_id}"],
        summary: "the page that an activity hands over", source: "Apple, NSUserActivity.webpageURL")

    /// The link that adds a region to the app.
    static let addRegion = LinkTemplate(
        table: """
            {+scheme}://add-region{?name,region-id,oba-url,otp-url,otp-graphql-url,otp-graphql-bikeshare,sidecar-url,\
            umami-url,umami-id}
            """)

    // MARK: Walking directions

    /// One map app a row. Never a label inside `daddr` or `destination`: a name there makes Google Maps look for a place of
    /// that name.
    static let walking: [LinkRow] = [
        walk(
            "apple", "https://maps.apple.com/directions?destination={lat}%2C{lon}&mode=walking",
            "Apple Maps, iOS 18.4 and macOS 15.4 on; a web page elsewhere", source: "Apple, Adopting unified Maps URLs"),
        walk(
            "apple-classic", "https://maps.apple.com/?daddr={lat},{lon}&dirflg=w",
            "Apple Maps of any version; what the app builds, there with http", source: "Apple, Map Links"),
        walk(
            "google", "https://www.google.com/maps/dir/?api=1&destination={lat}%2C{lon}&travelmode=walking",
            "Google Maps on every platform", source: "Google, Maps URLs"),
        walk(
            "google-ios", "comgooglemaps://?daddr={lat},{lon}&directionsmode=walking",
            "Google Maps on iOS; what the app builds", source: "Google, Maps URL scheme for iOS"),
        walk(
            "google-android", "google.navigation:q={lat},{lon}&mode=w", "Google Maps on Android",
            source: "Google, Google Maps Intents for Android"),
        walk("geo", "geo:{lat},{lon}", "any map app on Android", source: "RFC 5870"),
        walk(
            "geo-pin", "geo:{lat},{lon}?q={lat},{lon}({stop_name})",
            "any map app on Android, a pin with the stop's name; OneBusAway for Android plans a transit trip there",
            source: "Android Developers, Common intents: Maps"),
        walk(
            "osm", "https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&route=%3B{lat}%2C{lon}",
            "OpenStreetMap", source: "openstreetmap-website, directions"),
        walk(
            "organic", "https://omaps.app/v2/dir?destination={lat},{lon}&mode=pedestrian", "Organic Maps",
            source: "Organic Maps, API"),
    ]

    private static func walk(_ name: String, _ template: String, _ summary: String, source: String) -> LinkRow {
        LinkRow("walking.\(name)", .walking, [template], summary: summary, source: source)
    }

    // MARK: Other ways to the stop

    /// A trip planner, and OneBusAway's own map.
    static let directions: [LinkRow] = [
        LinkRow(
            "transit.google", .transit,
            ["https://www.google.com/maps/dir/?api=1&destination={lat}%2C{lon}&travelmode=transit"],
            summary: "Google Maps, by public transit", source: "Google, Maps URLs"),
        LinkRow(
            "transit.apple", .transit, ["https://maps.apple.com/directions?destination={lat}%2C{lon}&mode=transit"],
            summary: "Apple Maps, by public transit; iOS 18.4 and macOS 15.4 on",
            source: "Apple, Adopting unified Maps URLs"),
        LinkRow(
            "transit.citymapper", .transit, ["https://citymapper.com/directions?endcoord={lat}%2C{lon}{&endname}"],
            summary: "Citymapper, in its cities", source: "Citymapper, Launch Citymapper for Directions"),
        LinkRow(
            "wayfinder", .wayfinder, ["{+wayfinder}/map/stops/{stop_id}"],
            summary: "the stop in the region's Wayfinder, whose address is in the configuration",
            source: "OneBusAway/wayfinder, routes/(app)/map/stops/[stopID]"),
    ]

    // MARK: Apps

    private static let appStore = "https://apps.apple.com/app/id"
    private static let play = "https://play.google.com/store/apps/details?id="
    private static let appStoreSource = "Apple, Identifiers in iTunes URLs"
    private static let playSource = "Android Developers, Linking to Google Play"

    /// The region's for fares, and the app itself.
    static let apps: [LinkRow] = [
        LinkRow(
            "fare.ios", .fare, ["{+fare_scheme}://onebusaway"], summary: "opens the region's fare app on iOS",
            source: "onebusaway-ios, Region.paymentAppDeepLinkURL"),
        LinkRow(
            "fare.appStore", .fare, ["\(appStore){fare_app_store_id}"], summary: "the fare app in the App Store",
            source: appStoreSource),
        LinkRow(
            "fare.play", .fare, ["\(play){fare_package}"],
            summary: "the fare app in Google Play; Android launches a package, which no web link can", source: playSource),
        LinkRow(
            "fare.web", .fare, ["{+agency_fare_url}"],
            summary: "where the stop's agency sells tickets: of the feed, or of the configuration",
            source: "GTFS, agency.agency_fare_url"),
        LinkRow(
            "store.ios", .store, ["\(appStore){app_store_id}"], summary: "the app itself in the App Store",
            source: appStoreSource),
        LinkRow(
            "store.android", .store, ["\(play){package}"], summary: "the app itself in Google Play", source: playSource),
    ]
}
