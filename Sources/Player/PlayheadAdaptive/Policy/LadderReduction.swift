/// The rungs of a long ladder that a policy considers: evenly chosen, with the lowest and the highest one. The cost of a plan grows with the
/// number of rungs, and a playlist may have thousands.
struct LadderReduction: Sendable {
    /// The maximum number of rungs that are considered.
    static let maximum = 32

    /// The considered rungs, ascending.
    private let rungs: [Int]

    /// Makes the reduction of a ladder with `count` rungs; `nil` if all rungs are considered.
    init?(of count: Int) {
        guard count > Self.maximum else { return nil }
        // bounded: at most the number of rungs in memory times 31
        rungs = (0..<Self.maximum).map { $0 * (count - 1) / (Self.maximum - 1) }
    }

    /// Returns the situation with the considered rungs only.
    func reduced(_ situation: FetchSituation) -> FetchSituation {
        var reduced = situation
        reduced.bitrates = rungs.map { situation.bitrates[$0] }
        reduced.segmentSizes = situation.segmentSizes.isEmpty ? [] : rungs.map { situation.segmentSizes.dropFirst($0).first ?? 0 }
        reduced.currentRung = situation.currentRung.map(position)
        reduced.highestRung = situation.highestRung.map(position)
        return reduced
    }

    /// Returns the position of the highest considered rung that is not above `rung`.
    func position(of rung: Int) -> Int { rungs.lastIndex { $0 <= rung } ?? 0 }

    /// Returns the rung at a position.
    func rung(at position: Int) -> Int { rungs[min(max(position, 0), rungs.count - 1)] }
}
