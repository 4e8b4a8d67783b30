// NaiveLinks: every link of a request, spelled out once more by plain string interpolation: what compiled rows are compared with.

import Foundation

@testable import TransitLinks

struct NaiveLinks {
    let request: ShareRequest
    let region: Region
    let app: AppProfile
    var vendors = WalkingVendor.standard

    /// By the names of a result.
    var texts: [String: String] {
        var texts: [String: String] = [:]
        texts["web"] = page()
        texts["app"] = appLink
        texts["android"] = intent
        if let place = request.stop.coordinate {
            for vendor in vendors { texts["walking.\(vendor.name)"] = walking(vendor, decimal(place.latitude), decimal(place.longitude)) }
        }
        texts["fare.ios"] = region.fareApp.iOSScheme.map { "\($0)://onebusaway" }
        texts["fare.appStore"] = region.fareApp.appStoreID.map { "https://apps.apple.com/app/id\($0)" }
        texts["fare.play"] = region.fareApp.androidPackage.map { "https://play.google.com/store/apps/details?id=\($0)" }
        texts["store.ios"] = app.appStoreID.map { "https://apps.apple.com/app/id\($0)" }
        texts["store.android"] = app.androidPackage.map { "https://play.google.com/store/apps/details?id=\($0)" }
        return texts
    }

    func page(destination: Bool = true) -> String? {
        guard let base = region.sidecar?.text else { return nil }
        var page = "\(base)/regions/\(region.id.rawValue)/stops/\(encoded(request.stop.id.text))"
        guard let trip = request.trip else { return page }
        page += "/trips?trip_id=\(encoded(trip.id.text))&service_date=\(decimal(trip.serviceDate.epochSeconds))"
        page += "&stop_sequence=\(trip.stopSequence)"
        if destination, let id = trip.destinationStopID { page += "&destination_stop_id=\(encoded(id.text))" }
        let title = [trip.route, trip.headsign].compactMap { $0 }.joined(separator: " - ")
        if request.extras.contains(.title), !title.isEmpty { page += "&title=\(encoded(title))" }
        if request.extras.contains(.vehicleID), let id = trip.vehicleID { page += "&vehicle_id=\(encoded(id.text))" }
        return page
    }

    private var viewStop: String { "view-stop?stopID=\(encoded(request.stop.id.text))&regionID=\(region.id.rawValue)" }
    private var appLink: String { "\(app.scheme)://\(viewStop)" }

    private var intent: String? {
        guard let package = app.androidPackage else { return nil }
        let page = page()
        var (inside, scheme) = (viewStop, app.scheme)
        if request.trip != nil, let page, let colon = page.range(of: "://") {
            (inside, scheme) = (String(page[colon.upperBound...]), String(page[..<colon.lowerBound]))
        }
        let fallback = page.map { "S.browser_fallback_url=\(encoded($0));" } ?? ""
        return "intent://\(inside)#Intent;scheme=\(scheme);package=\(package);\(fallback)end"
    }

    private func walking(_ vendor: WalkingVendor, _ lat: String, _ lon: String) -> String? {
        switch vendor.name {
        case "apple": "https://maps.apple.com/directions?destination=\(lat)%2C\(lon)&mode=walking"
        case "apple-classic": "https://maps.apple.com/?daddr=\(lat),\(lon)&dirflg=w"
        case "google": "https://www.google.com/maps/dir/?api=1&destination=\(lat)%2C\(lon)&travelmode=walking"
        case "google-ios": "comgooglemaps://?daddr=\(lat),\(lon)&directionsmode=walking"
        case "google-android": "google.navigation:q=\(lat),\(lon)&mode=w"
        case "geo": "geo:\(lat),\(lon)"
        case "geo-pin": request.stop.name.map { "geo:\(lat),\(lon)?q=\(lat),\(lon)(\(encoded($0)))" }
        case "osm": "https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&route=%3B\(lat)%2C\(lon)"
        case "organic": "https://omaps.app/v2/dir?destination=\(lat),\(lon)&mode=pedestrian"
        default: nil
        }
    }

    /// The encoder of URLs, a byte at a time.
    private func encoded(_ text: String) -> String {
        let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:@"
        return text.utf8.map { byte in
            plain.utf8.contains(byte) ? String(UnicodeScalar(byte)) : String(format: "%%%02X", byte)
        }.joined()
    }

    /// Without an exponent.
    private func decimal(_ value: Double) -> String { ByteWriter.text { $0.append(fixed: value) } }
}
