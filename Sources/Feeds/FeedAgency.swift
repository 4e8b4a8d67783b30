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

    /// The agencies of the feed in the order of the file, of a doubled ID the first alone.
    /// - Throws: `missingFile`; `missingColumn` where the table has neither agency_id nor agency_name; `badTable` without a
    ///   row; of the table.
    package static func list(_ tables: any FeedTables, notices: @escaping NoticeSink) throws(FeedError) -> [FeedAgency] {
        guard let source = try tables.table(file) else { throw .missingFile(file, found: tables.fileNames) }
        var table = try CSVTable(reading: source, file: file, notices: notices)
        if table.column("agency_id") == nil { _ = try table.requiredColumn("agency_name") }
        let columns = AgencyColumns(table)
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
        if agencies.isEmpty { throw .badTable("\(file) has no row: a feed names the agency whose stops it holds") }
        return agencies
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

    func agency(_ table: borrowing CSVTable) -> FeedAgency {
        FeedAgency(
            id: table.text(of: id), name: table.text(of: name), url: table.text(of: url),
            timeZone: table.text(of: timeZone), language: table.text(of: language), fareURL: table.text(of: fareURL),
            row: table.row)
    }

    func report(_ agency: FeedAgency, first: FeedAgency?, _ table: borrowing CSVTable) {
        for column in [id, name, timeZone] {
            if let column, table.field(column) != table.wholeField(column) { table.reportBlanks(column) }
        }
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
