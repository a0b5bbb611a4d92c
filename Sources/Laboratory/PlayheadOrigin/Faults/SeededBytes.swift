/// Random bytes that are determined by a seed, at any offset: SplitMix64 over the index of each group of eight bytes.
package struct SeededBytes {
    package let seed: UInt64

    package init(seed: UInt64) {
        self.seed = seed
    }

    /// Creates a seed from a text and a number (FNV-1a), the same in every process.
    package init(seed: UInt64, text: String) {
        self.seed = text.utf8.reduce(0xcbf2_9ce4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x0100_0000_01b3 }
    }

    package func bytes(in range: Range<Int>) -> [UInt8] {
        guard !range.isEmpty else { return [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count + 16)
        let firstGroup = range.lowerBound / 8
        for group in firstGroup...((range.upperBound - 1) / 8) {
            var word = Self.mix(seed &+ UInt64(group) &* 0x9e37_79b9_7f4a_7c15)
            for _ in 0..<8 {
                bytes.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
        }
        let start = range.lowerBound - firstGroup * 8
        return Array(bytes[start..<(start + range.count)])
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var word = value
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}
