// StopRequest: a stop of a feed as the request that a producer would write of it, so that a batch and `transitlink make`
// answer the same: {"kind":"stop","id":stop_id,"stop":{"id":…,"name":stop_name,"lat":…,"lon":…}}.

package import Feeds
package import TransitLinks

extension FeedStop {
    /// nil where the feed has none.
    package var coordinate: Coordinate? {
        do throws(CoordinateError) {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            return nil
        }
    }
}

extension StopChunk {
    /// The request for one of its stops.
    /// - Parameters:
    ///   - named: whether the request carries the feed's `stop_id` as its own `id`, where that fits.
    ///   - links: those that answer it; the stop's code is given where one of them names it.
    /// - Throws: what `make` would refuse it for; an ID that `StopID.check` let pass never is.
    func request(for linked: LinkedStop, named: Bool, _ links: CompiledLinks) throws(RequestErrors) -> ShareRequest {
        let name = feed.text(linked.stop.name)
        let code = links.stop.names(.stopCode) ? feed.text(linked.stop.code) : ""
        return try ShareRequest(
            id: named ? feed.text(linked.stop.id) : nil,
            stop: StopValues(id: idText(linked), name: name, code: code, coordinate: linked.stop.coordinate))
    }
}
