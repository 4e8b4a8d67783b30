// FeedInfo: feed_info.txt: who publishes the feed, and for which days. GTFS doesn't require it.

package struct FeedInfo: Sendable, Equatable {
    package var publisherName = ""
    package var publisherURL = ""
    package var language = ""
    package var version = ""
    /// The first and last day for which the feed has the service; nil where it doesn't say.
    package var startDate: ServiceDay?
    package var endDate: ServiceDay?

    package init() {}
}

extension FeedInfo {
    static let file = "feed_info.txt"

    /// The first row of feed_info.txt; nil where the feed has no such file, or nothing in it.
    /// - Throws: of the table.
    package init?(reading tables: any FeedTables, notices: @escaping NoticeSink) throws(FeedError) {
        guard let source = try tables.table(Self.file) else { return nil }
        var table = try CSVTable(reading: source, file: Self.file, notices: notices)
        let names = ["publisher_name", "publisher_url", "lang", "version", "start_date", "end_date"]
        table.trimmedColumns = names.compactMap { table.column("feed_" + $0) }
        guard try table.next() else { return nil }
        self.init()
        publisherName = table.text(of: table.column("feed_publisher_name"))
        publisherURL = table.text(of: table.column("feed_publisher_url"))
        language = table.text(of: table.column("feed_lang"))
        version = table.text(of: table.column("feed_version"))
        startDate = table.optionalDate("feed_start_date")
        endDate = table.optionalDate("feed_end_date")
        if try table.next() { table.report(.moreThanOneEntity, column: nil, "only the first row is read") }
    }
}

extension CSVTable {
    /// The date in the column of that name; nil where there is none, and, reported, where it isn't one.
    fileprivate func optionalDate(_ name: String) -> ServiceDay? {
        guard let column = column(name), !field(column).isEmpty else { return nil }
        if let day = ServiceDay(gtfs: bytes.span.extracting(field(column))) { return day }
        report(.invalidDate, column: column, "not a date (YYYYMMDD); it isn't used")
        return nil
    }
}
