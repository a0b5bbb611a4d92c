import Foundation

/// Random numbers that are determined by a seed (SplitMix64), the same in every process, so that a run can be repeated and divided.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator with a seed.
    package init(seed: UInt64) { state = seed }

    /// Creates the generator for one part of a run, independent of those of the other parts.
    /// - Parameters:
    ///   - seed: The seed of the run.
    ///   - path: The numbers that identify the part, such as those of a viewer.
    package init(seed: UInt64, path: [Int]) {
        var generator = SeededRandom(seed: seed)
        for number in path { generator = SeededRandom(seed: generator.next() ^ UInt64(bitPattern: Int64(number))) }
        self = SeededRandom(seed: generator.next())
    }

    /// Returns 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to 1, without 1.
    package mutating func unit() -> Double {
        let (bits, scale) = (11, 9_007_199_254_740_992.0)
        return Double(next() >> bits) / scale
    }

    /// Returns an exponentially distributed number of this mean.
    package mutating func exponential(mean: Double) -> Double { -mean * log(1 - unit()) }

    /// Returns a number of the standard normal distribution (Box and Muller's transform).
    package mutating func normal() -> Double { sqrt(-2 * log(1 - unit())) * cos(2 * .pi * unit()) }
}
