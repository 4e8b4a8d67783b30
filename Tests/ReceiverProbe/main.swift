// receiver-probe RECEIVER: what the model of a receiver makes of each URL on standard input (each ends with U+0000), a JSON array
// a line: what it opens and what it reads, or "closed". For tests that ask the receivers' own code the same (Tests/Receivers).

import Foundation
import TransitLinks

let app = AppProfile(
    name: "onebusaway", scheme: "onebusaway", bundleIdentifier: "org.onebusaway.iphone",
    associatedDomains: ["onebusaway.co", "www.onebusaway.co", "sidecar.onebusaway.org"],
    androidPackage: "com.joulespersecond.seattlebusbot")
let checker = LinkChecker(app: app, directory: RegionDirectory(regions: []))
let receivers = Receivers(app: app, sidecarHosts: [])

guard CommandLine.arguments.count == 2, let receiver = Receiver(rawValue: CommandLine.arguments[1]) else {
    FileHandle.standardError.write(Data("receiver-probe: which? \(Receiver.allCases.map(\.rawValue))\n".utf8))
    exit(64)
}

/// An intent is taken apart by the checker, any other URL by the model itself.
func opening(of url: String) -> Opening? {
    let isIntent = url.lowercased().hasPrefix("intent:")
    return isIntent ? checker.check(url).report[receiver]?.opening : receivers.outcome(of: url, at: receiver).opening
}

func fields(_ opening: Opening?) -> [Any?] {
    switch opening {
    case .stop(let stop): ["stop", stop.regionID, stop.stopID]
    case .viewStop(let stop): ["view-stop", stop.stopID]
    case .trip(let trip): ["trip", trip.regionID, trip.stopID, trip.tripID]
    case .addRegion(let region):
        [
            "add-region", region.name, region.obaBaseURL, region.regionID, region.otpURL, region.sidecarURL, region.umami?.url,
            region.umami?.id,
        ]
    case .alert, nil: ["closed"]
    }
}

var out = Data()
for url in FileHandle.standardInput.readDataToEndOfFile().split(separator: 0, omittingEmptySubsequences: false).dropLast() {
    let values = fields(opening(of: String(decoding: url, as: UTF8.self))).map { $0 ?? NSNull() }
    out += try JSONSerialization.data(withJSONObject: values, options: .withoutEscapingSlashes) + Data("\n".utf8)
}
FileHandle.standardOutput.write(out)
