extension FeedAgency {
    package static func list(_ tables: any FeedTables, notices: @escaping NoticeSink) throws(FeedError) -> [FeedAgency] {
        guard let source = try tables.table("agency.txt") else { throw .missingFile("agency.txt", found: []) }
        var t = try CSVTable(reading: source, file: "agency.txt", notices: notices)
        var all: [FeedAgency] = []
        func f(_ t: borrowing CSVTable, _ n: String) -> String { t.text(t.field(t.column(n))) }
        while try t.next() {
            all.append(FeedAgency(id: f(t, "agency_id"), name: f(t, "agency_name"), timeZone: f(t, "agency_timezone"), language: f(t, "agency_lang"), row: t.row))
        }
        return all
    }
}
extension FeedStops {
    package init(reading tables: any FeedTables, notices: @escaping NoticeSink) throws(FeedError) {
        guard let source = try tables.table("stops.txt") else { throw .missingFile("stops.txt", found: []) }
        var t = try CSVTable(reading: source, file: "stops.txt", notices: notices)
        var bytes: [UInt8] = []
        var rows: [FeedStop] = []
        let names = ["stop_id", "stop_code", "stop_name", "stop_desc", "platform_code", "stop_url", "zone_id", "parent_station", "stop_lat", "stop_lon", "location_type"].map { t.column($0) }
        while try t.next() {
            func r(_ i: Int) -> ByteRange {
                let f = t.field(names[i])
                bytes += t.bytes[f]
                return ByteRange(start: UInt32(bytes.count - f.count), count: UInt32(f.count))
            }
            rows.append(FeedStop(id: r(0), code: r(1), name: r(2), description: r(3), platformCode: r(4), url: r(5), zone: r(6), parentStation: r(7), latitude: Double(t.text(t.field(names[8]))) ?? .nan, longitude: Double(t.text(t.field(names[9]))) ?? .nan, type: LocationType(rawValue: UInt8(t.text(t.field(names[10]))) ?? 0) ?? .stop, row: UInt32(t.row)))
        }
        self.init(bytes: bytes, rows: rows)
    }
}
extension FeedRoutes {
    package init(reading tables: any FeedTables, notices: @escaping NoticeSink) throws(FeedError) { fatalError() }
    package func text(_ range: ByteRange) -> String { String(decoding: bytes[range.indices], as: UTF8.self) }
}
extension FeedRoute { package var riderName: ByteRange { .empty } }
