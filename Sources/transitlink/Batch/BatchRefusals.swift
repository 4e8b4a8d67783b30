// BatchRefusals: runs whose results are likelier a mistake than meant: no stop at all, none of the last run's stops left, the links
// of another city. Nothing is written then; what can be meant all the same, --force makes.

internal import Arguments
internal import Escaping
internal import Feeds
internal import Publishing
internal import Staging
internal import TransitLinks

extension StopChoice {
    /// - Throws: `Failure` where no stop is left: `usage` where options leave out all that there are, else `badData`.
    func check(_ chosen: ChosenStops, of feed: BatchFeed) throws(Failure) {
        if !rows.isEmpty { return }
        if notChosen > 0 {
            throw Failure(
                .usage,
                "\(chosen.names.joined(separator: " and ")) \(chosen.names.count > 1 ? "choose" : "chooses") none of the feed's "
                    + "\(notChosen.counted("stop")); nothing was written")
        }
        var holds = feed.stopsWithoutID > 0 ? ["\(feed.stopsWithoutID.counted("row")) without a stop_id"] : []
        if !notBoardedText.isEmpty { holds.append(notBoardedText) }
        let found = holds.isEmpty ? "it has a header alone" : "it has \(holds.joined(separator: ", "))"
        throw Failure(.badData, "stops.txt has no stop that riders board at: \(found); nothing was written")
    }
}

extension ChosenStops {
    /// The options that were given.
    fileprivate var names: [String] {
        let given = [("--only", list != nil), ("--route", !routes.isEmpty), ("--bounds", bounds != nil)]
        return given.filter(\.1).map(\.0)
    }
}

extension BatchSummary {
    /// - Throws: `Failure` where no stop has links.
    func checkLinks(_ notices: NoticeLog) throws(Failure) {
        if linked > 0 { return }
        let example = notices.kinds.first { $0.code == .refusedID }.map { ", as \($0.first.sentence)" } ?? ""
        throw Failure(.badData, "none of the feed's \(refused.counted("stop")) can be linked\(example); nothing was written")
    }

    /// - Throws: `Failure` where more than half of the stops of the last run aren't in this one: half a feed, or another agency's.
    func checkLoss() throws(Failure) {
        guard let stopChanges else { return }
        let (went, all) = (stopChanges.count(.went), stopChanges.oldCount)
        guard went * 2 > all, let first = stopChanges.all.first(where: { $0.kind == .went }) else { return }
        let name = Printable.escaped("\(stopChanges.id(of: first)) \(stopChanges.name(of: first))")
        let out = Printable.escaped(options.out ?? "")
        throw Failure(
            .badData,
            "\(out): \(went.grouped) of the \(all.counted("stop")) that the last run published are not in this one (as \(name)), and "
                + "codes in print would lead nowhere; nothing was written. Is it the right feed, agency and choice? "
                + "--force publishes it all the same")
    }
}

extension RegionOfFeed {
    /// Why links of this region aren't written for a feed that lies elsewhere, and whose they would be.
    var refusal: Failure {
        let right =
            better.map {
                let region = $0.region
                return "Region \(region.id.rawValue) \(Printable.quoted(region.name)) has \($0.count.grouped) of them: "
                    + "give --region \(region.id.rawValue), or --force"
            } ?? "No active region of the directory has more of them: give another --regions FILE (transitlink regions init "
            + "makes one), or --force"
        return Failure(
            .badData,
            "\(outside.grouped) of \(located.counted("stop")) lie outside of region \(region.id.rawValue) "
                + "\(Printable.quoted(region.name)), whose links they would get; nothing was written. \(right)")
    }
}
