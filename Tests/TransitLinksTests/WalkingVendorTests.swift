import Testing

@testable import TransitLinks

@Suite struct WalkingVendorTests {
    @Test func `every vendor has its form of links.md, in its order`() throws {
        let place = try Coordinate(latitude: 47.6543, longitude: -122.3054)
        let request = ShareRequest(stop: SharedStop(id: try StopID("1_1"), name: "5th & Pine", coordinate: place))
        let region = Region(id: RegionID(rawValue: 1), name: "R")
        let set = LinkSet(request, in: region, app: VectorFiles.oneBusAway, selection: .walking, walking: WalkingVendor.all)
        let links = set.texts.map { $0.name.dropFirst("walking.".count) + " " + $0.text }
        #expect(
            links == [
                "apple https://maps.apple.com/directions?destination=47.6543%2C-122.3054&mode=walking",
                "apple-classic https://maps.apple.com/?daddr=47.6543,-122.3054&dirflg=w",
                "google https://www.google.com/maps/dir/?api=1&destination=47.6543%2C-122.3054&travelmode=walking",
                "google-ios comgooglemaps://?daddr=47.6543,-122.3054&directionsmode=walking",
                "google-android google.navigation:q=47.6543,-122.3054&mode=w",
                "geo geo:47.6543,-122.3054",
                "geo-pin geo:47.6543,-122.3054?q=47.6543,-122.3054(5th%20%26%20Pine)",
                "osm https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&route=%3B47.6543%2C-122.3054",
                "organic https://omaps.app/v2/dir?destination=47.6543,-122.3054&mode=pedestrian",
            ])
    }

    @Test func `names are found, and only they`() {
        for vendor in WalkingVendor.all { #expect(WalkingVendor.named(vendor.name) == vendor) }
        #expect(Set(WalkingVendor.all).count == 9)
        #expect(WalkingVendor.named("Apple") == nil && WalkingVendor.named("") == nil)
        #expect(WalkingVendor.standard.map(\.name) == ["apple", "apple-classic", "google", "google-ios", "geo", "osm"])
    }
}
