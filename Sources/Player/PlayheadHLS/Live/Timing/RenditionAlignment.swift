/// The offset of one rendition's timeline on that of another, whose window may have a different start.
package struct RenditionAlignment: Sendable, Hashable {
    /// The basis of the alignment.
    package enum Basis: Sendable, Hashable {
        /// Both have program date times.
        case dates
        /// Both list the same discontinuity (RFC 8216bis §6.2.4 requires equal numbers).
        case discontinuity
        /// Both list a segment with the same number and discontinuity sequence: common among packagers, but not required by the standard.
        case mediaSequence
        /// Both are live, and have the same end.
        case edge
    }

    /// The offset in seconds to add to times of the aligned playlist.
    package var offset: Double
    /// The basis of the alignment.
    package var basis: Basis
}

extension LivePlaylist {
    /// The maximum distance between the ends of renditions of one stream that are loaded at about the same time, in target durations.
    private static let maximumTargetDurationsApart = 6.0

    /// Returns the alignment of this playlist with the leading rendition.
    package func alignment(with leading: LivePlaylist) -> RenditionAlignment {
        let edges = leading.endOfSegments - endOfSegments
        let tolerance = Self.maximumTargetDurationsApart * max(playlist.targetDuration, leading.playlist.targetDuration)
        // A complete list may be any part of the stream, so its end does not correspond to the other's.
        func isPlausible(_ offset: Double) -> Bool {
            playlist.isComplete || leading.playlist.isComplete || abs(offset - edges) <= tolerance
        }
        let candidates: [(RenditionAlignment.Basis, Double?)] = [
            (.dates, offsetByDates(to: leading)), (.discontinuity, offsetByDiscontinuity(to: leading)),
            (.mediaSequence, offsetByMediaSequence(to: leading)),
        ]
        for case (let basis, let offset?) in candidates where isPlausible(offset) {
            return RenditionAlignment(offset: offset, basis: basis)
        }
        return RenditionAlignment(offset: edges, basis: .edge)
    }

    /// Whether dates and sequence numbers align this playlist with the leading rendition in the same way: then their statement outweighs
    /// contradicting timestamps.
    package func isAlignmentConfirmed(with leading: LivePlaylist) -> Bool {
        let tolerance = 0.5
        guard let byDates = offsetByDates(to: leading), let byNumbers = offsetByMediaSequence(to: leading) else { return false }
        return abs(byDates - byNumbers) <= tolerance
    }

    private func offsetByDates(to leading: LivePlaylist) -> Double? {
        guard let date = wallClock.date(at: endOfSegments), let other = leading.wallClock.date(at: leading.endOfSegments) else {
            return nil
        }
        // The dates may jump between the two ends, so the earlier one is looked up.
        if date <= other { return leading.wallClock.time(of: date).map { $0 - endOfSegments } }
        return wallClock.time(of: other).map { leading.endOfSegments - $0 }
    }

    private func offsetByDiscontinuity(to leading: LivePlaylist) -> Double? {
        let starts = discontinuityStarts
        let others = leading.discontinuityStarts
        guard let number = starts.keys.filter({ others[$0] != nil }).max(), let one = starts[number], let other = others[number] else {
            return nil
        }
        return other - one
    }

    /// The starts of the listed discontinuities, by the numbers in the playlist.
    private var discontinuityStarts: [Int: Double] {
        var starts: [Int: Double] = [:]
        for segment in playlist.segments where segment.hasDiscontinuity {
            starts[segment.discontinuitySequence.saturatingSubtracting(discontinuityShift)] = segment.startTime
        }
        return starts
    }

    private func offsetByMediaSequence(to leading: LivePlaylist) -> Double? {
        let number = min(nextMediaSequence, leading.nextMediaSequence).saturatingSubtracting(1)
        guard let one = segment(mediaSequence: number), let other = leading.segment(mediaSequence: number),
            one.discontinuitySequence.saturatingSubtracting(discontinuityShift)
                == other.discontinuitySequence.saturatingSubtracting(leading.discontinuityShift)
        else { return nil }
        return other.startTime - one.startTime
    }
}
