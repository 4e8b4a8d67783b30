// StopRenderer: what a thread makes of a chunk of stops: IDs, links, every format's bytes, and the files that a stop has for
// itself. It knows no order and no other chunk.

internal import Arguments
internal import Feeds
internal import Publishing
internal import QRCodes
internal import Staging
internal import Synchronization
internal import TransitLinks

struct StopRenderer: Sendable {
    let feed: FeedStops
    /// Rows of `feed` that links are made for.
    let rows: [UInt32]
    let ids: CombinedIDs
    let prefix: CombinedIDs.Prefix
    let region: RegionOfFeed
    let formats: [any OutputFormat<StopChunk>]
    let pages: StopPages?
    /// For a sitemap.
    let keepsStems: Bool
    /// For what came, went and moved since the last run.
    let remembers: Bool

    /// Fills the chunk; what fails is said in it.
    func render(_ chunk: StopsInHand) {
        chunk.content.withLock { content in
            link(&content)
            for format in formats { content.parts.append(format, content.linked, &content.notices) }
            if keepsStems { content.stems.append(content.linked) }
            if remembers { remember(&content) }
            do throws(Failure) { try pages?.make(&content) } catch { content.failure = error }
        }
    }

    /// Gives the chunk's stops their OneBusAway IDs.
    private func link(_ content: inout StopsInHand.Content) {
        let looksOutside = region.outside > 0 && !region.isDoubtful
        for place in content.range {
            let stop = feed.rows[Int(rows[place])]
            do throws(IdentifierError) {
                if stop.id.isEmpty { throw .empty }
                try content.linked.append(stop) { ids.append(prefix, feed.bytes.span.extracting(stop.id.indices), to: &$0) }
            } catch {
                content.notices.append(refusal(of: stop, error))
                content.refused += 1
                continue
            }
            if looksOutside, stop.hasCoordinate, !region.region.contains(stop) { content.notices.append(outside(stop)) }
        }
    }

    private func remember(_ content: inout StopsInHand.Content) {
        var memory = StopMemory()
        swap(&memory, &content.memory)
        add(content.linked, to: &memory)
        swap(&memory, &content.memory)
    }

    private func add(_ chunk: StopChunk, to memory: inout StopMemory) {
        let (ids, texts) = (chunk.ids.span, feed.bytes.span)
        var place = ByteWriter(capacity: 64)
        for linked in chunk.stops {
            place.removeAll()
            place.appendLatitude(of: linked.stop, texts)
            let middle = place.count
            place.appendLongitude(of: linked.stop, texts)
            place.withBytes { place in
                memory.add(
                    id: ids.extracting(linked.id.indices), name: texts.extracting(linked.stop.name.indices),
                    latitude: place.extracting(0..<middle), longitude: place.extracting(middle..<place.count))
            }
        }
    }

    /// Why a stop has no links.
    private func refusal(of stop: FeedStop, _ error: IdentifierError) -> FeedNotice {
        FeedNotice(
            .refusedID, file: "stops.txt", row: Int(stop.row), field: "stop_id",
            value: String(feed.text(stop.id).prefix(80)), "no links: " + error.message(limit: StopID.maximumBytes))
    }

    private func outside(_ stop: FeedStop) -> FeedNotice {
        FeedNotice(
            .outsideRegion, file: "stops.txt", row: Int(stop.row), field: "stop_lat",
            value: "\(stop.latitude),\(stop.longitude)",
            region.outsideMessage)
    }
}
