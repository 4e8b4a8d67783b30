// SeededRandom: random numbers that are the same in every run (SplitMix64), so that a failed trial can be had again. Each
// sequence says its seed and its place as it begins. TEST_SEED in the environment is the seed of all of them instead: a
// number, or `random` for one that no run had before.

import Foundation

public struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// A sequence for the caller's trials.
    /// - Parameter seed: what the sequence follows from where TEST_SEED is not set.
    public init(seed: UInt64, file: String = #fileID, function: String = #function) {
        state = Self.seed(or: seed)
        print("seed \(state): \(file), \(function); to have it again: TEST_SEED=\(state)")
    }

    /// The seed from TEST_SEED, or `seed` without one.
    public static func seed(or seed: @autoclosure () -> UInt64) -> UInt64 { chosen ?? seed() }

    private static let chosen: UInt64? = ProcessInfo.processInfo.environment["TEST_SEED"].map { text in
        if text == "random" { return .random(in: 1...1_000_000) }
        guard let seed = UInt64(text) else { fatalError("TEST_SEED: '\(text)' is neither a number nor 'random'") }
        return seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
