// ToolTargets: what `transitlink` reads beside requests: a page or text that `check` looks through, the lines of standard input,
// what curl writes, and the record beside a fetched region directory.

import Glibc
import TransitLinks

@testable import Posix
@testable import transitlink

extension FuzzTarget {
    static let page = FuzzTarget(name: "page") { bytes in
        // A carriage return alone ends a line of HTML, too.
        let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
        let pages = HTMLLinks.find(in: bytes, own: own, hasSections: true)
        for (links, isText) in [(InputLinks.find(in: bytes, own: own), false), (pages, true)] {
            var last = 1
            for link in links {
                expect((last...lines).contains(link.line), "a link of a line that isn't there, or before the one before")
                expect(!isText || own.contains(link.text), "a link that is none of ours: \(link.text)")
                last = link.line
            }
        }
    }

    /// Two bytes of sizes, then lines, which come in pieces.
    static let lines = FuzzTarget(name: "lines") { bytes in
        guard bytes.count >= 2 else { return }
        let (limit, piece) = (1 + Int(bytes[0]), 1 + Int(bytes[1]))
        let content = Array(bytes[2...].prefix(100 * piece))
        checkStreamLines(content, limit: limit, piece: piece)
        checkInputLines(content, limit: limit, piece: piece)
        var all = InputLines(pieces(content, piece), limit: limit)
        guard (try? all.beginsInsideAnObject(depth: 4)) != nil, let (rest, total) = try? all.rest(limit: limit) else {
            fatalError("it can't be read")
        }
        expect(rest == Array(content.prefix(limit)) && total == content.count, "what is left isn't all")
    }

    static let curlReport = FuzzTarget(name: "curl-report") { bytes in
        guard let report = CurlReport(endOf: bytes) else { return }
        expect((4...CurlReport.maximumBytes).contains(report.length) && report.length <= bytes.count, "a report of impossible length")
        expect(bytes[bytes.count - report.length] == 0x0A, "a report that begins within a line")
    }

    /// The record; that of the same words reads back.
    static let directoryRecord = FuzzTarget(name: "directory-record") { bytes in
        let (url, file) = ("https://example.org/regions.json", Array("[]".utf8))
        guard let version = PublishedVersion(record: bytes, of: file, url: url) else { return }
        for header in version.conditions {
            expect(header.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "a header that may be two: \(header)")
        }
        let again = PublishedVersion(url: url, etag: version.etag, lastModified: version.lastModified, file: file)
        if version.etag.utf8.count <= 1024, version.lastModified.utf8.count <= 1024 {
            expect(PublishedVersion(record: again.record, of: file, url: url) == version, "a record doesn't read back")
        }
    }
}

/// The content, which comes in pieces: each is a packet, and a read takes one.
private func pieces(_ content: [UInt8], _ size: Int) -> FileDescriptor {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0 else { fatalError("socketpair: \(errno)") }
    var at = 0
    while at < content.count {
        let piece = content[at..<min(at + size, content.count)]
        guard piece.withUnsafeBytes({ send(ends[1], $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }) == piece.count else {
            fatalError("send: \(errno)")
        }
        at += size
    }
    close(ends[1])
    return FileDescriptor(owning: ends[0], path: "pieces")
}

/// A stream of the spool: every line that ends, and the rest, without carriage return.
private func checkStreamLines(_ content: [UInt8], limit: Int, piece: Int) {
    var reader = LineReader(pieces(content, piece), limit: limit)
    var expected = content.split(separator: 0x0A, omittingEmptySubsequences: false)
    let rest = expected.removeLast()
    var number = 0
    func check(_ line: LineReader.Line, _ bytes: ArraySlice<UInt8>, _ buffer: [UInt8]) {
        number += 1
        let bytes = bytes.last == 0x0D ? bytes.dropLast() : bytes
        expect(line.number == number && line.isTooLong == (bytes.count > limit), "another number, or another length")
        let got = buffer[line.range]
        expect(line.isTooLong ? got.count > limit && bytes.starts(with: got) : got == bytes, "line \(number) is another")
    }
    for line in expected {
        guard let next = try? reader.next() else { fatalError("a line is missing") }
        check(next, line, reader.buffer)
    }
    // A last line that is too long is handed out before its end.
    if let cut = try? reader.next() {
        check(cut, rest, reader.buffer)
        if let more = try? reader.next() ?? reader.remainder() { fatalError("line \(more.number) isn't there") }
    } else if let last = reader.remainder() {
        check(last, rest, reader.buffer)
    } else {
        expect(rest.isEmpty, "the rest is missing")
    }
}

/// The lines of a file of requests: those that aren't blank, without carriage return; one by one, and in blocks.
private func checkInputLines(_ content: [UInt8], limit: Int, piece: Int) {
    var expected: [ReadLine] = []
    var number = 0
    for line in content.split(separator: 0x0A, omittingEmptySubsequences: false) {
        number += 1
        let line = line.last == 0x0D ? line.dropLast() : line
        if line.count <= limit, line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
        expected.append(ReadLine(number: number, bytes: Array(line.prefix(limit)), isTooLong: line.count > limit))
    }
    for inBlocks in [false, true] {
        var lines = InputLines(pieces(content, piece), limit: limit)
        var found: [ReadLine] = []
        repeat {
            if inBlocks { take(from: &lines, into: &found) }
            while !inBlocks, let line = lines.next() { found.append(ReadLine(line, lines.buffer)) }
        } while (try? lines.read()) == true
        expect(found == expected, inBlocks ? "other lines in blocks" : "other lines")
    }
}

private struct ReadLine: Equatable {
    let number: Int
    let bytes: [UInt8]
    let isTooLong: Bool
}

extension ReadLine {
    init(_ line: BlockLines.Line, _ buffer: [UInt8]) {
        self.init(number: line.number, bytes: Array(buffer[line.range]), isTooLong: line.isTooLong)
    }
}

private func take(from lines: inout InputLines, into found: inout [ReadLine]) {
    var bytes: [UInt8] = []
    while var block = lines.takeBlock(into: &bytes) {
        while let line = block.next(in: bytes.span) { found.append(ReadLine(line, bytes)) }
    }
}
