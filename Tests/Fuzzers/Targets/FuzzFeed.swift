// FuzzFeed: the tables of a feed, bytes that may be no text.

@testable import Feeds

struct FuzzFeed: FeedTables {
    private let files: [String: [UInt8]]
    /// Bytes that a source hands out at once.
    var piece = Int.max

    init(_ files: [String: [UInt8]]) { self.files = files }

    /// Tables one behind the other, each behind a line `--- NAME`; of two with one name the first.
    init(joined bytes: [UInt8]) {
        var files: [String: [UInt8]] = [:]
        var name: String?
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.starts(with: "--- ".utf8) {
                let next = String(decoding: line.dropFirst(4), as: UTF8.self)
                name = files[next] == nil ? next : nil
                if let name { files[name] = [] }
            } else if let name {
                files[name]? += line + [0x0A]
            }
        }
        self.files = files
    }

    var fileNames: [String] { files.keys.sorted() }
    func table(_ name: String) throws(FeedError) -> (any ByteSource)? {
        files[name].map { ArraySource($0, piece: piece) }
    }
}
