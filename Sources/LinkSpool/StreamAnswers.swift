// StreamAnswers: the answers of one stream on their way into work/results. One stream never takes the last of the disk: others would
// meet a full one for its sake.

internal import Posix

/// The unfinished answer of a stream.
struct StreamAnswers {
    private let file: UnfinishedFile
    private var written: UInt64 = 0
    /// Whether it found no room although it had most of the disk: waiting for others to free some is of no use.
    private(set) var isBeyondDisk = false

    init(_ file: UnfinishedFile) { self.file = file }

    /// - Throws: `write`; `.noSpace` before the disk is full, where this stream has taken more than what it would leave.
    mutating func write(_ piece: [UInt8]) throws(SystemError) {
        let room = try file.descriptor.room()
        let reserve = min(room.total / Self.shareOfReserve, Self.longestReserve)
        let wanted = UInt64(piece.count)
        if room.available < reserve + wanted, written + wanted > reserve {
            isBeyondDisk = written > room.total / 2
            throw SystemError("write", file.descriptor.path, .noSpace)
        }
        try file.descriptor.write(piece)
        written += wanted
    }

    /// A twentieth of the disk, at most 64 MiB: thousands of single answers.
    private static let shareOfReserve: UInt64 = 20
    private static let longestReserve: UInt64 = 64 << 20

    /// Whether a fault is this stream's own: the disk has room for others, or its file got larger than a file may be.
    func isItsOwn(_ fault: SystemError) -> Bool {
        if fault.errno == .tooLarge { return true }
        guard fault.errno == .noSpace else { return false }
        do throws(SystemError) { return try file.descriptor.room().available > 0 } catch { return false }
    }
}
