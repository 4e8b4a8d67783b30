// ChosenStops: which stops of a feed are wanted: by a list of IDs, by routes, by a rectangle, by their number. What is given
// holds together: a stop has to fit all of it.

internal import Arguments
internal import Escaping

/// The options that choose stops, as they were given.
struct ChosenStops: Sendable, Equatable {
    /// South, west, north, east in degrees; one that crosses the 180th meridian has its west east of its east.
    struct Bounds: Sendable, Equatable {
        let south, west, north, east: Double

        func contains(latitude: Double, longitude: Double) -> Bool {
            guard latitude >= south, latitude <= north else { return false }
            return west <= east
                ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
        }
    }

    /// A file of stop IDs.
    let list: String?
    /// `route_id`s.
    let routes: [String]
    let bounds: Bounds?
    /// The first so many of what fits.
    let limit: Int?

    /// Whether nothing is chosen: every stop is wanted.
    var isEverything: Bool { list == nil && routes.isEmpty && bounds == nil && limit == nil }

    /// - Throws: `UsageError`.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        list = arguments["only"]
        routes = (arguments["route"] ?? "").split(separator: ",").map(String.init)
        if arguments.has("route"), routes.isEmpty { throw UsageError("--route: which? give route_ids between commas") }
        bounds = try arguments["bounds"].map { (text) throws(UsageError) in try Bounds(option: text) }
        limit = try arguments.number("limit", in: 1...Int(UInt32.max), of: "stops")
    }
}

extension ChosenStops.Bounds {
    /// - Throws: `UsageError` for what is no `S,W,N,E`.
    init(option text: String) throws(UsageError) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.degrees(String($0)) }
        if numbers.count == 4, let south = numbers[0], let west = numbers[1], let north = numbers[2],
            let east = numbers[3], south <= north, south >= -90, north <= 90, (-180...180).contains(west),
            (-180...180).contains(east)
        {
            self.init(south: south, west: west, north: north, east: east)
        } else {
            throw UsageError(
                "--bounds: \(Printable.quoted(text)) is no rectangle: south,west,north,east in degrees, as 47.5,-122.5,47.7,-122.2"
            )
        }
    }

    /// Digits, signs, a point and an exponent: not the hexadecimal numbers that Swift reads too.
    private static func degrees(_ text: String) -> Double? {
        text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") } ? nil : Double(text)
    }
}
