// LinkTableListing: the table for people: of each row what it needs of a request, and what a region and app lack for it.

/// A row as it stands with a region and an app.
public struct ListedLink: Sendable {
    public let row: LinkRow
    /// The values of a request without which there is no link, for a stop and for a trip, by their names in templates.
    public let needs: [String]
    public let tripNeeds: [String]
    /// What the region, the app or the configuration lacks, so that the link never exists; empty where it can.
    public let missing: [String]
}

extension LinkTable {
    /// Every row, those of the operator's own last.
    public static func listing(
        of region: Region, app: AppProfile, operatorLinks: OperatorLinks = OperatorLinks()
    ) -> [ListedLink] {
        let constants = LinkConstants(region, app, wayfinder: operatorLinks.wayfinders[region.id])
        return (rows + operatorLinks.own.map(LinkRow.init)).map { row in
            let missing = row.stop.map { $0.missing(constants) }
            // What the form with the fewest needs lacks: the others fall back on it.
            let least = missing.min { $0.count < $1.count } ?? []
            let fares = row.name == "fare.web" && operatorLinks.agencyFares.isEmpty ? ["agency_fare_url"] : []
            return ListedLink(
                row: row, needs: row.stop.last?.requestNeeds ?? [], tripNeeds: row.trip.last?.requestNeeds ?? [],
                missing: least + fares)
        }
    }
}

extension LinkTemplate {
    /// Names of the constants that it needs and that are not there.
    fileprivate func missing(_ constants: LinkConstants) -> [String] {
        needs.filter { !$0.isOfRequest && constants[$0.inTable] == nil }.map(\.name)
    }

    fileprivate var requestNeeds: [String] {
        var names: [String] = []
        for need in needs where need.isOfRequest && !names.contains(need.name) { names.append(need.name) }
        return names
    }
}

extension LinkVariable {
    /// The page, as another link's value, exists where its base does.
    fileprivate var inTable: LinkVariable { self == .web || self == .webWithoutScheme ? .sidecar : self }

    /// The name in templates.
    var name: String { Self.namesOfTable.first { $0.variable == self }?.name ?? "vehicle_id" }
}
