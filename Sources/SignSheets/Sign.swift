// Sign: what one printed sign says. Where its parts stand and how large is the template's business.

package struct Sign: Sendable, Equatable {
    package var stopName: String
    /// What riders know, `stop_code`; nil where the feed has none.
    package var stopCode: String?
    /// `platform_code`; nil where the feed has none.
    package var platform: String?
    package var agency: String
    /// What the QR code holds.
    package var url: String

    package init(stopName: String, stopCode: String?, platform: String? = nil, agency: String, url: String) {
        self.stopName = stopName
        self.stopCode = stopCode
        self.platform = platform
        self.agency = agency
        self.url = url
    }

    /// How a bookmark names the sign: `4th Ave & Pike St (75403)`.
    package var title: String {
        guard let stopCode else { return stopName }
        return stopName.isEmpty ? stopCode : "\(stopName) (\(stopCode))"
    }
}
