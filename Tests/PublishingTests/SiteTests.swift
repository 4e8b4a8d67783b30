import Foundation
import QRCodes
import TestSupport
import Testing
import TransitLinks

@testable import Publishing

@Suite struct SiteTests {
    private func site(_ language: String? = "en", title: String = "T & Co") throws -> Site {
        Site(
            title: title, agency: "Agency \"A\"", language: language.flatMap(LanguageTag.init),
            url: try SidecarBase("https://stops.example/a%20b/"))
    }

    private static let fare = FareApp(
        iOSScheme: "fb3HART", appStoreID: "12", androidPackage: "a.b", warningTitle: "Check <before>", warningBody: "B\n&")

    private func stop(
        _ number: Int, _ name: String? = nil, code: String? = nil, platform: String? = nil, description: String? = nil,
        coordinate: Coordinate? = nil, sidecar: String? = "https://s.example", fare: FareApp = FareApp(),
        walking: [WalkingVendor] = WalkingVendor.all, selection: LinkSelection = .standard
    ) throws -> PublishedStop {
        let region = Region(
            id: RegionID(rawValue: 1), name: "R", sidecar: try sidecar.map { try SidecarBase($0) }, fareApp: fare)
        let app = AppProfile(name: "kiedybus", scheme: "kiedybus", bundleIdentifier: "a.b", appStoreID: "34")
        let shared = SharedStop(id: try StopID("1_\(number)"), name: name, direction: nil, coordinate: coordinate)
        return PublishedStop(
            feedID: "\(number)", code: code, name: name ?? "Stop \(number)", description: description, platform: platform,
            agency: "Agency \"A\"",
            links: LinkSet(ShareRequest(id: nil, stop: shared), in: region, app: app, selection: selection, walking: walking),
            fileStem: "1_\(number)")
    }

    private func page(_ stop: PublishedStop, _ site: Site) -> String {
        ByteWriter.text { site.writePage(of: stop, code: stop.codeText.flatMap { QRCode($0) }, to: &$0) }
    }

    private func index(_ stops: [PublishedStop], _ site: Site) -> SiteIndex {
        var entries = SiteEntries()
        for stop in stops { entries.append(stop) }
        return SiteIndex(site, entries)
    }

    private func files(_ index: SiteIndex) -> [(path: String, text: String)] {
        (0..<index.fileCount).map { file in (index.path(ofFile: file), ByteWriter.text { index.writeFile(file, to: &$0) }) }
    }

    @Test func `a small site is what was looked at`() throws {
        let stops = [
            try stop(
                7, "</script><b>\"'&", code: "<7>", platform: "\">", description: "by\nthe <river>",
                coordinate: Coordinate(latitude: -1e-5, longitude: 179.25), fare: Self.fare),
            try stop(8, "רחוב יפו", coordinate: Coordinate(latitude: 0, longitude: 0), sidecar: nil),
            try stop(9, "Éire 10", code: "9", description: "Éire 10"),
        ]
        let site = try site("he-IL")
        var text = ""
        for (path, content) in stops.map({ (Site.pagePath(fileStem: $0.fileStem), page($0, site)) }) + files(index(stops, site)) {
            text += "=== \(path)\n\(content)"
        }
        #expect(try text == GoldenFile.text(at: "Tests/PublishingTests/Golden/site.txt", recording: text))
    }

    @Test(
        arguments: [
            (0, 1, 0), (1, 1, 1), (250, 1, 1), (251, 2, 1), (5_000, 20, 1), (5_001, 21, 2), (50_000, 200, 10), (50_001, 200, 11),
            (100_000, 200, 20), (100_001, 200, 0),
        ] as [(Int, Int, Int)]) func `a list has pages that can all be linked, and a search while a phone can do it`(
            count: Int, pages: Int, searchFiles: Int
        ) throws
    {
        let index = SiteIndex(try site(), try entries(count))
        #expect(index.pageCount == pages)
        #expect(index.searchFileCount == searchFiles)
        #expect(index.hasSearch == (searchFiles > 0))
        #expect((0..<pages).map { index.stops(onPage: $0).count }.reduce(0, +) == count)
        #expect((0..<searchFiles).map { index.stops(inSearchFile: $0).count }.reduce(0, +) == (searchFiles > 0 ? count : 0))
        #expect(index.path(ofFile: 0) == "index.html")
    }

