import Testing

@testable import Feeds

@Suite struct CombinedIDTests {
    private struct Outcome: Equatable {
        var stop: String?
        var trip: String?
        var notices: [String]
    }

    private func outcome(
        _ agencies: [FeedAgency], agency: String? = nil, combined: Bool = false, routeAgency: String = "",
        stop: String = "75403", trip: String = "t 1"
    ) -> Outcome {
        let notices = Notices()
        var ids = CombinedIDs(agencies: agencies, agency: agency, combined: combined, notices: notices.sink)
        let ofTrips = ids.ofTrips(routeAgency: Array(routeAgency.utf8).span)
        func text(_ prefix: CombinedIDs.Prefix, _ id: String) -> String {
            var out: [UInt8] = []
            ids.append(prefix, Array(id.utf8).span, to: &out)
            return String(decoding: out, as: UTF8.self)
        }
        let ofStops = try? ids.ofStops()
        return Outcome(
            stop: ofStops.map { text($0, stop) }, trip: ofTrips.map { text($0, trip) },
            notices: notices.all.map { "\($0.code.rawValue) \($0.row) \($0.field) '\($0.value)'" })
    }

    private let metro = FeedAgency(id: "1", name: "Metro Transit", row: 2)
    private let sound = FeedAgency(id: "40", name: "Sound Transit", row: 3)
    private let tampa = FeedAgency(id: "", name: "Hillsborough Area Regional Transit", row: 2)

    @Test func theOneAgencyOfTheFeedStandsBeforeEveryID() {
        #expect(outcome([metro]) == Outcome(stop: "1_75403", trip: "1_t 1", notices: []))
        #expect(outcome([metro], routeAgency: "1") == Outcome(stop: "1_75403", trip: "1_t 1", notices: []))
    }

    @Test func aTripHasTheAgencyOfItsRoute() {
        #expect(outcome([metro, sound], agency: "1", routeAgency: "40") == Outcome(stop: "1_75403", trip: "40_t 1", notices: []))
        #expect(outcome([metro, sound], agency: "1", routeAgency: " 40\t").trip == "40_t 1")
    }

