// DecodedFields: what a receiver read out of a link, value by value, under the names that links and activities use.

internal import TransitLinks

enum DecodedFields {
    enum Value {
        case text(String)
        case integer(Int64)
        case number(Double)
        case flag(Bool)
    }

    /// Every value that there is.
    static func all(of opening: Opening) -> [(name: String, value: Value)] {
        rows(of: opening).compactMap { name, value in value.map { (name, $0) } }
    }

    private static func rows(of opening: Opening) -> [(String, Value?)] {
        switch opening {
        case .stop(let stop), .viewStop(let stop):
            [("regionID", stop.regionID.map(Value.integer)), ("stopID", .text(stop.stopID))]
        case .trip(let trip):
            [
                ("regionID", trip.regionID.map(Value.integer)), ("stopID", .text(trip.stopID)),
                ("tripID", trip.tripID.map(Value.text)), ("serviceDate", trip.serviceDate.map(Value.number)),
                ("stopSequence", trip.stopSequence.map(Value.integer)), ("title", trip.title.map(Value.text)),
                ("vehicleID", trip.vehicleID.map(Value.text)),
                ("destinationStopID", trip.destinationStopID.map(Value.text)),
            ]
        case .addRegion(let region): rows(of: region)
        case .alert: []
        }
    }

    private static func rows(of region: AddedRegion) -> [(String, Value?)] {
        [
            ("name", .text(region.name)), ("regionID", region.regionID.map(Value.integer)),
            ("obaBaseURL", .text(region.obaBaseURL)), ("otpURL", region.otpURL.map(Value.text)),
            ("otpGraphQLURL", region.otpGraphQLURL.map(Value.text)),
            ("supportsOTPGraphQLBikeshare", region.supportsOTPGraphQLBikeshare ? .flag(true) : nil),
            ("sidecarURL", region.sidecarURL.map(Value.text)), ("umamiURL", region.umami.map { .text($0.url) }),
            ("umamiID", region.umami.map { .text($0.id) }),
        ]
    }
}
