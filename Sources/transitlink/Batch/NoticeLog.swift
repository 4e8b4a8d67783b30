// NoticeLog: the notices of one run: a row each in `notices.csv`, written as they come, and a count and a first example by
// kind, which is all that stays in memory. Where the rows go is the caller's business.

internal import Arguments
internal import Escaping
internal import Feeds
internal import Publishing
internal import Staging
internal import TransitLinks

final class NoticeLog {
    static let fileName = "notices.csv"
    /// 100,000 rows a kind: a feed with more of one is mended by what they have in common, and a hostile one must not fill a
    /// disk with them. The rest is counted, and a last row says how many.
    static let rowsPerKind = 100_000

    /// What the summary says of a kind.
    struct Kind: Sendable, Equatable {
        let code: FeedNotice.Code
        var count: Int
        let first: FeedNotice
    }

    /// In the order in which they were first met.
    private(set) var kinds: [Kind] = []
    private var pending = ByteWriter(capacity: 64 << 10)
    /// nil in a dry run.
    private let file: StagedFile?
    /// Why the file could not be written: told at the next `check`, for whoever gives notice has no way to fail.
    private var failure: StagingError?
    /// Of the file until now.
    private(set) var bytes = 0
    private var places: [FeedNotice.Code: Int] = [:]
    /// Of the last notice's kind.
    private var latest = 0
    private var number = 0

    /// - Parameter folder: where `notices.csv` is written; nil in a dry run.
    /// - Throws: where it can't be made.
    init(in folder: StagedFolder?) throws(Failure) {
        file = try folder.map { (folder) throws(Failure) in
            try staged { () throws(StagingError) in try folder.stream(Self.fileName) }
        }
        pending.append(literal: "number,code,file,row,field,value,message\r\n")
    }

    /// All notices until now.
    var count: Int { kinds.reduce(0) { $0 + $1.count } }

    func add(_ notice: FeedNotice) {
        let place = place(of: notice)
        kinds[place].count += 1
        if kinds[place].count <= Self.rowsPerKind { writeRow(notice) }
    }

    /// - Throws: why rows could not be written until now.
    func check() throws(Failure) { if let failure { throw Failure(failure) } }

    /// Writes the rows that say how many of a kind have none, and ends the file.
    /// - Throws: why rows could not be written.
    func finish() throws(Failure) {
        for kind in kinds where kind.count > Self.rowsPerKind {
            let more = "\((kind.count - Self.rowsPerKind).grouped) more of this kind, counted and not listed"
            writeRow(FeedNotice(kind.code, file: kind.first.file, row: 0, field: kind.first.field, value: "", more))
        }
        writePending()
        try check()
        do throws(StagingError) { try file?.finish() } catch { throw Failure(error) }
    }

    private func place(of notice: FeedNotice) -> Int {
        // A kind comes in runs.
        if latest < kinds.count, kinds[latest].code == notice.code { return latest }
        latest = knownPlace(of: notice)
        return latest
    }

    private func knownPlace(of notice: FeedNotice) -> Int {
        if let place = places[notice.code] { return place }
        places[notice.code] = kinds.count
        kinds.append(Kind(code: notice.code, count: 0, first: notice))
        return kinds.count - 1
    }

    private func writeRow(_ notice: FeedNotice) {
        number += 1
        pending.append(decimal: Int64(number))
        append(field: notice.code.rawValue)
        append(field: notice.file)
        pending.append(UInt8(ascii: ","))
        if notice.row > 0 { pending.append(decimal: Int64(notice.row)) }
        append(field: notice.field)
        if notice.value.isDecimal { append(field: notice.value) } else { append(text: notice.value) }
        append(text: notice.message)
        pending.append(literal: "\r\n")
        if pending.count >= Output.blockBytes { writePending() }
    }

    private func append(field: String) {
        pending.append(UInt8(ascii: ","))
        pending.appendCSV(field.utf8.span)
    }

    /// A field of any text from the feed.
    private func append(text: String) {
        pending.append(UInt8(ascii: ","))
        pending.appendCSV(guarding: Printable.escaped(text).utf8.span)
    }

    private func writePending() {
        do throws(StagingError) {
            if failure == nil { try pending.withBytes { (bytes) throws(StagingError) in try file?.append(bytes) } }
        } catch { failure = error }
        bytes += pending.count
        pending.removeAll()
    }
}

extension FeedNotice {
    /// `stop_lat '91.2': not a latitude (-90…90) [stops.txt row 7]`
    var sentence: String {
        let quoted = value.isEmpty ? "" : Printable.quoted(value, limit: 40)
        let subject = [field, quoted].filter { !$0.isEmpty }.joined(separator: " ")
        let place = row > 0 ? "\(file) row \(row)" : file
        let what = [subject, Printable.escaped(message)].filter { !$0.isEmpty }.joined(separator: ": ")
        return place.isEmpty ? what : "\(what) [\(Printable.escaped(place))]"
    }
}

extension String {
    /// Whether it is a number as a spreadsheet shows it, `-200` or `47.6`: no formula, whatever its sign.
    fileprivate var isDecimal: Bool {
        let digits = utf8.drop { $0 == UInt8(ascii: "-") }
        guard utf8.count - digits.count <= 1, digits.first.map({ $0 != UInt8(ascii: ".") }) == true else { return false }
        return digits.allSatisfy { $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: ".") }
            && digits.count { $0 == UInt8(ascii: ".") } <= 1
    }
}
