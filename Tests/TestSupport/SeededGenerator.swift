/// A reproducible random number generator (SplitMix64), so that a failure can be repeated.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator with a seed.
    package init(seed: UInt64) { state = seed }

    /// Returns 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// Returns true with a probability of one in `count`.
    package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    /// Returns a number between 0 and 1.
    package mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    /// Returns a number in a range.
    package mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }
}
