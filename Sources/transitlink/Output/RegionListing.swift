// RegionListing: the region directory in text and as JSON, in the order of its file.

internal import Escaping
internal import TransitLinks

struct RegionListing {
    let directory: RegionDirectory
    let current: RegionChoice

    /// A line a region, the directory's source behind them.
    func lines(source: String) -> [String] {
        let rows = directory.regions.map { region in
            (
                id: String(region.id.rawValue), name: Printable.escaped(region.name), rest: Self.remarks(region),
                region.id
            )
        }
        let idWidth = rows.map(\.id.count).max() ?? 0
        let nameWidth = rows.map(\.name.count).max() ?? 0
        let lines = rows.map { row in
            let mark = current == .id(row.3) ? "* " : "  "
            let id = String(repeating: " ", count: idWidth - row.id.count) + row.id
            let gap = row.rest.isEmpty ? "" : String(repeating: " ", count: nameWidth - row.name.count + 2)
            return mark + id + " " + row.name + gap + row.rest
        }
        return lines + ["\(rows.count) regions; directory: \(Printable.escaped(source))"]
    }

    private static func remarks(_ region: Region) -> String {
        var remarks: [String] = []
        if !region.isActive { remarks.append("inactive") }
        if region.isExperimental { remarks.append("experimental") }
        if region.sidecar == nil { remarks.append("no web links") }
        return remarks.joined(separator: ", ")
    }

    /// One line.
    func json(source: String) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.field("source", source)
        if case .id(let id) = current { json.field("current", id.rawValue) } else { json.field("current", "auto") }
        json.key("regions")
        json.beginArray()
        for region in directory.regions { Self.write(region, to: &json) }
        json.endArray()
        json.key("warnings")
        json.beginArray()
        for warning in directory.warnings { json.value(warning.description) }
        json.endArray()
        json.endObject()
        json.endLine()
        return json.bytes.bytes
    }
}

extension RegionListing {
    /// A line a property that the region has.
    static func description(of region: Region) -> [String] {
        let fare = RegionLinks(region).fare
        let rows: [(String, String?)] = [
            ("id", String(region.id.rawValue)), ("name", region.name),
            ("active", region.isActive ? "yes" : "no"), ("experimental", region.isExperimental ? "yes" : "no"),
            ("sidecar", region.sidecar?.text), ("sidecar problem", region.sidecarProblem),
            ("OBA server", region.obaBaseURL),
            ("language", region.language),
        ]
        let links = fare.map { ($0.name.replacingEach(".", with: " "), Optional($0.text)) }
        let warning = [("fare warning", region.fareApp.warningTitle), ("", region.fareApp.warningBody)]
        let bounds = region.bounds.map { ("bound", Optional(text(of: $0))) }
        return (rows + links + warning + bounds).compactMap { label, value in
            value.map { label + String(repeating: " ", count: 17 - label.count) + Printable.escaped($0) }
        }
    }

    private static func text(of bound: RegionBound) -> String {
        "\(text(of: bound.centre)), \(text(of: bound.latitudeSpan)) × \(text(of: bound.longitudeSpan)) degrees"
    }

    /// `47.6, -122.3`, never with an exponent.
    static func text(of place: Coordinate) -> String { "\(text(of: place.latitude)), \(text(of: place.longitude))" }

    private static func text(of number: Double) -> String { ByteWriter.text { $0.append(fixed: number) } }

    /// One line.
    static func json(of region: Region) -> [UInt8] {
        var json = JSONWriter()
        write(region, to: &json)
        json.endLine()
        return json.bytes.bytes
    }

    private static func write(_ region: Region, to json: inout JSONWriter) {
        json.beginObject()
        json.field("id", region.id.rawValue)
        json.field("name", region.name)
        json.field("active", region.isActive)
        json.field("experimental", region.isExperimental)
        json.field("sidecarBaseUrl", region.sidecar?.text)
        json.field("sidecarProblem", region.sidecarProblem)
        json.field("obaBaseUrl", region.obaBaseURL)
        json.field("language", region.language)
        json.key("bounds")
        json.beginArray()
        for bound in region.bounds { write(bound, to: &json) }
        json.endArray()
        RegionLinks(region).writeFare(to: &json)
        json.endObject()
    }

    static func write(_ bound: RegionBound, to json: inout JSONWriter) {
        json.beginObject()
        let numbers: [(StaticString, Double)] = [
            ("lat", bound.centre.latitude), ("lon", bound.centre.longitude), ("latSpan", bound.latitudeSpan),
            ("lonSpan", bound.longitudeSpan),
        ]
        for (key, number) in numbers {
            json.key(key)
            json.bytes.append(fixed: number)
        }
        json.endObject()
    }
}
