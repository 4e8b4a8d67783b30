// SiteIndex: the files that know all stops: `index.html` and the further pages of the list in plain HTML, and the data of
// the search. It decides how many there are; ListPage and SearchData write them. Each file is made on its own, so that
// several threads can share the work.

package import TransitLinks

package struct SiteIndex: Sendable {
    /// Stops on a page of the list, at the least: some 40 KB, a screenful of scrolling for a thumb.
    static let leastOnPage = 250
    /// Pages of the list at the most: each links to all others. Above 50,000 stops the pages get longer instead.
    static let mostPages = 200
    /// Stops in one file of search data: some 350 KB, loaded one after another once a rider searches.
    static let searchShare = 5_000
    /// A phone holds and searches so many in a blink; their data are 7 MB. A larger site has its list alone.
    package static let mostSearched = 100_000

    let site: Site
    let entries: SiteEntries

    /// Sorts the stops; the order in which they came in counts for nothing.
    package init(_ site: Site, _ entries: consuming SiteEntries) {
        self.site = site
        entries.sort()
        self.entries = entries
    }

    /// Whether the site can be searched; false above `mostSearched` stops, which the summary of a run should say.
    package var hasSearch: Bool { entries.count > 0 && entries.count <= Self.mostSearched }

    var stopsOnPage: Int { max(Self.leastOnPage, (entries.count + Self.mostPages - 1) / Self.mostPages) }
    /// One at the least: a site of no stops has its `index.html`.
    var pageCount: Int { max(1, (entries.count + stopsOnPage - 1) / stopsOnPage) }
    var searchFileCount: Int { hasSearch ? (entries.count + Self.searchShare - 1) / Self.searchShare : 0 }

    func stops(onPage page: Int) -> Range<Int> { share(page, of: stopsOnPage) }
    func stops(inSearchFile file: Int) -> Range<Int> { share(file, of: Self.searchShare) }

    private func share(_ index: Int, of size: Int) -> Range<Int> {
        min(index * size, entries.count)..<min((index + 1) * size, entries.count)
    }

    static func pagePath(_ page: Int) -> String { page == 0 ? "index.html" : "list/\(page + 1).html" }

    /// How many files there are, the same ones every time.
    package var fileCount: Int { pageCount + searchFileCount }

    /// The path of a file below the site's folder, `index` from 0 to `fileCount`.
    package func path(ofFile index: Int) -> String {
        index < pageCount ? Self.pagePath(index) : "search/\(index - pageCount + 1).js"
    }

    /// Appends the file.
    package func writeFile(_ index: Int, to out: inout ByteWriter) {
        if index < pageCount { writePage(index, to: &out) } else { writeSearchFile(index - pageCount, to: &out) }
    }
}
