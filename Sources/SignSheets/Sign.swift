// Sign: what one printed sign says. Where its parts stand and how large is the template's business.

package struct Sign: Sendable, Equatable {
    package var stopName: String
    /// What riders know, `stop_code`; nil where the feed has none.
    package var stopCode: String?
    /// `platform_code`; nil where the feed has none.
    package var platform: String?
    /// What tells it from another stop of the same name, number and platform; for bookmarks alone.
    package var note: String?
    package var agency: String
    /// What the QR code holds.
    package var url: String

    package init(stopName: String, stopCode: String?, platform: String? = nil, note: String? = nil, agency: String, url: String)
    {
        self.stopName = stopName
        self.stopCode = stopCode
        self.platform = platform
        self.note = note
        self.agency = agency
        self.url = url
    }

    /// How a bookmark names the sign: `4th Ave & Pike St (75403)`, `Main St (12) · towards Downtown`.
    package var title: String {
        let code = stopCode.map { stopName.isEmpty ? $0 : "(\($0))" } ?? ""
        let parts = [[stopName, code].filter { !$0.isEmpty }.joined(separator: " "), note ?? ""]
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
