// PublishedStop: one stop as every output of a batch shows it: what the feed says of it, and its links.

internal import Feeds
package import TransitLinks

package struct PublishedStop: Sendable {
    /// `stop_id`, as in the feed.
    package let feedID: String
    /// `stop_code`, what riders know; nil where the feed has none.
    package let code: String?
    /// `stop_name`; the ID where the feed has none.
    package let name: String
    package let description: String?
    /// `platform_code`
    package let platform: String?
    /// What tells it from another stop of the same name, number and platform, for people; nil where there is none.
    package let note: String?
    /// The agency's name, for people.
    package let agency: String
    /// Its links; `links.request.stop` has the OneBusAway ID and the coordinate.
    package let links: LinkSet
    /// The name of its files without a suffix, from `FileStem`.
    package let fileStem: String

    package init(
        feedID: String, code: String?, name: String, description: String?, platform: String?,
        note: String? = nil, agency: String, links: LinkSet, fileStem: String
    ) {
        self.feedID = feedID
        self.code = code
        self.name = name
        self.description = description
        self.platform = platform
        self.note = note
        self.agency = agency
        self.links = links
        self.fileStem = fileStem
    }
}

extension PublishedStop {
    /// A stop of a feed; nil where `transitlink make` would refuse it, which it doesn't for one of a chunk.
    package init?(_ linked: LinkedStop, of chunk: StopChunk, _ context: LinkContext, note: String? = nil) {
        let request: ShareRequest
        do throws(RequestErrors) { request = try chunk.request(for: linked, named: false, context.links) } catch { return nil }
        let (stop, feed) = (linked.stop, chunk.feed)
        let feedID = feed.text(stop.id)
        self.init(
            feedID: feedID, code: feed.given(stop.code), name: feed.given(stop.name) ?? feedID,
            description: feed.given(stop.description), platform: feed.given(stop.platformCode), note: note,
            agency: context.agency, links: context.links(for: request), fileStem: FileStem.text(request.stop.id.text))
    }
}

extension PublishedStop {
    /// The name, with what tells it from another of that name: for titles.
    package var fullName: String { note.map { "\(name) · \($0)" } ?? name }
}
