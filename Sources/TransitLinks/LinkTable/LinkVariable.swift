// LinkVariable: the names that a link's template may use, and where the value of each comes from. Region and app are known
// before any request, so their values are constants of a compiled link; the rest is known with the request alone.

/// A value that a template names.
public enum LinkVariable: UInt8, CaseIterable, Sendable {
    // Of a request. The raw value is the value's slot in `LinkValues`: these come first, and there are at most 32.
    case stopID, agencyID, stopLocalID, stopCode, stopName, direction
    /// Degrees in fixed notation.
    case latitude, longitude
    case tripID, tripLocalID
    /// Epoch seconds as Swift prints a Double, `1774854000.0`.
    case serviceDate
    /// `2026-03-30`, where the request gave the service date as a date.
    case serviceDay
    case stopSequence, route, headsign, vehicleID, destinationStopID
    /// `route - headsign` and the vehicle, where the request's `extras` ask for them.
    case extraTitle, extraVehicleID
    /// Where the agency of the stop sells its tickets.
    case agencyFareURL

    // Of a region and an app.
    case regionID = 32
    case regionName, sidecar, sidecarScheme, sidecarWithoutScheme, obaURL, scheme, package, appStoreID
    case fareScheme, farePackage, fareAppStoreID
    /// The base of the region's Wayfinder.
    case wayfinder

    // Of a region that is to be added to the app.
    case addedName, addedID, addedOBA, addedOTP, addedGraphQL, addedBikeshare, addedSidecar, addedUmami, addedUmamiID

    /// The table's own web link, as a value in another link; and the same without scheme and `://`.
    case web, webWithoutScheme

    /// Whether its value is a request's, and not known before.
    var isOfRequest: Bool { rawValue < Self.regionID.rawValue }

    /// The bit of a request's variable in a set of them.
    var bit: UInt32 { 1 << UInt32(rawValue) }
}

extension LinkVariable {
    /// What an operator's own template may name: all that a request, its region and its app know.
    public static let names: [(name: String, variable: LinkVariable)] = [
        ("stop_id", .stopID), ("agency_id", .agencyID), ("stop_local_id", .stopLocalID), ("stop_code", .stopCode),
        ("stop_name", .stopName), ("direction", .direction), ("lat", .latitude), ("lon", .longitude), ("trip_id", .tripID),
        ("trip_local_id", .tripLocalID), ("service_date", .serviceDate), ("service_day", .serviceDay),
        ("stop_sequence", .stopSequence), ("route", .route), ("headsign", .headsign), ("vehicle_id", .vehicleID),
        ("destination_stop_id", .destinationStopID), ("region_id", .regionID), ("region_name", .regionName),
        ("sidecar", .sidecar), ("oba_url", .obaURL), ("scheme", .scheme),
    ]

    /// What the templates of the table name. A form names its parameters as the receiver wants them, and has title and vehicle
    /// only where a request's extras ask for them.
    static let namesOfTable: [(name: String, variable: LinkVariable)] =
        names.filter { $0.variable != .vehicleID } + [
            ("title", .extraTitle), ("vehicle_id", .extraVehicleID), ("stopID", .stopID), ("regionID", .regionID),
            ("endname", .stopName),
            ("sidecar_scheme", .sidecarScheme), ("package", .package), ("wayfinder", .wayfinder),
            ("agency_fare_url", .agencyFareURL), ("app_store_id", .appStoreID), ("fare_scheme", .fareScheme),
            ("fare_package", .farePackage), ("fare_app_store_id", .fareAppStoreID), ("name", .addedName),
            ("region-id", .addedID), ("oba-url", .addedOBA), ("otp-url", .addedOTP), ("otp-graphql-url", .addedGraphQL),
            ("otp-graphql-bikeshare", .addedBikeshare), ("sidecar-url", .addedSidecar), ("umami-url", .addedUmami),
            ("umami-id", .addedUmamiID), ("web", .web), ("web_without_scheme", .webWithoutScheme),
        ]
}
