/// The loaded parts of the tracks of a world.
extension PlayoutWorld {
    /// The loaded part of a track.
    struct Loading {
        /// The time up to which the track is loaded, in seconds.
        var end: Double
        /// Whether all of the track is loaded.
        var isComplete: Bool
        /// Whether the track has a gap where the other one continues.
        var isAbsent: Bool

        func has(_ piece: PlayoutScenario.Piece) -> Bool { isComplete || piece.end <= end }
    }

    /// The time up to which everything is loaded, in seconds.
    var loaded: Double { isComplete ? .infinity : min(arrived, playhead + scenario.forward) }

    /// The end of the last completely loaded piece in the track with less data; an absent track does not count.
    var loadedEnd: Double {
        let (loaded, pictures, sound) = (loaded, scenario.pictures, scenario.sound)
        let ends = [pictures, sound].compactMap { $0?.last { $0.end <= loaded }?.end ?? ($0 == nil ? nil : 0) }
        let (least, most) = (ends.min() ?? 0, ends.max() ?? 0)
        return most > least + 1 ? most : least
    }

    /// Whether a track has a gap where the other one continues for a second.
    func isAbsent(_ pieces: [PlayoutScenario.Piece]?, next: Int?, from other: [PlayoutScenario.Piece]?) -> Bool {
        guard let pieces, let next, let other else { return false }
        let end = next > 0 ? pieces[next - 1].end : 0
        return other.contains { $0.end <= loaded && $0.end > end + 1 } && (next >= pieces.count || pieces[next].end > loaded)
    }
}
