import PlayheadCore

/// A seek whose target is not reached yet.
struct PlayoutSeek: Sendable, Hashable {
    /// The position of a decoded picture relative to the target.
    enum Verdict: Sendable, Hashable {
        /// The picture lies before the target: the search continues.
        case before
        /// The picture is shown at the target.
        case shown
        /// The picture lies behind a gap that contains the target: the picture before the gap is shown, or none.
        case behindGap
    }

    /// The result of the search for the picture of the target.
    struct Target: Sendable, Hashable {
        /// The time of the picture that is shown at the target, in seconds, or `nil` if there is none.
        var shown: Double?
        /// Whether a picture behind a gap was found.
        var isBeforeGap = false
        /// Whether the pictures end before the target.
        var isAtEnd = false
    }

    /// The number of the seek.
    var id: Int
    /// The target, in seconds.
    var target: Double
    /// The precision.
    var precision: SeekPrecision

    /// Returns the position of a picture relative to the target.
    /// - Parameters:
    ///   - start: The time from which on the picture is shown, in seconds.
    ///   - end: The time until which the picture is shown, in seconds.
    ///   - hasBefore: Whether a picture before the target was decoded.
    ///   - hasSound: Whether there is sound, which continues in a gap of the pictures.
    /// - Returns: Whether the picture is before the target, behind a gap at the target, or the one to show.
    func verdict(start: Double, end: Double, hasBefore: Bool, hasSound: Bool) -> Verdict {
        guard precision == .keyFrame || end > target + PlayoutLimits.pictureRounding else { return .before }
        return start > target + PlayoutLimits.commonGap && (hasBefore || hasSound) ? .behindGap : .shown
    }

    /// Returns the position that the seek reaches, in seconds.
    /// - Parameters:
    ///   - found: The result of the search, or `nil` without a video track.
    ///   - mediaEnd: The end of the media, in seconds, if it is known.
    /// - Returns: The position, at least 0.
    func position(_ found: Target?, mediaEnd: Double?) -> Double {
        var reached = target
        if precision == .keyFrame, let found, !found.isBeforeGap { reached = found.shown ?? target }
        // The announced duration may be too long: the playhead does not move beyond the media.
        if found?.isAtEnd != false, let mediaEnd { reached = min(reached, mediaEnd) }
        return max(0, reached)
    }
}
