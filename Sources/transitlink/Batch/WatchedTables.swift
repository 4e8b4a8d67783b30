// WatchedTables: a feed's tables with a progress line while they are read, for stop times take longer than all else.

internal import Feeds

struct WatchedTables: FeedTables {
    private let tables: any FeedTables

    init(_ tables: any FeedTables) { self.tables = tables }

    var fileNames: [String] { tables.fileNames }

    func table(_ name: String) throws(FeedError) -> (any ByteSource)? {
        try tables.table(name).map { WatchedSource($0, name) }
    }
}

private final class WatchedSource: ByteSource {
    private let source: any ByteSource
    private var progress: Progress
    private var bytes = 0

    init(_ source: any ByteSource, _ name: String) {
        self.source = source
        progress = Progress(noun: "MB of \(name) read", besideOutput: false)
    }

    deinit { progress.clear() }

    func read(into buffer: inout [UInt8], at start: Int) throws(FeedError) -> Int {
        let count = try source.read(into: &buffer, at: start)
        bytes += count
        if count == 0 { progress.clear() } else { progress.show(bytes / 1_000_000) }
        return count
    }
}
