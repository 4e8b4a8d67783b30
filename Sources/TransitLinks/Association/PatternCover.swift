// PatternCover: whether one pattern matches all that another one matches, by laying the first over the second's pieces: `*`
// over any of them, `?` over one that is one character, everything else over its like. A yes is always true. A no can be
// wrong: nothing is concluded from several pieces together (`?*` doesn't cover `*` and `x` as one), nor from a
// variable's values but the covering one's.

extension AssociationPattern {
    /// Whether every text that `other` matches is sure to match this one.
    func covers(_ other: AssociationPattern) -> Bool {
        if matchesEverything { return true }
        if caseSensitive, !other.caseSensitive { return false }
        let pieces = caseSensitive ? other.tokens : other.tokens.map(\.folded)
        guard let same = plainPrefix(sharedWith: pieces) else { return false }
        let start = PositionSet(same, length: pieces.count)
        return end(of: tokens[same...], over: pieces, from: start).contains(pieces.count)
    }

    /// How many letters stand at the front, each over the same one; nil when one stands over something else. Two patterns
    /// mostly differ here, and it costs next to nothing.
    private func plainPrefix(sharedWith pieces: [PatternToken]) -> Int? {
        for (at, token) in tokens.enumerated() {
            guard case .literal = token else { return at }
            guard at < pieces.count, pieces[at] == token else { return nil }
        }
        return tokens.count
    }

    private func end(
        of tokens: ArraySlice<PatternToken>, over pieces: [PatternToken], from start: PositionSet
    ) -> PositionSet {
        var reached = start
        for token in tokens {
            if reached.isEmpty { break }
            var next = reached.advanced(over: places(in: pieces) { covers(token, $0) })
            if token == .anyRun { next.formUnion(reached.filledUp) }
            if case .alternatives(let values) = token {
                for value in values { next.formUnion(end(of: value[...], over: pieces, from: reached)) }
            }
            reached = next
        }
        return reached
    }

    private func places(in pieces: [PatternToken], where isOne: (PatternToken) -> Bool) -> PositionSet {
        var places = PositionSet(length: pieces.count)
        for (at, piece) in pieces.enumerated() where isOne(piece) { places.insert(at) }
        return places
    }

    /// Whether one token covers one piece.
    private func covers(_ token: PatternToken, _ piece: PatternToken) -> Bool {
        if token == piece { return true }
        switch (token, piece) {
        case (.anyOne, .literal), (.anyOne, .oneOf): return true
        case (.oneOf(let characters), .literal(let scalar)):
            return characters.contains(scalar, caseSensitive: caseSensitive)
        default: return false
        }
    }
}

extension PathPattern {
    /// Whether every path that `other` matches is sure to match this one.
    func covers(_ other: PathPattern) -> Bool {
        if matchesEverything { return true }
        return [other.whole, other.withoutRest].compactMap { $0 }.allSatisfy { pattern in
            whole.covers(pattern) || withoutRest?.covers(pattern) == true
        }
    }
}

extension AssociationRule {
    /// Whether every URL that `other` matches is sure to match this one.
    func covers(_ other: AssociationRule) -> Bool {
        if matchesEverything { return true }
        // Raw and decoded text are two things.
        guard percentEncoded == other.percentEncoded else { return false }
        return covers(pathOf: other) && covers(fragmentOf: other) && covers(queryOf: other)
    }

    private func covers(pathOf other: AssociationRule) -> Bool {
        guard let path, !path.matchesEverything else { return true }
        return other.path.map(path.covers) ?? false
    }

    private func covers(fragmentOf other: AssociationRule) -> Bool {
        guard let fragment, !fragment.matchesEverything else { return true }
        return other.fragment.map(fragment.covers) ?? false
    }

    private func covers(queryOf other: AssociationRule) -> Bool {
        guard let query, !query.matchesEverything else { return true }
        switch (query, other.query) {
        case (.text(let mine), .text(let others)): return mine.covers(others)
        case (.items(let mine), .items(let others)):
            return mine.allSatisfy { item in
                item.value.matchesEverything
                    || others.contains { $0.name.utf8.elementsEqual(item.name.utf8) && item.value.covers($0.value) }
            }
        default: return false
        }
    }
}