    @Test func theAgencyGivenDoesNotReplaceTheOneOfTheFeedInTrips() {
        #expect(
            outcome([metro], agency: "9", routeAgency: "1")
                == Outcome(stop: "9_75403", trip: "1_t 1", notices: ["agency_not_in_feed 0 agency_id '9'"]))
        // RouteAgencyFieldMappingFactory: without agency_id the only agency, not the default one.
        #expect(outcome([metro], agency: "9").trip == "1_t 1")
    }

    @Test func anAgencyWithoutIDGoesByItsName() {
        let name = "Hillsborough Area Regional Transit"
        #expect(
            outcome([tampa])
                == Outcome(
                    stop: "\(name)_75403", trip: "\(name)_t 1", notices: ["missing_recommended_field 2 agency_id ''"]))
        #expect(outcome([tampa], agency: "HART") == Outcome(stop: "HART_75403", trip: "HART_t 1", notices: []))
        #expect(outcome([FeedAgency(id: " \t", name: " Ride \n")]).stop == "Ride_75403")
    }

    @Test func severalAgenciesAndNoneGivenLeaveItOpen() throws {
        #expect(outcome([metro, sound]) == Outcome(stop: nil, trip: nil, notices: []))
        #expect(outcome([metro, sound], routeAgency: "40").trip == "40_t 1")
        let ids = CombinedIDs(agencies: [metro, sound, metro])
        let text =
            "which of its 2 agencies the stops belong to isn't said by the feed: give --agency, one of 1 (Metro Transit), "
            + "40 (Sound Transit), or --combined where the IDs name their agency already"
        #expect(throws: FeedError.undecided(text)) { try ids.ofStops() }
    }

    @Test func aDoubledAgencyIsOne() { #expect(outcome([metro, metro]).stop == "1_75403") }

    @Test func noMoreThanEightAgenciesAreNamed() throws {
        let ids = CombinedIDs(agencies: (1...9).map { FeedAgency(id: "a\($0)", name: "") })
        let text =
            "which of its 9 agencies the stops belong to isn't said by the feed: give --agency, one of a1, a2, a3, a4, "
            + "a5, a6, a7, a8, …, or --combined where the IDs name their agency already"
        #expect(throws: FeedError.undecided(text)) { try ids.ofStops() }
    }

    @Test func anAgencyWithNeitherIDNorNameLeavesItOpen() {
        let ids = CombinedIDs(agencies: [FeedAgency(id: "", name: " ")])
        let text = "agency.txt has neither agency_id nor agency_name for the IDs of the stops: give --agency"
        #expect(throws: FeedError.undecided(text)) { try ids.ofStops() }
    }

    @Test func anAgencyThatTheFeedHasNotIsTakenAtItsWord() {
        #expect(outcome([metro], routeAgency: "7").trip == "7_t 1")
        #expect(outcome([metro, sound], agency: "1", routeAgency: "7").trip == "7_t 1")
    }

    @Test func combinedIDsStayAsTheyAre() {
        #expect(
            outcome([metro, sound], combined: true, routeAgency: "40", stop: "1_75403", trip: " 40_t 1 ")
                == Outcome(stop: "1_75403", trip: "40_t 1", notices: []))
        #expect(outcome([tampa], combined: true, stop: "x").notices == [])
    }

    /// What a shell takes for the ID itself, whatever is in it.
    @Test(arguments: [("40", "40"), ("d'A b", "'d'\\''A b'"), ("a\\b", "'a\\b'"), ("$x", "'$x'"), ("", "''"), ("a\nb", "'a\\nb'")])
    func anAgencyIsNamedAsAShellTakesIt(id: String, word: String) { #expect(ShellWord.quoted(id) == word) }

    @Test func anIDWithoutAnAgencyIsOddWhereIDsAreCombined() {
        let (combined, others) = (CombinedIDs(agencies: [metro], combined: true), CombinedIDs(agencies: [metro]))
        for (id, lacks) in [("75403", true), ("1_75403", false), ("_75403", true), ("1_", true), (" _1 ", true), ("", true), ("a_b_c", false)] {
            let bytes = Array(id.utf8)
            let found = [combined.lacksAgency(bytes.span), others.lacksAgency(bytes.span)]
            #expect(found == [lacks, false], "\(id)")
        }
    }

    /// RouteAgencyFieldMappingFactory refuses an agency_id that agency.txt hasn't, and none where it has several agencies.
    @Test(arguments: [(["1"], "", true), (["1"], "1", true), (["1"], "7", false), (["1", "40"], "", false), (["1", "40"], " 40 ", true)])
    func aRouteHasAnAgencyThatTheServerKnows(agencies: [String], route: String, isKnown: Bool) {
        for combined in [false, true] {
            let ids = CombinedIDs(agencies: agencies.map { FeedAgency(id: $0, name: "x") }, combined: combined)
            let bytes = Array(route.utf8)
            let found = ids.isKnown(routeAgency: bytes.span)
            #expect(found == isKnown)
        }
    }

    @Test func onlyBlanksAroundAnIDAreRemoved() {
        #expect(outcome([metro], stop: " \u{1}a  b\u{A0}\t").stop == "1_a  b\u{A0}")
        #expect(outcome([metro], stop: "1_2").stop == "1_1_2")
    }

    @Test func anUnderscoreInAnAgencyIsReported() {
        #expect(outcome([FeedAgency(id: "a_b", name: "x")]).notices == ["underscore_in_agency_id 2 agency_id 'a_b'"])
        #expect(
            outcome([FeedAgency(id: "", name: "a_b")]).notices
                == ["missing_recommended_field 2 agency_id ''", "underscore_in_agency_id 2 agency_name 'a_b'"])
    }
}
