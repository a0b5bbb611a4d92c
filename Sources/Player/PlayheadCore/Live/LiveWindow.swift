/// The window of a live stream at one moment. All times except ``measuredAt`` are seconds on the playback's own timeline, which the
/// playhead uses too; its zero is the start of the first window.
public struct LiveWindow: Sendable, Hashable, Codable {
    /// The range of valid playhead positions: from the oldest listed segment to the live position.
    public var seekable: TimeRange
    /// The end of the published media; it advances smoothly between playlist reloads and never moves back.
    public var edge: Double
    /// The target live offset behind ``edge``, in seconds: the value of the playlist, or three target durations.
    public var targetLatency: Double
    /// Whether the stream is a low-latency stream that is played by its parts.
    public var isLowLatency: Bool
    /// The time of the measurement, in seconds of the monotonic clock. Without updates the window advances in real time.
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
