// Sign: what one printed sign says.

package struct Sign: Sendable, Equatable {
    package var stopName: String
    /// What riders know, `stop_code`; nil where the feed has none.
    package var stopCode: String?
    package var agency: String
    /// What the QR code holds.
    package var url: String

    package init(stopName: String, stopCode: String?, agency: String, url: String) {
        self.stopName = stopName
        self.stopCode = stopCode
        self.agency = agency
        self.url = url
    }
}
