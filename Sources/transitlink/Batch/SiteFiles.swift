// SiteFiles: what is made once all stops are known: the lists and the search of a site, the files that are the same for every
// feed, and the sitemap.

internal import Arguments
internal import Escaping
internal import Feeds
internal import Publishing
internal import Staging
internal import TransitLinks

struct SiteFiles {
    private let folder: StagedFolder?
    private(set) var counts = PageCounts()

    init(in folder: StagedFolder?) { self.folder = folder }

    /// The lists, the search and the assets.
    mutating func write(_ index: SiteIndex) throws(Failure) {
        var page = ByteWriter(capacity: 64 << 10)
        for file in 0..<index.fileCount {
            page.removeAll()
            index.writeFile(file, to: &page)
            try write(index.path(ofFile: file), page.bytes, .html)
        }
        for asset in SiteAssets.files { try write(asset.path, asset.bytes, .html) }
    }

    /// The sitemap of the site's first page and of all stops' pages.
    mutating func writeSitemap(_ site: SidecarBase, _ stems: FileStems) throws(Failure) {
        let map: Sitemap
        do throws(SitemapError) { map = try Sitemap(site: site, pages: stems.count + 1) } catch {
            throw Failure(.usage, "--site-url: it is too long for a sitemap")
        }
        var page = ByteWriter(capacity: 1 << 20)
        for (index, name) in map.fileNames.enumerated() {
            page.removeAll()
            map.append(file: index, to: &page) { number, path in
                if number == 0 { return }
                path.append(Site.pagePath(fileStem: stems[number - 1]))
            }
            try write(name, page.bytes, .sitemap)
        }
    }

    private mutating func write(_ path: String, _ bytes: [UInt8], _ format: BatchFormat) throws(Failure) {
        if let folder { try staged { () throws(StagingError) in _ = try folder.write(path, bytes) } }
        counts.add(format, bytes: bytes.count)
    }
}

/// The file stems of many stops, in one buffer.
struct FileStems: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    var count: Int { ends.count }

    subscript(_ index: Int) -> String {
        String(decoding: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]], as: UTF8.self)
    }

    /// Adds those of a chunk's stops.
    mutating func append(_ chunk: StopChunk) {
        var stem = ByteWriter(capacity: 128)
        for stop in chunk.stops {
            stem.removeAll()
            FileStem.append(chunk.ids.span.extracting(stop.id.indices), to: &stem)
            stem.withBytes { span in for index in span.indices { bytes.append(span[index]) } }
            ends.append(bytes.count)
        }
    }

    mutating func append(_ others: FileStems) {
        let offset = bytes.count
        bytes += others.bytes
        ends += others.ends.map { $0 + offset }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }
}
