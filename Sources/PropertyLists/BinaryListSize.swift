// BinaryListSize: how many values a binary property list stands for (the layout is in Apple's CFBinaryPList.c: objects, a table of
// their offsets, a trailer of 32 bytes). A list of a kilobyte may name one array from another twice, thirty levels deep, which
// stands for a billion values: libplist copies each. Counted before it is asked.

struct BinaryListSize {
    private let bytes: [UInt8]
    private let offsetBytes: Int
    private let referenceBytes: Int
    private let objects: Int
    private let root: Int
    private let table: Int

    /// nil for what has no trailer, or one that doesn't fit.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 40 else { return nil }
        let trailer = bytes.count - 32
        self.bytes = bytes
        offsetBytes = Int(bytes[trailer + 6])
        referenceBytes = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetBytes), (1...8).contains(referenceBytes) else { return nil }
        guard let objects = Self.number(bytes, trailer + 8, 8), let root = Self.number(bytes, trailer + 16, 8),
            let table = Self.number(bytes, trailer + 24, 8), objects <= bytes.count, root < objects, table <= trailer,
            objects * offsetBytes <= trailer - table
        else { return nil }
        (self.objects, self.root, self.table) = (objects, root, table)
    }

    /// The values that it stands for, each counted where it is named; nil for more than `limit`, one inside itself, and offsets or
    /// references that lead nowhere.
    func values(upTo limit: Int) -> Int? {
        /// 0: not looked at; -1: begun.
        var counts = [Int](repeating: 0, count: objects)
        var waiting = [root]
        while let object = waiting.last {
            if counts[object] > 0 {
                waiting.removeLast()
                continue
            }
            guard let children = references(of: object) else { return nil }
            if counts[object] == 0 {
                counts[object] = -1
                for child in children where counts[child] <= 0 {
                    if counts[child] < 0 { return nil }
                    waiting.append(child)
                }
                continue
            }
            var sum = 1
            for child in children {
                guard counts[child] > 0 else { return nil }
                sum += counts[child]
                if sum > limit { return nil }
            }
            counts[object] = sum
            waiting.removeLast()
        }
        return counts[root]
    }

    /// The objects that an array, a set or a dictionary names; none of any other. nil where they lie outside of the file.
    private func references(of object: Int) -> [Int]? {
        guard let at = Self.number(bytes, table + object * offsetBytes, offsetBytes), at < bytes.count - 32 else { return nil }
        let kind = bytes[at] >> 4
        guard kind == 0xA || kind == 0xC || kind == 0xD else { return [] }
        var count = Int(bytes[at] & 15)
        var start = at + 1
        if count == 15 {
            guard start < bytes.count, bytes[start] >> 4 == 1 else { return nil }
            let width = 1 << Int(bytes[start] & 15)
            guard width <= 8, let number = Self.number(bytes, start + 1, width) else { return nil }
            (count, start) = (number, start + 1 + width)
        }
        guard count <= bytes.count else { return nil }
        let all = kind == 0xD ? count * 2 : count
        guard start + all * referenceBytes <= bytes.count else { return nil }
        var references: [Int] = []
        for place in 0..<all {
            guard let reference = Self.number(bytes, start + place * referenceBytes, referenceBytes), reference < objects else {
                return nil
            }
            if kind == 0xD, place < count, !isKey(reference) { return nil }
            references.append(reference)
        }
        return references
    }

    /// Whether a key is a text without U+0000: at one with it libplist 2.2 ends the program.
    private func isKey(_ object: Int) -> Bool {
        guard let at = Self.number(bytes, table + object * offsetBytes, offsetBytes), at < bytes.count - 32 else {
            return false
        }
        let kind = bytes[at] >> 4
        guard kind == 5 || kind == 6 else { return false }
        let width = kind == 5 ? 1 : 2
        var (count, start) = (Int(bytes[at] & 15), at + 1)
        if count == 15 {
            guard bytes[start] & 0xFC == 0x10, let number = Self.number(bytes, start + 1, 1 << Int(bytes[start] & 15)) else {
                return false
            }
            (count, start) = (number, start + 1 + (1 << Int(bytes[start] & 15)))
        }
        guard count <= bytes.count, start + count * width <= bytes.count else { return false }
        return (0..<count).allSatisfy { place in
            bytes[(start + place * width)..<(start + (place + 1) * width)].contains { $0 != 0 }
        }
    }

    /// Big-endian; nil where it lies outside of the file or doesn't fit.
    private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int? {
        guard at >= 0, at <= bytes.count - count else { return nil }
        return Int(exactly: bytes[at..<at + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
