// MatchedText: a part of a URL, laid out for matching: where each of its characters stands. A token takes the set of
// positions reached so far to the set behind it.

/// A text that patterns are matched against.
struct MatchedText: Sendable {
    private let scalars: [Unicode.Scalar]
    private var places: [Unicode.Scalar: PositionSet] = [:]
    /// Every position that has a character.
    private var allPlaces: PositionSet

    var length: Int { scalars.count }

    /// - Parameter caseSensitive: false turns it into small letters, as such a pattern has them.
    init(_ text: some StringProtocol, caseSensitive: Bool) {
        scalars = text.unicodeScalars.map { caseSensitive ? $0 : $0.folded }
        allPlaces = PositionSet(length: scalars.count)
        for (position, scalar) in scalars.enumerated() {
            allPlaces.insert(position)
            places[scalar, default: PositionSet(length: scalars.count)].insert(position)
        }
    }

    /// Where a match of `tokens` can end that begins at one of `start`.
    func positions(behind tokens: [PatternToken], from start: PositionSet, caseSensitive: Bool) -> PositionSet {
        var reached = start
        for token in tokens {
            if reached.isEmpty { break }
            reached = positions(behind: token, from: reached, caseSensitive)
        }
        return reached
    }

    private func positions(
        behind token: PatternToken, from reached: PositionSet, _ caseSensitive: Bool
    ) -> PositionSet {
        switch token {
        case .literal(let scalar):
            guard let places = places[scalar] else { return PositionSet(length: length) }
            return reached.advanced(over: places)
        case .anyOne: return reached.advanced(over: allPlaces)
        case .anyRun: return reached.filledUp
        case .oneOf(let characters):
            var wanted = PositionSet(length: length)
            for (scalar, places) in places where characters.contains(scalar, caseSensitive: caseSensitive) {
                wanted.formUnion(places)
            }
            return reached.advanced(over: wanted)
        case .code(let codes): return positions(behind: codes, from: reached, caseSensitive)
        case .alternatives(let values):
            var result = PositionSet(length: length)
            for value in values {
                result.formUnion(positions(behind: value, from: reached, caseSensitive: caseSensitive))
            }
            return result
        }
    }

    private func positions(behind codes: ISOCodes, from reached: PositionSet, _ caseSensitive: Bool) -> PositionSet {
        var result = PositionSet(length: length)
        for start in reached.positions {
            for end in ISOCodes.lengths.map({ start + $0 }) where end <= length {
                var code = ""
                code.unicodeScalars.append(contentsOf: scalars[start..<end])
                if codes.contains(code, caseSensitive: caseSensitive) { result.insert(end) }
            }
        }
        return result
    }
}
