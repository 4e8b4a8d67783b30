// requests-bench: requests from bytes to values, and to results, next to the ways of Foundation, in one run.
//
//   requests-bench TOOL                  prints the rows
//   requests-bench --foundation-make     is the rival of `transitlink make`

import BenchmarkSupport
import Foundation

do {
    switch CommandLine.arguments.dropFirst().first {
    case "--foundation-make": try FoundationMaker().run()
    case let tool? where !tool.hasPrefix("-"):
        try Reading.measure(rounds: 5)
        try Tool(executable: tool).measureStop(runs: 100)
        try Tool(executable: tool).measureMake(lines: 200_000, rounds: 5)
    default: give(up: "usage: requests-bench TOOL", code: 64)
    }
} catch {
    give(up: "requests-bench: \(error)")
}
