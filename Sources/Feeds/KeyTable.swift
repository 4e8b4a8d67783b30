// KeyTable: which row of a table has this ID: an open-addressing hash table over ranges of a buffer that somebody else
// keeps, so that two million IDs cost no strings and no second copy. The hash is seeded anew in every table: no feed can
// be made whose IDs all fall into one place. It decides nothing about blanks or letter case; the caller does.

/// The place of IDs by their bytes.
package struct KeyTable: Sendable {
    /// What a place of the table holds: 32 bits of the hash, and the index of the key plus 1; 0 is a free place.
    private struct Slot {
        var tag: UInt32 = 0
        var entry: UInt32 = 0
    }

    /// Where a key is in the caller's buffer, and its last eight bytes: most IDs are no longer, and then nothing else is
    /// looked at.
    private struct Key {
        let range: ByteRange
        let lastWord: UInt64
    }

    private let hasher = KeyHash()
    private var slots: [Slot]
    private var keys: [Key] = []

    /// - Parameter expected: how many keys will come; more may.
    package init(expected: Int = 0) {
        var places = 16
        while places < expected &* 2 { places &*= 2 }
        slots = [Slot](repeating: Slot(), count: places)
        keys.reserveCapacity(expected)
    }

    /// A table of the keys at `ranges` of `bytes`, with the index that they have there; of equal ones the first is found.
    package init(_ ranges: some Collection<ByteRange>, in bytes: [UInt8]) {
        self.init(expected: ranges.count)
        for range in ranges where !insert(range, in: bytes).isNew {
            keys.append(Key(range: range, lastWord: 0))
        }
    }

    package var count: Int { keys.count }

    /// The index of the key that has these bytes.
    package func index(of key: Span<UInt8>, in bytes: [UInt8]) -> Int? {
        let hash = hasher.hash(key)
        var place = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
        while slots[place].entry != 0 {
            if slots[place].tag == UInt32(truncatingIfNeeded: hash >> 32) {
                let entry = Int(slots[place].entry &- 1)
                if isKey(entry, key, in: bytes) { return entry }
            }
            place = (place &+ 1) & (slots.count &- 1)
        }
        return nil
    }

    /// Whether the key of that index has these bytes.
    @inline(__always)
    package func isKey(_ index: Int, _ key: Span<UInt8>, in bytes: [UInt8]) -> Bool {
        let known = keys[index]
        guard key.count == Int(known.range.count), KeyHash.lastWord(key) == known.lastWord else { return false }
        return key.count <= 8 || KeyHash.equal(key, bytes.span.extracting(known.range.indices))
    }

    /// Gives the key at `range` the next index, unless its bytes are there already: then the index that they have.
    /// - Returns: the index, and whether the key is new. The table holds up to 2³² - 2 keys, more than a buffer of
    ///   4 GiB has room for.
    @discardableResult
    package mutating func insert(_ range: ByteRange, in bytes: [UInt8]) -> (index: Int, isNew: Bool) {
        let span = bytes.span
        let key = span.extracting(range.indices)
        if let known = index(of: key, in: bytes) { return (known, false) }
        if keys.count &* 2 >= slots.count { grow(in: bytes) }
        place(UInt32(keys.count), hash: hasher.hash(key))
        keys.append(Key(range: range, lastWord: KeyHash.lastWord(key)))
        return (keys.count - 1, true)
    }

    private mutating func place(_ entry: UInt32, hash: UInt64) {
        var place = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
        while slots[place].entry != 0 { place = (place &+ 1) & (slots.count &- 1) }
        slots[place] = Slot(tag: UInt32(truncatingIfNeeded: hash >> 32), entry: entry &+ 1)
    }

    private mutating func grow(in bytes: [UInt8]) {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count &* 2)
        let span = bytes.span
        for slot in old where slot.entry != 0 {
            place(slot.entry &- 1, hash: hasher.hash(span.extracting(keys[Int(slot.entry &- 1)].range.indices)))
        }
    }
}
