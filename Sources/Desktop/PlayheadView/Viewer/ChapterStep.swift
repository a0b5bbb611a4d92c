/// Selects the chapter to seek to.
package enum ChapterStep {
    /// The time after the start of a chapter within which the one before is the previous, in seconds.
    package static let tolerance = 3.0

    /// Selects the next or the previous chapter; `nil` without one.
    /// - Parameters:
    ///   - starts: The starts of the chapters in order, in seconds.
    ///   - position: The playhead in seconds.
    ///   - forward: Whether the next chapter is meant.
    /// - Returns: The index of the chapter.
    package static func target(_ starts: [Double], from position: Double, forward: Bool) -> Int? {
        if forward { return starts.firstIndex { $0 > position } }
        return starts.lastIndex { $0 < position - tolerance } ?? (starts.isEmpty ? nil : 0)
    }
}

/// Judges whether captions fit a film.
package enum CaptionsLength {
    /// Returns whether captions that end at `end` may belong to media of a duration, both in seconds. Credits may be subtitled, but not
    /// minutes of them.
    package static func isPlausible(end: Double, duration: Double) -> Bool {
        let tolerance = 120.0
        return !(duration > 0 && duration.isFinite) || end <= duration + tolerance
    }
}
