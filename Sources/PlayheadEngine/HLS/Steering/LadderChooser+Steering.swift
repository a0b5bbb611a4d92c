import PlayheadHLS

extension Ladder.Rung {
    /// The places of the rung, those of a pathway first, and else in the playlist's order.
    func order(preferring pathway: String) -> [Int] {
        let own = alternatives.indices.filter { isPlace($0, in: pathway) }
        return own + alternatives.indices.filter { !own.contains($0) }
    }

    func isPlace(_ index: Int, in pathway: String) -> Bool {
        alternatives.indices.contains(index) && (alternatives[index].pathwayID ?? Variant.defaultPathwayID) == pathway
    }
}

extension Ladder {
    /// Whether `other` is the same ladder, perhaps with further places behind those that are known.
    func isExtended(by other: Ladder) -> Bool {
        rungs.count == other.rungs.count
            && zip(rungs, other.rungs).allSatisfy { $0.alternatives.elementsEqual($1.alternatives.prefix($0.alternatives.count)) }
    }
}