    /// Doubled up: a hundred thousand are made in no time.
    private func entries(_ count: Int) throws -> SiteEntries {
        var entries = SiteEntries()
        if count > 0 { entries.append(try stop(1)) }
        while entries.count * 2 <= count, count > 0 { entries.append(contentsOf: entries) }
        if count > 0 { for _ in entries.count..<count { entries.append(try stop(2)) } }
        return entries
    }

    @Test func `the order in which stops come counts for nothing`() throws {
        let stops = try (1...600).map { try stop($0, "Name \($0 % 50)", code: $0 % 3 == 0 ? nil : "\($0 % 7)") }
        let site = try site()
        let forward = files(index(stops, site))
        var (first, second) = (SiteEntries(), SiteEntries())
        for stop in stops.reversed().prefix(123) { first.append(stop) }
        for stop in stops.reversed().dropFirst(123) { second.append(stop) }
        first.append(contentsOf: second)
        let backward = files(SiteIndex(site, first))
        #expect(forward.map(\.path) == ["index.html", "list/2.html", "list/3.html", "search/1.js"])
        #expect(forward.map(\.path) == backward.map(\.path))
        #expect(forward.map(\.text) == backward.map(\.text))
    }

    @Test func `a page of the list is called by what tells it from the one before`() throws {
        let names = ["Pike St", "Pike St & 1st Ave", "Pine", "Pine Street Market and a name without end", "Q"]
        let stops = try (0..<1250).map { try stop($0, names[$0 / 250]) }
        let index = index(stops, try site())
        #expect(
            (0..<5).map(index.label) == ["Pike", "Pike St &", "Pine", "Pine Street", "Q"])
    }

    @Test func `a page offers what opens anywhere: https, the app, the fare app`() throws {
        let place = try Coordinate(latitude: 1, longitude: 2)
        let all = page(try stop(1, coordinate: place, fare: Self.fare), try site())
        let hrefs = all.split(separator: "class=\"button\" href=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(
            hrefs == [
                "https://s.example/regions/1/stops/1_1", "kiedybus://view-stop?stopID=1_1&amp;regionID=1",
                "https://maps.apple.com/directions?destination=1.0%2C2.0&amp;mode=walking",
                "https://www.google.com/maps/dir/?api=1&amp;destination=1.0%2C2.0&amp;travelmode=walking",
                "https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&amp;route=%3B1.0%2C2.0",
                "https://omaps.app/v2/dir?destination=1.0,2.0&amp;mode=pedestrian", "fb3HART://onebusaway",
                "https://apps.apple.com/app/id12", "https://play.google.com/store/apps/details?id=a.b",
                "https://apps.apple.com/app/id34",
            ])
        let script = page(try stop(1, fare: FareApp(iOSScheme: "javascript", warningTitle: "W")), try site())
        #expect(!script.contains("javascript"))
    }

    @Test func `without a web page the code is the app link, and with neither there is none`() throws {
        #expect(try stop(1).codeText == "https://s.example/regions/1/stops/1_1")
        let app = try stop(1, sidecar: nil)
        #expect(app.codeText == "kiedybus://view-stop?stopID=1_1&regionID=1")
        let none = try stop(1, selection: .walking)
        #expect(none.codeText == nil)
        #expect(!page(none, try site()).contains("<figure"))
    }

    @Test(
        arguments: [
            (nil, "en", nil), ("en-AU", "en-AU", nil), ("de-CH", "en", "de-CH"), ("es", "es", nil), ("fr-CA", "fr-CA", nil),
        ] as [(String?, String, String?)]) func `a page is in the language of its words, a name in the feed's`(
            language: String?, page: String, name: String?
        ) throws
    {
        let text = self.page(try stop(1, "N"), try site(language))
        #expect(text.contains("<html lang=\"\(page)\">"))
        #expect(text.contains(name.map { "<h1 lang=\"\($0)\" dir=\"auto\">N</h1>" } ?? "<h1 dir=\"auto\">N</h1>"))
    }

    @Test func `what a page loads is there`() {
        let assets = SiteAssets.files
        #expect(assets.map(\.path) == ["site.css", "site.js", "icon.svg"])
        for asset in assets {
            #expect(asset.bytes.count > 100)
            let text = String(decoding: asset.bytes, as: UTF8.self)
            for word in ["http://", "https://", "@import", "url(", "eval", "innerHTML", "fetch(", "XMLHttpRequest", "localStorage"] {
                #expect(!text.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "").contains(word), "\(asset.path): \(word)")
            }
        }
    }
}
