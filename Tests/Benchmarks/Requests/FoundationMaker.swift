// FoundationMaker: what `transitlink make` does, as one writes it with Foundation in an afternoon: a line in, JSONDecoder,
// URLComponents, JSONEncoder, a line out. It knows one region, one app and one kind of request, refuses nothing, and writes
// the same values as the tool, which the benchmark checks.

import Foundation

struct FoundationMaker {
    private let decoder = JSONDecoder()
    private let encoder = JSONEncoder()
    private let unreserved = CharacterSet(charactersIn: "-._~:").union(.alphanumerics)

    init() { encoder.outputFormatting = .withoutEscapingSlashes }

    /// Standard input to standard output.
    func run() throws {
        var output = Data()
        while let line = readLine() {
            output += try encoder.encode(result(of: try decoder.decode(PlainRequest.self, from: Data(line.utf8))))
            output.append(0x0A)
            if output.count > 1 << 16 { flush(&output) }
        }
        flush(&output)
    }

    private func flush(_ output: inout Data) {
        FileHandle.standardOutput.write(output)
        output.removeAll(keepingCapacity: true)
    }

    private func result(of request: PlainRequest) -> PlainResult {
        let web = page(of: request, withDestination: true)
        let app = link("onebusaway", "view-stop", "", [("stopID", request.stop.id), ("regionID", "1")])
        let links = PlainResult.Links(web: web, app: app, android: intent(to: web))
        return PlainResult(id: request.id, links: links, handoff: handoff(of: request))
    }

    private func page(of request: PlainRequest, withDestination: Bool) -> String {
        let trip = request.trip
        var items = [
            ("trip_id", trip.id), ("service_date", String(trip.serviceDate)), ("stop_sequence", String(trip.stopSequence)),
        ]
        if withDestination, let destination = trip.destinationStopId {
            items.append(("destination_stop_id", destination))
        }
        return link("https", "sidecar.onebusaway.org", "/regions/1/stops/\(request.stop.id)/trips", items)
    }

    private func intent(to web: String) -> String {
        let fallback = web.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        return "intent\(web.dropFirst(5))#Intent;scheme=https;package=com.joulespersecond.seattlebusbot;"
            + "S.browser_fallback_url=\(fallback);end"
    }

    private func handoff(of request: PlainRequest) -> PlainResult.Handoff {
        let trip = request.trip
        let identifier = "region_1_trip_\(trip.id)"
        let date = Date(timeIntervalSince1970: trip.serviceDate).formatted(.iso8601)
        return PlainResult.Handoff(
            title: [trip.route, trip.headsign].compactMap { $0 }.joined(separator: " - "),
            persistentIdentifier: identifier, targetContentIdentifier: identifier,
            userInfo: PlainResult.Handoff.UserInfo(
                serviceDate: date, stopID: request.stop.id, stopSequence: trip.stopSequence, tripID: trip.id,
                vehicleID: trip.vehicleId),
            webpageURL: page(of: request, withDestination: false))
    }

    private func link(_ scheme: String, _ host: String, _ path: String, _ items: [(String, String)]) -> String {
        var parts = URLComponents()
        parts.scheme = scheme
        parts.host = host
        parts.path = path
        parts.queryItems = items.map { URLQueryItem(name: $0.0, value: $0.1) }
        return parts.string ?? ""
    }
}
