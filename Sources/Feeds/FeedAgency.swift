// FeedAgency: agency.txt. Which of the agencies an ID belongs to is CombinedIDs' to say.

/// A row of agency.txt; every text without blanks at its ends, as the server reads it.
package struct FeedAgency: Sendable, Equatable {
    /// Empty where the column is absent or blank.
    package var id: String
    package var name: String
    package var url: String
    /// A name of the time-zone database.
    package var timeZone: String
    package var language: String
    package var fareURL: String
    package var row: Int

    package init(
        id: String, name: String, url: String = "", timeZone: String = "", language: String = "", fareURL: String = "",
        row: Int = 2
    ) {
        self.id = id
        self.name = name
        self.url = url
        self.timeZone = timeZone
        self.language = language
        self.fareURL = fareURL
        self.row = row
    }
}

extension FeedAgency {
    static let file = "agency.txt"

    /// An ID that a person gives, without blanks at its ends, as IDs are read.
    package static func trimmed(_ id: String) -> String { String(decoding: Blanks.trimmed(Array(id.utf8)), as: UTF8.self) }

    /// The agencies of the feed in the order of the file, of a doubled ID the first alone.
    /// - Parameter isRequired: whether a feed without agencies is refused; else it has a notice.
    /// - Throws: `missingFile`; `missingColumn` where the table has neither agency_id nor agency_name; `badTable` without a
    ///   row; of the table.
    package static func list(
        _ tables: any FeedTables, isRequired: Bool = true, notices: @escaping NoticeSink
    ) throws(FeedError) -> [FeedAgency] {
        guard let source = try tables.table(file) else {
            if isRequired { throw .missingFile(file, found: tables.fileNames) }
            notices(.noAgency("the feed hasn't it, which GTFS requires; stops are linked as the options say"))
            return []
        }
        var table = try CSVTable(reading: source, file: file, notices: notices)
        if table.column("agency_id") == nil { _ = try table.requiredColumn("agency_name") }
        let columns = AgencyColumns(table)
        table.trimmedColumns = columns.all
        var agencies: [FeedAgency] = []
        while try table.next() {
            let agency = columns.agency(table)
            if agencies.contains(where: { $0.id == agency.id && ($0.name == agency.name || !agency.id.isEmpty) }) {
                table.report(.duplicateKey, column: columns.id, "left out: the first agency with this ID stays")
                continue
            }
            columns.report(agency, first: agencies.first, table)
            agencies.append(agency)
        }
        if agencies.isEmpty {
            if isRequired { throw .badTable("\(file) has no row: a feed names the agency whose stops it holds") }
            notices(.noAgency("it has no row, and GTFS requires one; stops are linked as the options say"))
        }
        return agencies
    }
}

extension FeedNotice {
    fileprivate static func noAgency(_ message: String) -> FeedNotice {
        FeedNotice(.missingRequiredFile, file: FeedAgency.file, row: 0, field: "", value: "", message)
    }
}

private struct AgencyColumns {
    let id, name, url, timeZone, language, fareURL: Int?

    init(_ table: borrowing CSVTable) {
        id = table.column("agency_id")
        name = table.expectedColumn("agency_name", "agencies are shown by their IDs")
        url = table.column("agency_url")
        timeZone = table.expectedColumn("agency_timezone", "trips have no service date")
        language = table.column("agency_lang")
        fareURL = table.column("agency_fare_url")
    }

    var all: [Int] { [id, name, url, timeZone, language, fareURL].compactMap { $0 } }

    func agency(_ table: borrowing CSVTable) -> FeedAgency {
        FeedAgency(
            id: table.text(of: id), name: table.text(of: name), url: table.text(of: url),
            timeZone: table.text(of: timeZone), language: table.text(of: language), fareURL: table.text(of: fareURL),
            row: table.row)
    }

    func report(_ agency: FeedAgency, first: FeedAgency?, _ table: borrowing CSVTable) {
        if let id, UnseenCharacters.arePresent(in: table.bytes, table.field(id)) { table.reportUnseen(id) }
        if let name, agency.name.isEmpty {
            table.report(.missingRequiredField, column: name, "the agency is shown by its ID")
        }
        guard let timeZone else { return }
        if agency.timeZone.isEmpty {
            table.report(.missingRequiredField, column: timeZone, "the agency's trips have no service date")
        } else if let first, first.timeZone != agency.timeZone {
            table.report(
                .inconsistentAgencyTimezone, column: timeZone, "GTFS wants one for all; a trip's is that of its agency")
        }
    }
}
