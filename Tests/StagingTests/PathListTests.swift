// The list of our files against sets of strings.

import Testing

@testable import Staging

@Suite struct PathListTests {
    static let paths = ["stop/a", "stop", "b", "stop-x", "stop/", "a b", "é", "stop/a/b"].sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
    }

    @Test func itIsSortedByBytes() throws {
        let list = PathList(sorting: lines(Self.paths.reversed()))
        #expect(list.lines == lines(Self.paths))
        #expect(list == PathList(reading: lines(Self.paths)) && list.count == Self.paths.count)
    }

    @Test func itKnowsItsPathsAndTheirBeginnings() {
        let list = PathList(sorting: lines(Self.paths))
        for path in Self.paths + ["", "st", "stop/b", "zz", "A"] {
            #expect(list.contains(Array(path.utf8)) == Self.paths.contains(path), "\(path)")
            let isBeginning = Self.paths.contains { $0.utf8.starts(with: path.utf8) }
            #expect(list.holdsPath(startingWith: Array(path.utf8)) == isBeginning, "\(path)")
        }
        #expect(!PathList.empty.contains([]) && !PathList.empty.holdsPath(startingWith: []))
    }

    @Test(arguments: [([], 0), (["b"], 7), (["b", "é", "zz"], 6), (paths, 0), (["zz"], 8)])
    func whatAnotherLacksIsCounted(_ other: [String], _ missing: Int) {
        let list = PathList(sorting: lines(Self.paths))
        let expected = other.isEmpty ? Self.paths.count : missing
        #expect(list.countMissing(in: PathList(sorting: lines(other))) == expected)
    }

    private func lines(_ paths: some Sequence<String>) -> [UInt8] { Array(paths.map { $0 + "\n" }.joined().utf8) }
}
