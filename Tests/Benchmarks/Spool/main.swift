// spool-bench: the release daemon as a process, against bare loops of the same system calls, in one run.
//
//   spool-bench DAEMON DIR LABEL [--load N] [--rounds N] [--lone N] [--rest SECONDS] [--crowd N]
//
// DIR: a new folder on the file system to be measured, named LABEL in the table. A part with 0 is left out; so are start, rest and
// crowd where --rest or --crowd isn't given.

import BenchmarkSupport
import Foundation

let usage = "usage: spool-bench DAEMON DIR LABEL [--load N] [--rounds N] [--lone N] [--rest SECONDS] [--crowd N]"

/// The command line.
struct Plan {
    var numbers = ["load": 5000, "rounds": 3, "lone": 300, "rest": 0, "crowd": 0]
    var places: [String] = []

    init(_ words: some Sequence<String>) {
        var words = Array(words)[...]
        while let word = words.popFirst() {
            guard word.hasPrefix("--") else {
                places.append(word)
                continue
            }
            numbers[String(word.dropFirst(2))] = words.popFirst().flatMap { Int($0) }
        }
        if places.count != 3 || numbers.count != 5 { give(up: usage, code: 64) }
    }

    subscript(_ name: String) -> Int { numbers[name] ?? 0 }
}

let plan = Plan(CommandLine.arguments.dropFirst())
do {
    let bench = try SpoolBench(executable: plan.places[0], base: plan.places[1], label: plan.places[2])
    let answer = try bench.answer()
    if plan["lone"] > 0 { try bench.measureLoneRequest(rounds: plan["lone"], answer: answer) }
    if plan["load"] > 0 { try bench.measureFullLoad(plan["load"], rounds: plan["rounds"], answer: answer) }
    if plan["rest"] > 0 {
        try bench.measureStart()
        try bench.measureRest(seconds: UInt32(plan["rest"]))
    }
    if plan["crowd"] > 0 { try bench.measureCrowd(plan["crowd"]) }
} catch {
    give(up: "spool-bench: \(error)")
}
