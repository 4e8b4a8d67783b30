// StopRenderer: what a thread makes of a chunk of stops: IDs, links, every format's bytes, and the files that a stop has for
// itself. It knows no order and no other chunk.

internal import Feeds
internal import Publishing
internal import QRCodes
internal import Staging
internal import TransitLinks

struct StopRenderer: Sendable {
    let feed: FeedStops
    /// Rows of `feed` that links are made for.
    let rows: [UInt32]
    let ids: CombinedIDs
    let prefix: CombinedIDs.Prefix
    let region: RegionOfFeed
    let formats: [any StopFormat]
    let pages: StopPages?

    /// Fills the chunk; what fails is said in it.
    func render(_ chunk: StopsInHand) {
        chunk.content.withLock { content in
            link(&content)
            for format in formats {
                var notices: [FeedNotice] = []
                format.append(content.linked, to: &content.bytes) { notices.append($0) }
                content.notices += notices
                content.ends.append(content.bytes.count)
            }
            do throws(Failure) { try pages?.make(&content) } catch { content.failure = error }
        }
    }

    /// Gives the chunk's stops their OneBusAway IDs.
    private func link(_ content: inout StopsInHand.Content) {
        var id: [UInt8] = []
        let bytes = feed.bytes.span
        for place in content.range {
            let stop = feed.rows[Int(rows[place])]
            id.removeAll(keepingCapacity: true)
            ids.append(prefix, bytes.extracting(stop.id.indices), to: &id)
            if let notice = refusal(of: stop, id) {
                content.notices.append(notice)
                content.refused += 1
            } else {
                if !region.isDoubtful, region.outside > 0, stop.hasCoordinate, !region.region.contains(stop) {
                    content.notices.append(outside(stop))
                }
                content.linked.append(stop, id: id.span)
            }
        }
    }

    /// Why a stop has no links.
    private func refusal(of stop: FeedStop, _ id: [UInt8]) -> FeedNotice? {
        do throws(IdentifierError) {
            if stop.id.isEmpty { throw .empty }
            try StopID.check(id.span)
            return nil
        } catch {
            let text = feed.text(stop.id)
            return FeedNotice(
                .refusedID, file: "stops.txt", row: Int(stop.row), field: "stop_id", value: String(text.prefix(80)),
                "no links: " + error.message(limit: StopID.maximumBytes))
        }
    }

    private func outside(_ stop: FeedStop) -> FeedNotice {
        FeedNotice(
            .outsideRegion, file: "stops.txt", row: Int(stop.row), field: "stop_lat",
            value: "\(stop.latitude),\(stop.longitude)",
            "it lies outside of region \(region.region.id.rawValue) \(region.region.name), and links to it all the same")
    }
}
