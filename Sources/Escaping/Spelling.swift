// Spelling: which known name somebody probably meant. For messages only; nothing is ever corrected silently.

package enum Spelling {
    /// `did you mean 'lon'?`, or `known are …` where nothing known is near.
    package static func hint(for unknown: String, known: [String]) -> String {
        if let near = nearest(to: unknown, in: known) { return "did you mean '\(near)'?" }
        return "known are " + known.joined(separator: ", ")
    }

    /// The known name with the smallest edit distance (letter case counts for less than a letter), or nil when more
    /// than half of the longer name would have to change. The first of equals.
    package static func nearest(to unknown: String, in known: [String]) -> String? {
        var best: (name: String, distance: Int)?
        // Names longer than this are no misspelling of ours, and the table below must stay small.
        guard unknown.utf8.count <= 128 else { return nil }
        for name in known {
            let distance = distance(Array(unknown.utf8), Array(name.utf8))
            if distance < best?.distance ?? .max { best = (name, distance) }
        }
        guard let best else { return nil }
        let longer = max(unknown.utf8.count, best.name.utf8.count)
        return best.distance <= longer / 2 * fullStep ? best.name : nil
    }

    /// A changed, missing, extra or transposed byte costs this much, a changed letter case 1.
    private static let fullStep = 4

    /// Damerau-Levenshtein distance (optimal string alignment) in quarter steps.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = (0...b.count).map { $0 * fullStep }
        for i in 0..<a.count {
            var row = [(i + 1) * fullStep]
            for j in 0..<b.count {
                var cost = min(last[j + 1] + fullStep, row[j] + fullStep, last[j] + change(a[i], b[j]))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + fullStep) }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }

    private static func change(_ a: UInt8, _ b: UInt8) -> Int {
        if a == b { return 0 }
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(a | 0x20)
        return isLetter && a | 0x20 == b | 0x20 ? 1 : fullStep
    }
}
