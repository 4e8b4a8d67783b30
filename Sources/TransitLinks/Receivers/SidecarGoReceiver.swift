// SidecarGoReceiver: the web server's successor, written in Go (OneBusAway/sidecar, and maglev as its transit server): it has
// feeds and an interface of its own, but no page of a stop or a trip. So nothing opens; what it would refuse besides is a note.

enum SidecarGoReceiver {
    static func outcome(of bytes: Span<UInt8>, hosts: [String]) -> ReceiverOutcome {
        let url = ReceivedURL(bytes)
        guard url.isWebPage, url.authority != nil else { return .rejects(.notHTTP) }
        return .rejects(url.isHost(of: hosts, in: bytes) ? .noPages : .otherServer)
    }

    /// 100: more bytes are refused (maglev, `ValidateID`).
    private static let longestID = 100

    /// Whether the transit server takes the ID: letters, digits and `_.:-` alone.
    static func takes(_ id: String) -> Bool {
        (1...longestID).contains(id.utf8.count)
            && id.utf8.allSatisfy {
                ASCIISet.letters.contains($0) || ASCIISet.digits.contains($0) || "_.:-".utf8.contains($0)
            }
    }
}
