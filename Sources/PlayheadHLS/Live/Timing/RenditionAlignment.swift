/// How the timeline of one rendition's playlist lies on that of another, whose window may have begun elsewhere.
public struct RenditionAlignment: Sendable, Hashable {
    /// What it rests upon.
    public enum Basis: Sendable, Hashable {
        /// Both have program date times.
        case dates
        /// Both list the same discontinuity (RFC 8216bis §6.2.4 has their numbers agree).
        case discontinuity
        /// Both list a segment of the same number and discontinuity sequence: as packagers number, though the standard doesn't promise it.
        case mediaSequence
        /// Both are live, and end now.
        case edge
    }

    /// Seconds to add to times of the aligned playlist.
    public var offset: Double
    /// What it rests upon.
    public var basis: Basis
}

extension LivePlaylist {
    /// Renditions of one stream, loaded at about the same time, end within so many target durations of one another.
    private static let mostTargetDurationsApart = 6.0

    /// How this playlist's timeline lies on that of the rendition that leads.
    public func alignment(with leading: LivePlaylist) -> RenditionAlignment {
        let edges = leading.endOfSegments - endOfSegments
        let tolerance = Self.mostTargetDurationsApart * max(playlist.targetDuration, leading.playlist.targetDuration)
        // A complete list may be of any part of the stream, so its end says nothing about the other's.
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

    /// Where the listed discontinuities begin, by the numbers that the playlist writes.
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
