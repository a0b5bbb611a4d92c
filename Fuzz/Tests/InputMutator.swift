import TestSupport

/// Makes damaged inputs from initial ones, the same in each run.
struct InputMutator {
    private static let maximumSize = 8192
    private let initial: [[UInt8]]
    private var random: SeededGenerator

    init(_ initial: [[UInt8]], seed: UInt64) {
        self.initial = initial
        random = SeededGenerator(seed: seed)
    }

    /// Returns the next input.
    mutating func next() -> [UInt8] {
        var input = initial[random.below(initial.count)]
        for _ in 0...random.below(6) { change(&input) }
        return Array(input.prefix(Self.maximumSize))
    }

    /// Changes, removes, repeats, inserts or replaces some bytes.
    private mutating func change(_ input: inout [UInt8]) {
        let start = random.below(input.count + 1)
        let range = start..<min(input.count, start + 1 + random.below(32))
        switch random.below(6) {
        case 0: for index in range.prefix(4) { input[index] = UInt8(truncatingIfNeeded: random.next()) }
        case 1: if !range.isEmpty { input[start] ^= 1 << UInt8(random.below(8)) }
        case 2: input.removeSubrange(range)
        case 3: input.insert(contentsOf: input[range], at: start)
        case 4: input.insert(contentsOf: HostileNumbers.texts[random.below(HostileNumbers.texts.count)].utf8, at: start)
        default:
            let other = initial[random.below(initial.count)]
            input.replaceSubrange(range, with: other.dropFirst(random.below(other.count + 1)).prefix(range.count))
        }
    }
}
