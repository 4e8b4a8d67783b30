// site-maker: a whole site from made stops on standard input, in any number and of any text, and how fast that is.
//
//   site-maker DIR [--region N] [--language TAG] [--title TEXT] [--qr] < STOPS.ndjson
//
// A line is {"id", "name", "code", "platform", "description", "lat", "lon", "stem"}, the ID combined; `--qr` adds qr/STEM.svg and
// qr/STEM.png.

import Foundation
import Publishing
import QRCodes
import TestSupport
import TransitLinks

struct Line: Decodable {
    var id, name, stem: String
    var code, platform, description: String?
    var lat, lon: Double?
}

var (region, language, title, hasCodes, folder) = (Int64(1), "en", "Test Transit", false, "")
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--region": region = Int64(arguments.popFirst() ?? "") ?? 1
    case "--language": language = arguments.popFirst() ?? ""
    case "--title": title = arguments.popFirst() ?? ""
    case "--qr": hasCodes = true
    default: folder = argument
    }
}

let directory = try RegionDirectory(decoding: Repository.bytes("Config/regions.json"))
let place = directory[RegionID(rawValue: region)]!
let app = AppProfile(
    name: "onebusaway", scheme: "onebusaway", bundleIdentifier: "org.onebusaway.iphone", appStoreID: "329380089",
    androidPackage: "com.joulespersecond.seattlebusbot")
let site = Site(
    title: title, agency: title, language: LanguageTag(language), url: try SidecarBase("https://stops.example/transit/"))

func published(_ line: Line) throws -> PublishedStop {
    var coordinate: Coordinate?
    if let lat = line.lat, let lon = line.lon { coordinate = try Coordinate(latitude: lat, longitude: lon) }
    let stop = SharedStop(id: try StopID(line.id), name: line.name, direction: nil, coordinate: coordinate)
    return PublishedStop(
        feedID: line.id, code: line.code, name: line.name, description: line.description, platform: line.platform,
        agency: site.agency,
        links: LinkSet(
            ShareRequest(id: nil, stop: stop), in: place, app: app, walking: WalkingVendor.all),
        fileStem: line.stem)
}

let stops = try FileHandle.standardInput.readDataToEndOfFile().split(separator: UInt8(ascii: "\n")).map {
    try published(JSONDecoder().decode(Line.self, from: $0))
}
for name in ["stop", "list", "search"] + (hasCodes ? ["qr"] : []) {
    try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
}
let target = folder
func save(_ bytes: [UInt8], _ path: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: "\(target)/\(path)")) }

/// In time of the processor, which says more on a busy machine.
func timed<Result>(_ name: String, _ count: Int, _ work: () throws -> Result) rethrows -> Result {
    let start = clock()
    let result = try work()
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    FileHandle.standardError.write(Data("\(name): \(count) in \(seconds) s, \(Int(Double(count) / seconds))/s\n".utf8))
    return result
}

let codes = timed("codes", stops.count) { stops.map { $0.codeText.flatMap { QRCode($0) } } }
let pages = timed("pages", stops.count) {
    zip(stops, codes).map { stop, code in
        var out = ByteWriter(capacity: 16384)
        site.writePage(of: stop, code: code, to: &out)
        return out.bytes
    }
}
for (stop, page) in zip(stops, pages) { try save(page, Site.pagePath(fileStem: stop.fileStem)) }
let entries = timed("entries", stops.count) {
    var entries = SiteEntries()
    for stop in stops { entries.append(stop) }
    return entries
}
let index = timed("sorting", stops.count) { SiteIndex(site, entries) }
let lists = timed("files of the index", index.fileCount) {
    (0..<index.fileCount).map { file in
        var out = ByteWriter(capacity: 65536)
        index.writeFile(file, to: &out)
        return out.bytes
    }
}
for (file, bytes) in lists.enumerated() { try save(bytes, index.path(ofFile: file)) }
for asset in SiteAssets.files { try save(asset.bytes, asset.path) }
if hasCodes {
    let svgs = timed("SVG drawings", stops.count) {
        zip(stops, codes).map { stop, code in
            var out = ByteWriter(capacity: 8192)
            if let code { QRCodeSVG(moduleSize: 4).write(code, title: stop.name, to: &out) }
            return out.bytes
        }
    }
    let pngs = timed("PNG images", stops.count) {
        codes.map { code in code.map { QRCodePNG.bytes(of: $0, moduleSize: 8) } ?? [] }
    }
    for (at, stop) in stops.enumerated() where codes[at] != nil {
        try save(svgs[at], "qr/\(stop.fileStem).svg")
        try save(pngs[at], "qr/\(stop.fileStem).png")
    }
}
