// RequestVectors: Tests/Vectors as values, read by Foundation's JSON parser and not by ours, so that the two check each
// other. The requests are taken at their word; what refuses them is tested with the decoder.

import Foundation
import TransitLinks

enum VectorFiles {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors")

    static func object(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: folder.appending(path: name))
        return try JSONSerialization.jsonObject(with: data) as! [String: Any]
    }

    static let oneBusAway = AppProfile(
        name: "onebusaway", scheme: "onebusaway", bundleIdentifier: "org.onebusaway.iphone",
        associatedDomains: ["onebusaway.co"], appStoreID: "329380089",
        androidPackage: "com.joulespersecond.seattlebusbot", suggestedInvocationPhrase: "Show me my bus")

    /// The regions of a directory file by ID, the first of each.
    static func regions(_ name: String) throws -> [Int64: Region] {
        let list = (try object("regions/" + name)["data"] as! [String: Any])["list"] as! [[String: Any]]
        return try Dictionary(list.map { ($0["id"] as! Int64, try region($0)) }) { first, _ in first }
    }

    private static func region(_ entry: [String: Any]) throws -> Region {
        func text(_ key: String) -> String? { (entry[key] as? String).flatMap { $0.isEmpty ? nil : $0 } }
        return Region(
            id: RegionID(rawValue: entry["id"] as! Int64), name: entry["regionName"] as! String,
            isActive: entry["active"] as! Bool, sidecar: try text("sidecarBaseUrl").map(SidecarBase.init),
            fareApp: FareApp(
                iOSScheme: text("paymentiOSAppUrlScheme"), appStoreID: text("paymentiOSAppStoreIdentifier"),
                androidPackage: text("paymentAndroidAppId"), warningTitle: text("paymentWarningTitle"),
                warningBody: text("paymentWarningBody")))
    }
}

/// One case of links.json.
struct RequestVector {
    let name: String
    let json: [String: Any]
    let expected: [String: Any]

    var isRefused: Bool { expected["status"] as! String == "refused" }
    var regionID: Int64 { json["region"] as? Int64 ?? 1 }

    static func all() throws -> [RequestVector] {
        let file = try VectorFiles.object("links.json")
        let cases = file["cases"] as! [[String: Any]]
        precondition(cases.count == file["count"] as! Int)
        return cases.map {
            RequestVector(
                name: $0["name"] as! String, json: $0["request"] as! [String: Any],
                expected: $0["expect"] as! [String: Any])
        }
    }

    /// Names of the cases that give links; a test takes a name as its argument and looks the case up.
    static func answered() throws -> [String] { try all().filter { !$0.isRefused }.map(\.name) }

    static func named(_ name: String) throws -> RequestVector { try all().first { $0.name == name }! }

    /// The request, unchecked beyond what its types check.
    func request() throws -> ShareRequest {
        ShareRequest(stop: try stop(), trip: try (json["trip"] as? [String: Any]).map(trip))
    }

    private func stop() throws -> SharedStop {
        let stop = json["stop"] as! [String: Any]
        var coordinate: Coordinate?
        if let latitude = stop["lat"] as? NSNumber, let longitude = stop["lon"] as? NSNumber {
            coordinate = try Coordinate(latitude: Self.exact(latitude), longitude: Self.exact(longitude))
        }
        return SharedStop(
            id: try StopID(stop["id"] as! String), name: stop["name"] as? String,
            direction: (stop["direction"] as? String).flatMap(CompassDirection.init(caseInsensitive:)),
            coordinate: coordinate)
    }

    /// Foundation's parser keeps the digits of a number; as a Double it rounds the seventeenth away.
    private static func exact(_ number: NSNumber) -> Double { Double(number.description)! }

    private func trip(_ trip: [String: Any]) throws -> SharedTrip {
        func text(_ key: String) -> String? {
            (trip[key] as? String).flatMap { $0.trimmingCharacters(in: .whitespaces).isEmpty ? nil : $0 }
        }
        return SharedTrip(
            id: try TripID(trip["id"] as! String),
            serviceDate: try ServiceDate(epochSeconds: trip["serviceDate"] as! Double),
            stopSequence: trip["stopSequence"] as! Int64, route: text("route"), headsign: text("headsign"),
            vehicleID: try text("vehicleId").map { try VehicleID($0) },
            destinationStopID: try text("destinationStopId").map { try StopID($0) })
    }
}
