// CombinedIDs: the one place where an ID of a feed becomes OneBusAway's, `agency_id` and `_` before it, as the server's
// bundle builder does it. Read in OneBusAway/onebusaway-gtfs-modules: AgencyAndId.convertToString joins with `_`;
// GtfsReader names an agency without an ID by the operator's default agency ID, else by its name;
// DefaultAgencyIdFieldMappingFactory gives a stop the default agency, else the first of agency.txt (here the choice is the
// user's, where there are several); RouteAgencyFieldMappingFactory gives a route without agency_id the only agency, and a
// trip's is that of its route; IndividualCsvEntityReader trims every value (java.lang.String.trim).

internal import Escaping

/// How the IDs of one feed become OneBusAway's.
package struct CombinedIDs: Sendable {
    /// What stands before the IDs of one agency: `1_`. For a row to keep; of use in the feed that it came from.
    package struct Prefix: Sendable, Hashable {
        fileprivate let index: UInt32
        /// No prefix: the IDs are combined already.
        fileprivate static let none = Prefix(index: 0)
    }

    /// All prefixes, one behind the other: an array for each would be counted up and down with every ID, by all threads at once.
    private var texts: [UInt8] = []
    /// Where each stands in `texts`; the first is the empty one.
    private var places: [Range<Int>] = [0..<0]
    private var prefixByAgency: [[UInt8]: Prefix] = [:]
    /// The agencies of agency.txt by the ID that the server gives them, in the order of the file.
    private let agencies: [[UInt8]]
    /// Each agency as a person chooses it: the ID as a shell takes it, and the name.
    private let choices: [String]
    /// Of what names no agency of its own: stops, and routes without one.
    private var defaultPrefix: Prefix?
    /// The feed's IDs have their agency already.
    private let combined: Bool
    /// The `agency_id`s of routes that agency.txt has, as the server gives them.
    private let known: Set<[UInt8]>

    /// - Parameters:
    ///   - agencies: the rows of agency.txt.
    ///   - agency: the ID that the user gave with `--agency`: of the stops, and of an agency without an ID. It doesn't take
    ///     the place of an ID that agency.txt has: those would be other trips on the server.
    ///   - combined: the feed's IDs have their agency already and stay as they are, but for the blanks around them.
    package init(agencies rows: [FeedAgency], agency: String? = nil, combined: Bool = false, notices: NoticeSink = { _ in }) {
        self.combined = combined
        guard !combined else {
            (agencies, choices, defaultPrefix) = ([], [], Prefix.none)
            known = Set(Self.serverIDs(rows, given: nil) { _ in })
            return
        }
        let given = agency.map { Blanks.trimmed(Array($0.utf8)) }.flatMap { $0.isEmpty ? nil : $0 }
        agencies = Self.serverIDs(rows, given: given, notices)
        known = Set(agencies)
        choices = agencies.map { Self.choice($0, rows) }
        for id in agencies + (given.map { [$0] } ?? []) where prefixByAgency[id] == nil {
            addPrefix(of: id)
        }
        let only = agencies.count == 1 ? agencies.first : nil
        defaultPrefix = (given ?? only).flatMap { [prefixByAgency] in prefixByAgency[$0] }
        if let given, !agencies.isEmpty, !agencies.contains(given) { notices(.agencyGivenIsNotInFeed(given)) }
    }

    /// What stands before the ID of a stop.
    /// - Throws: `undecided` where the feed has several agencies, or one without ID and name, and the user gave none; the
    ///   text names them.
    package func ofStops() throws(FeedError) -> Prefix {
        guard let defaultPrefix else { throw .undecided(undecidedText) }
        return defaultPrefix
    }

    /// What stands before the IDs of the trips of a route: of its agency; without one, of the only agency, else of the one
    /// that the user gave. An agency that agency.txt hasn't is taken at its word: whoever mends the feed adds the agency
    /// and doesn't rename the trips.
    /// - Parameter agencyID: agency_id of routes.txt, empty where it says nothing.
    /// - Returns: nil where nothing decides it: no agency_id, several agencies, none given.
    package mutating func ofTrips(routeAgency agencyID: Span<UInt8>) -> Prefix? {
        if combined { return Prefix.none }
        let id = Blanks.trimmed(agencyID)
        guard !id.isEmpty else { return agencies.count == 1 ? prefixByAgency[agencies[0]] : defaultPrefix }
        if let known = prefixByAgency[id] { return known }
        return addPrefix(of: id)
    }

    /// Whether OneBusAway's server knows the agency of a route with this `agency_id`: agency.txt has it, or the only agency of
    /// agency.txt is that of every route that names none. Else the server refuses the feed (RouteAgencyFieldMappingFactory).
    package func isKnown(routeAgency agencyID: Span<UInt8>) -> Bool {
        let id = Blanks.trimmed(agencyID)
        return id.isEmpty ? known.count == 1 : known.contains(id)
    }

    /// Whether `--combined` says that the ID names its agency, and it names none: something, `_`, something is what does.
    package func lacksAgency(_ id: Span<UInt8>) -> Bool {
        guard combined else { return false }
        let range = Blanks.trim(id, 0..<id.count)
        let first = range.first { id[$0] == UInt8(ascii: "_") }
        return first.map { $0 == range.lowerBound || $0 == range.upperBound - 1 } ?? true
    }

    @discardableResult
    private mutating func addPrefix(of agency: [UInt8]) -> Prefix {
        let new = Prefix(index: UInt32(places.count))
        prefixByAgency[agency] = new
        let start = texts.count
        texts += agency + [UInt8(ascii: "_")]
        places.append(start..<texts.count)
        return new
    }

    /// Appends the combined ID of the feed's `id` to `out`.
    package func append(_ prefix: Prefix, _ id: Span<UInt8>, to out: inout [UInt8]) {
        let prefix = texts.span.extracting(places[Int(prefix.index)])
        let range = Blanks.trim(id, 0..<id.count)
        out.append(addingCapacity: prefix.count + range.count) { out in
            for at in prefix.indices { out.append(prefix[at]) }
            for at in range { out.append(id[at]) }
        }
    }

    /// The agencies by the ID that the server gives them, each once.
    private static func serverIDs(_ rows: [FeedAgency], given: [UInt8]?, _ notices: NoticeSink) -> [[UInt8]] {
        var ids: [[UInt8]] = []
        for row in rows {
            var id = Blanks.trimmed(Array(row.id.utf8))
            if id.isEmpty {
                id = given ?? Blanks.trimmed(Array(row.name.utf8))
                if given == nil { notices(.nameForID(row)) }
            }
            if id.contains(UInt8(ascii: "_")) { notices(.underscoreInAgency(row, id)) }
            if !id.isEmpty, !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    private static func choice(_ id: [UInt8], _ rows: [FeedAgency]) -> String {
        let text = String(decoding: id, as: UTF8.self)
        let name = rows.first { $0.id == text }?.name ?? ""
        let word = ShellWord.quoted(text)
        return name.isEmpty || name == text ? word : "\(word) (\(Printable.escaped(String(name.prefix(40)))))"
    }

    private var undecidedText: String {
        if agencies.isEmpty {
            return "agency.txt has neither agency_id nor agency_name for the IDs of the stops: give --agency"
        }
        // More than these aren't read by anybody in one line.
        let shown = choices.prefix(8).joined(separator: ", ") + (choices.count > 8 ? ", …" : "")
        return "which of its \(agencies.count) agencies the stops belong to isn't said by the feed: give --agency, one of "
            + shown + ", or --combined where the IDs name their agency already"
    }
}

extension FeedNotice {
    fileprivate static func nameForID(_ row: FeedAgency) -> FeedNotice {
        FeedNotice(
            .missingRecommendedField, file: "agency.txt", row: row.row, field: "agency_id", value: "",
            "IDs carry the agency's name, as on the server; --agency gives another")
    }

    fileprivate static func underscoreInAgency(_ row: FeedAgency, _ id: [UInt8]) -> FeedNotice {
        FeedNotice(
            .underscoreInAgencyID, file: "agency.txt", row: row.row, field: row.id.isEmpty ? "agency_name" : "agency_id",
            value: String(decoding: id.prefix(256), as: UTF8.self), "receivers split an ID at its first '_'")
    }

    fileprivate static func agencyGivenIsNotInFeed(_ id: [UInt8]) -> FeedNotice {
        FeedNotice(
            .agencyNotInFeed, file: "agency.txt", row: 0, field: "agency_id",
            value: String(decoding: id.prefix(256), as: UTF8.self),
            "the agency given isn't in the feed; stops carry it all the same")
    }
}
