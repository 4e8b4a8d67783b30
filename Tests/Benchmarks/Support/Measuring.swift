// Measuring: time, medians and the rows of the one table that `make bench` prints. A goal that is missed is said in the
// row and is no error: a benchmark reports, it does not judge a busy machine.

import Foundation

/// Seconds since boot, which no one sets.
public func secondsSinceBoot() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// How long `body` takes, in seconds.
public func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = secondsSinceBoot()
    try body()
    return secondsSinceBoot() - start
}

public func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// A number with three digits, or all of its whole ones.
public func shown(_ value: Double) -> String {
    let places = value >= 100 ? 0 : value >= 10 ? 1 : 2
    return String(format: "%.\(places)f", value)
}

/// One line of the table.
public struct Row {
    private let what: String
    private let ours: String
    private var rival = ""
    private var ratio = ""
    private var goal = ""
    private var met = ""

    public init(_ what: String, _ ours: String) {
        self.what = what
        self.ours = ours
    }

    /// Next to what does the same in another way; the ratio is ours to theirs in the direction that `ratio` was computed.
    public func against(_ rival: String, ratio: Double) -> Row {
        var row = self
        row.rival = rival
        row.ratio = shown(ratio)
        return row
    }

    public func goal(_ text: String, met: Bool) -> Row {
        var row = self
        row.goal = text
        row.met = met ? "yes" : "no"
        return row
    }

    public func print() {
        Swift.print("| \(what) | \(ours) | \(rival) | \(ratio) | \(goal) | \(met) |")
        fflush(nil)
    }
}

/// Says why the benchmark can't go on, and ends it.
public func give(up reason: String, code: Int32 = 1) -> Never {
    FileHandle.standardError.write(Data("\(reason)\n".utf8))
    exit(code)
}
