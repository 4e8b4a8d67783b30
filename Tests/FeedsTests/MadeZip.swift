// MadeZip: zips that no zip program makes: written here byte by byte (APPNOTE 4.3), entries stored and not packed, with what
// each test wants to be wrong in them.

import Foundation

struct MadeZip: Sendable {
    struct Entry: Sendable {
        var name: String
        var content: [UInt8]
        /// Bit 0: encrypted.
        var flags: UInt16 = 0x0800
        var method: UInt16 = 0
        /// Unix file mode.
        var mode: UInt32 = 0o100644
        var checksum: UInt32?
        /// Where `content` is packed already.
        var unpackedSize: Int?

        init(_ name: String, _ text: String = "stop_id\n1\n") { (self.name, content) = (name, Array(text.utf8)) }
    }

    var entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }
    init(_ names: String...) { entries = names.map { Entry($0) } }

    var bytes: [UInt8] {
        var out: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let common =
                number(20, 2) + number(Int(entry.flags), 2) + number(Int(entry.method), 2) + number(0, 4)
                + number(Int(entry.checksum ?? crc(entry.content)), 4) + number(entry.content.count, 4)
                + number(entry.unpackedSize ?? entry.content.count, 4) + number(entry.name.utf8.count, 2) + number(0, 2)
            directory +=
                number(0x0201_4B50, 4) + number(20 | 3 << 8, 2) + common + number(0, 2) + number(0, 2) + number(0, 2)
                + number(Int(entry.mode) << 16, 4) + number(out.count, 4) + Array(entry.name.utf8)
            out += number(0x0403_4B50, 4) + common + Array(entry.name.utf8) + entry.content
        }
        let count = min(entries.count, 0xFFFF)
        let start = out.count
        out += directory
        if entries.count >= 0xFFFF {
            let record = out.count
            out +=
                number(0x0606_4B50, 4) + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 8)
                + number(entries.count, 8) + number(entries.count, 8) + number(directory.count, 8) + number(start, 8)
            out += number(0x0706_4B50, 4) + number(0, 4) + number(record, 8) + number(1, 4)
        }
        return out + number(0x0605_4B50, 4) + number(0, 4) + number(count, 2) + number(count, 2)
            + number(directory.count, 4) + number(start, 4) + number(0, 2)
    }

    private func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }
}

/// A deflate stream (RFC 1951) of `count` zero bytes, with a code of one bit for the longest match: 1,030 to 1, as bombs are.
func deflatedZeros(_ count: Int) -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
        "python3", "-c",
        """
        import sys, zlib
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        for _ in range(\(count) >> 20): sys.stdout.buffer.write(packer.compress(bytes(1 << 20)))
        sys.stdout.buffer.write(packer.flush())
        """,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    do { try process.run() } catch { return [] }
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(bytes)
}
