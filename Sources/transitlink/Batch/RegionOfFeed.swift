// RegionOfFeed: the one region of a whole feed: the one that the command line or the configuration sets; with `auto`, and where
// neither sets one, the active region that contains most of the stops. A feed in the wrong region is the classic mistake, so
// stops outside of the region are told, whoever chose it, and nothing is written where they are most of them (BatchRefusals).

internal import Arguments
internal import Configuration
internal import Escaping
internal import Feeds
internal import Publishing
internal import TransitLinks

struct RegionOfFeed {
    let region: Region
    /// How the region came to be chosen, for the summary.
    let reason: String
    /// Stops with a coordinate, of those that were asked for.
    let located: Int
    /// Those of them outside of all the region's bounds; 0 for a region without bounds.
    let outside: Int

    /// Where more of the stops are, and how many of them; nil where no active region has more.
    let better: (region: Region, count: Int)?

    /// What a notice says of such a stop.
    let outsideMessage: String

    /// Most of the stops lie elsewhere: one notice for all of them, for it is the region that is wrong and not the stops.
    var isDoubtful: Bool { outside * 2 > located }

    /// - Parameter wanted: the rows that links are made for.
    /// - Throws: `Failure` for `auto` where no active region contains any stop.
    init(of stops: FeedStops, wanted: [UInt32], _ loaded: LoadedConfiguration) throws(Failure) {
        let directory = loaded.links.directory
        let places = wanted.lazy.map { stops.rows[Int($0)] }.filter(\.hasCoordinate)
        if loaded.configuration.isRegionSet, case .id(let id) = loaded.links.currentRegion {
            guard let region = directory[id] else {
                throw Failure(.configuration, "region '\(id.rawValue)' is not in the directory")
            }
            self.region = region
            reason = ""
        } else {
            let found = try Self.regionByStops(places, directory)
            region = found.region
            reason = "auto: \(found.count.grouped) of its stops are there"
        }
        (located, outside) = Self.count(of: stops, wanted, outside: region.bounds)
        let (inside, chosen) = (located - outside, region.id)
        let most = outside * 2 > located ? Self.mostFrequent(places, directory).found : nil
        better = most.flatMap { $0.region.id != chosen && $0.count > inside ? $0 : nil }
        outsideMessage =
            "it lies outside of region \(region.id.rawValue) \(region.name), and links to it all the same"
    }

    /// How many of the rows have a coordinate, and how many of those lie in none of the bounds, if there are any. All stops
    /// wait for this one loop, so it makes nothing of a stop but its place.
    private static func count(
        of stops: FeedStops, _ wanted: [UInt32], outside bounds: [RegionBound]
    ) -> (located: Int, outside: Int) {
        var (located, outside) = (0, 0)
        for row in wanted {
            guard let place = stops.rows[Int(row)].coordinate else { continue }
            located += 1
            if !bounds.contains(where: { $0.contains(place) }), !bounds.isEmpty { outside += 1 }
        }
        return (located, outside)
    }

    private static func regionByStops(
        _ places: some Sequence<FeedStop>, _ directory: RegionDirectory
    ) throws(Failure) -> (region: Region, count: Int) {
        let (found, located) = mostFrequent(places, directory)
        if let found { return found }
        let what = located == 0 ? "no stop has a coordinate" : "no active region's bounds contain any of its stops"
        throw Failure(
            .badData,
            "the region can't be found by the stops: \(what); give it with --region, by number or name (transitlink regions list), "
                + "or a directory that has it with --regions (transitlink regions init makes one)")
    }

    /// The active region that contains most of the places, and how many places there are.
    private static func mostFrequent(
        _ places: some Sequence<FeedStop>, _ directory: RegionDirectory
    ) -> (found: (region: Region, count: Int)?, located: Int) {
        var counts: [RegionID: Int] = [:]
        var located = 0
        for place in places {
            located += 1
            if let region = place.coordinate.flatMap(directory.region(containing:)) { counts[region.id, default: 0] += 1 }
        }
        // Of equals the first of the directory.
        var most: (region: Region, count: Int)?
        for region in directory.regions {
            if let count = counts[region.id], count > most?.count ?? 0 { most = (region, count) }
        }
        return (most, located)
    }

    /// The notice that the region is probably the wrong one.
    var wrongRegion: FeedNotice {
        FeedNotice(
            .outsideRegion, file: "stops.txt", row: 0, field: "", value: "",
            "\(outside.grouped) of \(located.grouped) stops lie outside of region \(region.id.rawValue) \(region.name); is it the right --region?"
        )
    }
}

extension Region {
    /// Whether a bound of the region contains the stop, which has a coordinate.
    func contains(_ stop: FeedStop) -> Bool {
        guard let place = stop.coordinate else { return false }
        return bounds.contains { $0.contains(place) }
    }
}

extension FeedNotice.Code {
    /// A stop outside of the bounds of the region whose links it got.
    static let outsideRegion = FeedNotice.Code(rawValue: "stop_outside_region")
    /// A stop whose ID can't be in a link (links.md, section 2).
    static let refusedID = FeedNotice.Code(rawValue: "bad_id")
    /// An ID of `--only` or a route of `--route` that the feed hasn't.
    static let notInFeed = FeedNotice.Code(rawValue: "chosen_not_in_feed")
    /// A stop whose link has more bytes than a QR code of the level can hold.
    static let noQR = FeedNotice.Code(rawValue: "no_qr_code")
}
