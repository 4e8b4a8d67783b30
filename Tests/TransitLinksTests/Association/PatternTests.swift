// Patterns against a naive matcher that tries everything, over random patterns and texts, and the costs of a hostile one.

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

@Suite struct PatternTests {
    /// Tries every way in which `pattern` can begin.
    private func naive(_ pattern: ArraySlice<PatternToken>, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let token = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        switch token {
        case .literal(let scalar): return text.first == scalar && naive(rest, text.dropFirst())
        case .anyOne: return !text.isEmpty && naive(rest, text.dropFirst())
        case .anyRun: return (text.startIndex...text.endIndex).contains { naive(rest, text[$0...]) }
        case .oneOf(let characters):
            guard let first = text.first else { return false }
            return characters.contains(first, caseSensitive: true) && naive(rest, text.dropFirst())
        case .code(let codes):
            return (2...3).contains { length in
                guard text.count >= length else { return false }
                let code = String(String.UnicodeScalarView(text.prefix(length)))
                return codes.contains(code, caseSensitive: true) && naive(rest, text.dropFirst(length))
            }
        case .alternatives(let values): return values.contains { naive($0 + rest, text) }
        }
    }

    @Test func `a pattern matches what trying every way finds`() {
        var random = SeededRandom(seed: 7)
        var variables = SubstitutionVariables()
        variables.define("own", ["a", "b*", "", "a?a"])
        let pieces = ["a", "b", "/", "*", "?", "$(own)", "$(digit)", "$(lang)", "$(none)", "$", "("]
        var matches = 0
        for _ in 0..<20_000 {
            let text = String((0..<Int.random(in: 0...9, using: &random)).map { _ in "aab/1".randomElement(using: &random)! })
            let pattern = (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random)! }
                .joined()
            let compiled = AssociationPattern(pattern, variables)
            let expected = naive(compiled.tokens[...], ArraySlice(text.unicodeScalars))
            let got = compiled.matches(MatchedText(text, caseSensitive: true))
            #expect(got == expected, "\(pattern) on \(text)")
            if got { matches += 1 }
        }
        #expect(matches > 500)
    }

    @Test func `a set of positions ends at its text's`() {
        #expect(PositionSet(3, length: 5).filledUp.positions == [3, 4, 5])
        #expect(PositionSet(1, length: 63).filledUp.positions == Array(1...63))
        #expect(PositionSet(63, length: 64).filledUp.positions == [63, 64])
        #expect(PositionSet(length: 64).filledUp.positions == [])
    }

    @Test(arguments: [62, 63, 64, 65, 127, 128, 129])
    func `a text as long as a word or two of the set of positions is matched whole`(_ length: Int) {
        let text = MatchedText(String(repeating: "a", count: length), caseSensitive: true)
        func matches(_ pattern: String) -> Bool { AssociationPattern(pattern).matches(text) }
        #expect(matches(String(repeating: "a", count: length)))
        #expect(matches(String(repeating: "?", count: length)))
        #expect(matches("*a") && matches("a*") && matches("*?*"))
        #expect(!matches(String(repeating: "a", count: length + 1)))
        #expect(!matches(String(repeating: "?", count: length - 1)))
        #expect(!matches("*b") && !matches("*ab*"))
    }

    @Test func `a hostile pattern costs its length, not an exponent of it`() throws {
        let pattern = String(repeating: "*a", count: 30_000) + "b"
        let text = String(repeating: "a", count: 8_000)
        let start = ContinuousClock.now
        #expect(!AssociationPattern(pattern).matches(MatchedText(text, caseSensitive: true)))
        // A backtracking matcher would need longer than the universe is old; ours a fraction of a second, unoptimised.
        #expect(ContinuousClock.now - start < .seconds(120))
    }

    @Test func `a file whose variables make its patterns grow is refused`() throws {
        let values = (0..<1000).map { "\"v\($0)\"" }.joined(separator: ",")
        let path = String(repeating: "$(v)", count: 1000)
        let file = AssociationCase.file("{\"/\": \"\(path)\"}", variables: "{\"v\": [\(values)]}")
        #expect(
            throws: AssociationFileError(line: 1, message: "its substitution variables grow to 3891002 pattern steps")
        ) { try AppleAppSiteAssociation(decoding: Array(file.utf8)) }
    }

    @Test func `the codes of regions and languages are Foundation's`() {
        #expect(ISOCodes.languages == Set(Locale.LanguageCode.isoLanguageCodes.map(\.identifier)))
        #expect(ISOCodes.regions == Set(Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 }))
        #expect(ISOCodes.languages.allSatisfy { ISOCodes.lengths.contains($0.count) })
        #expect(ISOCodes.regions.count > 240 && ISOCodes.languages.count > 180)
    }
}
