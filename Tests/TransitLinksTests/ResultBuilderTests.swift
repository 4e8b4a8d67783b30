// Results with kept links against results whose links are compiled for each: random requests of any shape, in every real
// directory, byte for byte.

import TestSupport
import Testing

@testable import TransitLinks

@Suite struct ResultBuilderTests {
    private static let apps = [
        VectorFiles.oneBusAway,
        AppProfile(
            name: "kiedybus", scheme: "kiedybus", bundleIdentifier: "pl.kiedybus.iphone", androidPackage: "pl.kiedybus.android"),
        AppProfile(name: "bare", scheme: "bare", bundleIdentifier: "org.example"),
    ]

    private static let directories: [RegionDirectory] = {
        let names = try! Repository.names(in: "Tests/Vectors/regions")
        return names.compactMap { try? RegionDirectory(decoding: Repository.bytes("Tests/Vectors/regions/\($0)")) }
    }()

    /// The line of a request alone.
    private func alone(_ request: ShareRequest, _ settings: LinkSettings) throws -> String {
        resultLine(try settings.links(for: request).get())
    }

    private func line(_ request: ShareRequest, _ builder: inout ResultBuilder) throws -> String {
        var json = JSONWriter()
        _ = try builder.write(request, to: &json).get()
        return json.bytes.text
    }

    @Test func `random requests get the same bytes, in every directory and with every app`() throws {
        #expect(Self.directories.flatMap(\.regions).count == 107)
        var random = RandomRequest(seed: 41)
        var answered = 0
        for (number, directory) in Self.directories.enumerated() {
            let settings = LinkSettings(
                directory: directory, currentRegion: .id(directory.regions[0].id), app: Self.apps[number % 3], apps: Self.apps)
            var builder = ResultBuilder(settings)
            for _ in 0..<120 {
                let request = try random.request(in: directory)
                guard let expected = try? alone(request, settings) else { continue }
                answered += 1
                for _ in 0..<2 { #expect(try line(request, &builder) == expected) }
            }
        }
        #expect(answered > 400, "\(answered) of \(12 * 120) were answered")
    }

    @Test func `many shapes, more than are kept, and each again`() throws {
        let settings = try vectorSettings(apps: Self.apps)
        var builder = ResultBuilder(settings)
        let shapes = (1...127).map { LinkSelection(rawValue: $0) }
        for round in 0..<2 {
            for links in shapes {
                var request = ShareRequest(stop: SharedStop(id: try StopID("1_\(round)"), name: "\(links)"), links: links)
                request.stop.coordinate = try Coordinate(latitude: 1, longitude: Double(round))
                for _ in 0..<2 { #expect(try line(request, &builder) == (try alone(request, settings))) }
            }
        }
    }

    @Test func `one region's results, of a region that is not the directory's first`() throws {
        let region = try #require(Self.directories.flatMap(\.regions).last { $0.sidecar != nil })
        let walking = WalkingVendor.all.reversed()
        var builder = ResultBuilder(
            CompiledLinks(region: region, app: .oneBusAway, selection: [.web, .walking], walking: Array(walking)))
        for number in 0..<5 {
            var request = ShareRequest(id: "\(number)", stop: SharedStop(id: try StopID("1_\(number)")))
            request.stop.coordinate = try Coordinate(latitude: 1.5, longitude: Double(number))
            let set = LinkSet(request, in: region, app: .oneBusAway, selection: [.web, .walking], walking: Array(walking))
            #expect(try line(request, &builder) == resultLine(set))
        }
    }

    @Test func `what is refused writes nothing, and what was written before stays`() throws {
        let settings = try vectorSettings()
        var builder = ResultBuilder(settings)
        var json = JSONWriter()
        let stop = SharedStop(id: try StopID("1_1"))
        _ = builder.write(ShareRequest(stop: stop), to: &json)
        let before = json.bytes.text
        for request in [
            ShareRequest(stop: stop, region: .id(RegionID(rawValue: 99))), ShareRequest(stop: stop, region: .auto),
            ShareRequest(stop: stop, app: "none"),
        ] {
            guard case .failure(let errors) = builder.write(request, to: &json) else {
                Issue.record("it was answered")
                continue
            }
            guard case .failure(let expected) = settings.links(for: request) else { continue }
            #expect(errors == expected && json.bytes.text == before)
        }
    }
}

/// Requests with any parts, whose values are mostly plain.
private struct RandomRequest {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    private mutating func often() -> Bool { Int.random(in: 0..<4, using: &random) > 0 }
    private mutating func rarely() -> Bool { Int.random(in: 0..<20, using: &random) == 0 }

    private mutating func text(_ alphabet: String, upTo limit: Int) -> String {
        let letters = Array(alphabet)
        return String((0..<Int.random(in: 1...limit, using: &random)).map { _ in letters.randomElement(using: &random)! })
    }

    private mutating func id() -> String {
        let text = rarely() ? text("a1 ._/%+é\n", upTo: 6) : text("abzABZ019_-:@~", upTo: rarely() ? 512 : 24)
        return text == "." || text == ".." ? "x" : text
    }

    private mutating func caption() -> String { text("abc \"\\/é🚌\u{301}\t\u{1}", upTo: 30) }

    mutating func request(in directory: RegionDirectory) throws -> ShareRequest {
        var request = often() ? try trip() : ShareRequest(stop: try stop())
        switch Int.random(in: 0..<6, using: &random) {
        case 0: request.region = directory.regions.randomElement(using: &random).map { .id($0.id) }
        case 1: request.region = .auto
        default: break
        }
        if rarely() { request.links = LinkSelection(rawValue: .random(in: 1..<128, using: &random)) }
        if rarely() {
            request.walking = Array(WalkingVendor.all.shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random)))
        }
        if rarely() { request.app = ["bare", "kiedybus", "onebusaway"].randomElement(using: &random)! }
        if rarely() { request.extras = [.title, .vehicleID] }
        if rarely() { request.warnings = [LinkWarning(.noAgency, "odd")] }
        return request
    }

    mutating func trip() throws -> ShareRequest {
        let fraction = rarely() ? 0.5 : rarely() ? 0.123456 : 0
        let date = rarely() ? 1_774_854_000 : Int.random(in: 631_152_000..<4_102_444_800, using: &random)
        var trip = SharedTrip(
            id: try TripID(id()), serviceDate: try ServiceDate(epochSeconds: Double(date) + fraction),
            stopSequence: rarely() ? .max : .random(in: 0..<200, using: &random))
        if often() { trip.route = caption() }
        if often() { trip.headsign = caption() }
        if often() { trip.vehicleID = try VehicleID(rarely() ? "v \"1\"" : id()) }
        if often() { trip.destinationStopID = try StopID(id()) }
        return ShareRequest(id: often() ? caption() : nil, stop: try stop(), trip: trip)
    }

    private mutating func stop() throws -> SharedStop {
        var stop = SharedStop(id: try StopID(id()))
        if often() { stop.name = caption() }
        if often() { stop.direction = CompassDirection.allCases.randomElement(using: &random) }
        if often() {
            stop.coordinate =
                try rarely()
                ? Coordinate(latitude: 0, longitude: 0)
                : Coordinate(
                    latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
        }
        return stop
    }
}
