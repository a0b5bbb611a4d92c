/// The end of a live stream, moving in real time between reloads of its playlist, each of which tells it in steps of segments.
///
/// It never goes back, and never runs ahead of what is published by more than one and a half target durations: when the origin stalls it stands still.
public struct LiveEdge: Sendable, Hashable {
    /// How much faster or slower than real time it moves to come back to what is published, as a share of the time passed.
    private static let correction = 0.02
    /// A reload meets the origin at any moment of its rhythm, so that it is ahead by up to a segment. More than this, in target durations, is corrected.
    private static let tolerance = 0.5
    /// How far it may run ahead of what is published, in target durations: a reload comes after one, and takes its time.
    private static let slack = 1.5

    /// The published end, in seconds on the playlist's timeline.
    public private(set) var published: Double
    /// The edge minus the time of the monotonic clock.
    private var offset: Double
    /// What was told at the last reload: the edge is never before it.
    private var least: Double
    private var slack: Double
    private var notedAt: Double
    private var hasStalled = false
    private var hasEnded = false

    /// Begins with the first load.
    /// - Parameters:
    ///   - edge: The published end, in seconds on the playlist's timeline.
    ///   - now: The monotonic clock in seconds.
    ///   - targetDuration: The playlist's target duration in seconds.
    public init(edge: Double, at now: Double, targetDuration: Double) {
        published = edge
        offset = edge - now
        least = edge
        slack = Self.slack * targetDuration
        notedAt = now
    }

    /// The edge, in seconds on the playlist's timeline.
    /// - Parameter now: The monotonic clock in seconds.
    public func edge(at now: Double) -> Double {
        if hasEnded { return published }
        return max(least, min(now + offset, published + slack))
    }

    /// Takes up what a reload tells.
    /// - Parameters:
    ///   - edge: The published end, in seconds on the playlist's timeline.
    ///   - now: The monotonic clock in seconds.
    ///   - targetDuration: The playlist's target duration in seconds.
    public mutating func note(edge: Double, at now: Double, targetDuration: Double) {
        least = self.edge(at: now)
        let ahead = now + offset - edge
        if ahead < -targetDuration || ahead > slack || hasStalled && edge > published {
            // An origin that publishes far more than was expected is right, and so is one that has lost time.
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

    /// The stream has ended: from now on the edge is the end.
    public mutating func end(at edge: Double) {
        published = edge
        hasEnded = true
    }
}
