// FeedAgency: a row of agency.txt.

package struct FeedAgency: Sendable, Equatable {
    /// As in the feed; empty where the column is absent or blank.
    package var id: String
    package var name: String
    package var url: String
    /// Trimmed: feeds hold stray blanks.
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
