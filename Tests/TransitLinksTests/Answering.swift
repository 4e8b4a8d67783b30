// Answering: requests run through the real decoder, settings and writer, for the tests.

import Foundation
import TestSupport

@testable import TransitLinks

/// The settings of `links.json`: OneBusAway's own directory, current region 1.
func vectorSettings(region: RegionChoice = .id(RegionID(rawValue: 1)), apps: [AppProfile] = []) throws -> LinkSettings {
    let file = try Repository.bytes("Tests/Vectors/regions/ios__Apps__OneBusAway__Resources__regions.json")
    return LinkSettings(
        directory: try RegionDirectory(decoding: file), currentRegion: region, app: .oneBusAway, apps: apps)
}

extension AppProfile {
    static let oneBusAway = AppProfile(
        name: "onebusaway", scheme: "onebusaway", bundleIdentifier: "org.onebusaway.iphone", appStoreID: "329380089",
        androidPackage: "com.joulespersecond.seattlebusbot", suggestedInvocationPhrase: "Show me my bus")
}

let systemTimeZones = TimeZoneDatabase { name throws(TimeZoneError) in
    guard let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)") else { throw .unknown(name) }
    return Array(data)
}

struct Answering: ~Copyable {
    var answerer: RequestAnswerer

    init(_ settings: LinkSettings, limits: RequestLimits = RequestLimits(), timeZones: TimeZoneDatabase = systemTimeZones) {
        answerer = RequestAnswerer(settings: settings, limits: limits, timeZones: timeZones)
    }

    mutating func line(_ request: [UInt8]) -> (answer: Answer, line: String) {
        let (answer, line) = answerer.answer(request.span)
        return (answer, String(decoding: line, as: UTF8.self))
    }

    mutating func line(_ request: String) -> (answer: Answer, line: String) { line(Array(request.utf8)) }

    /// `field code` of each error, or the answer's description.
    mutating func errors(_ request: String) -> [String] {
        guard case .refused(let errors) = line(request).answer else { return ["\(line(request).answer)"] }
        return errors.map { "\($0.field) \($0.code.rawValue)" }
    }

    /// The only error, as `field: message`.
    mutating func message(_ request: String) -> String {
        guard case .refused(let errors) = line(request).answer, errors.count == 1 else { return "\(line(request).answer)" }
        return "\(errors[0].field): \(errors[0].message)"
    }

    mutating func warnings(_ request: String) throws -> [String] {
        let json = try JSONSerialization.jsonObject(with: Data(line(request).line.utf8)) as! [String: Any]
        return (json["warnings"] as? [[String: String]] ?? []).map { "\($0["code"] ?? "")" }
    }
}
