// FoundationMaker: what `transitlink make` does, as one writes it with Foundation in an afternoon: a line in, JSONDecoder,
// URLComponents, JSONEncoder, a line out. It builds three links where the tool builds all of them with their proofs,
// so it does less of the work.

import Foundation

private struct PlainResult: Encodable {
    struct Links: Encodable {
        let web: String
        let app: String
        let handoff: String
    }
    let id: String?
    let status = "ok"
    let links: Links
}

enum FoundationMaker {
    /// Standard input to standard output.
    static func run() throws {
        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        var output = Data()
        while let line = readLine() {
            let request = try decoder.decode(PlainRequest.self, from: Data(line.utf8))
            output += try encoder.encode(PlainResult(id: request.id, links: links(of: request)))
            output.append(0x0A)
            if output.count > 1 << 16 { flush(&output) }
        }
        flush(&output)
    }

    private static func flush(_ output: inout Data) {
        FileHandle.standardOutput.write(output)
        output.removeAll(keepingCapacity: true)
    }

    private static func links(of request: PlainRequest) -> PlainResult.Links {
        let trip = request.trip
        var items = [
            URLQueryItem(name: "trip_id", value: trip.id),
            URLQueryItem(name: "service_date", value: String(Int(trip.serviceDate))),
            URLQueryItem(name: "stop_sequence", value: String(trip.stopSequence)),
        ]
        if let destination = trip.destinationStopId {
            items.append(URLQueryItem(name: "destination_stop_id", value: destination))
        }
        let path = "/regions/1/stops/\(request.stop.id)/trips"
        let web = link("https", "onebusaway.co", path, items)
        let app = link(
            "onebusaway", "view-trip", "",
            items + [URLQueryItem(name: "stop_id", value: request.stop.id), URLQueryItem(name: "region_id", value: "1")])
        return PlainResult.Links(web: web, app: app, handoff: link("https", "onebusaway.co", path, []))
    }

    private static func link(_ scheme: String, _ host: String, _ path: String, _ items: [URLQueryItem]) -> String {
        var parts = URLComponents()
        parts.scheme = scheme
        parts.host = host
        parts.path = path
        if !items.isEmpty { parts.queryItems = items }
        return parts.string ?? ""
    }
}
