/// Where the window of a live stream is at one moment. All times but ``measuredAt`` are seconds on the playback's own timeline, on which the
/// playhead moves too; its zero is the beginning of the first window that was seen.
public struct LiveWindow: Sendable, Hashable, Codable {
    /// Where the playhead may be put: from the oldest segment that is still listed to the point at which live playing sits.
    public var seekable: TimeRange
    /// The end of what the origin has published; it moves smoothly between playlist reloads and never goes back.
    public var edge: Double
    /// How far behind ``edge`` live playing means to be: what the playlist asks for, or three target durations.
    public var targetLatency: Double
    /// Whether it is a low-latency stream that is played by its parts.
    public var isLowLatency: Bool
    /// When this was so, in seconds of the monotonic clock. Without news the window goes on by itself in real time.
    public var measuredAt: Double

    /// Makes a window.
    public init(seekable: TimeRange, edge: Double, targetLatency: Double, isLowLatency: Bool = false, measuredAt: Double) {
        self.seekable = seekable
        self.edge = edge
        self.targetLatency = targetLatency
        self.isLowLatency = isLowLatency
        self.measuredAt = measuredAt
    }
}
