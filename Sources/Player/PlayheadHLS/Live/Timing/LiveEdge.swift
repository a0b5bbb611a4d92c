/// The end of a live stream, moving in real time between reloads of its playlist, which advance in steps of segments.
///
/// The edge never moves back, and is never ahead of the published end by more than one and a half target durations: if the origin stalls,
/// the edge stops.
package struct LiveEdge: Sendable, Hashable {
    /// The relative deviation from real time with which the edge returns to the published end.
    private static let correction = 0.02
    /// The deviation that is not corrected, in target durations: a reload occurs at any phase of the origin's period, so that it may differ
    /// by up to a segment.
    private static let tolerance = 0.5
    /// The time after the first load in which a published end beyond the edge is followed at once, in seconds: the first load occurs at any
    /// phase of the origin's period, and playback has hardly started.
    private static let settling = 2.0
    /// The maximum distance ahead of the published end, in target durations: a reload follows after one, and takes time.
    private static let slack = 1.5

    /// The published end, in seconds on the playlist's timeline.
    package private(set) var published: Double
    /// The edge minus the time of the monotonic clock.
    private var offset: Double
    /// The value at the last reload: the edge is never before it.
    private var minimum: Double
    private var slack: Double
    private var notedAt: Double
    private let loadedAt: Double
    private var hasStalled = false
    private var hasEnded = false

    /// Makes the edge from the first load.
    /// - Parameters:
    ///   - edge: The published end, in seconds on the playlist's timeline.
    ///   - now: The monotonic clock in seconds.
    ///   - targetDuration: The playlist's target duration in seconds.
    package init(edge: Double, at now: Double, targetDuration: Double) {
        published = edge
        offset = edge - now
        minimum = edge
        slack = Self.slack * targetDuration
        notedAt = now
        loadedAt = now
    }

    /// Returns the edge at a time.
    /// - Parameter now: The monotonic clock in seconds.
    /// - Returns: The edge, in seconds on the playlist's timeline.
    package func edge(at now: Double) -> Double {
        if hasEnded { return published }
        return max(minimum, min(now + offset, published + slack))
    }

    /// Updates the edge from a reload.
    /// - Parameters:
    ///   - edge: The published end, in seconds on the playlist's timeline.
    ///   - now: The monotonic clock in seconds.
    ///   - targetDuration: The playlist's target duration in seconds.
    package mutating func note(edge: Double, at now: Double, targetDuration: Double) {
        minimum = self.edge(at: now)
        let ahead = now + offset - edge
        if ahead < 0, now - loadedAt <= Self.settling {
            offset = edge - now
        } else if ahead < -targetDuration || ahead > slack || hasStalled && edge > published {
            // An origin that published far more than expected is followed at once, and so is one that lost time.
            offset = edge - now
            hasStalled = ahead > slack
        } else {
            let most = Self.correction * max(0, now - notedAt)
            offset -= max(-most, min(most, max(ahead - Self.tolerance * targetDuration, min(ahead, 0))))
        }
        published = max(published, edge)
        slack = Self.slack * targetDuration
        notedAt = now
    }

    /// Ends the stream: the edge is its end from now on.
    package mutating func end(at edge: Double) {
        published = edge
        hasEnded = true
    }
}
