/// The result of a simulated playback.
public struct SimulationResult: Sendable, Equatable {
    /// The sum of the utilities (logarithm of the bit rate relative to the lowest) of the segments, less 5 for each segment's duration of
    /// rebuffering, divided by the play time in segments.
    public let score: Double
    /// The ratio of rebuffering to play time.
    public let rebufferRatio: Double
    /// The time spent rebuffering, in seconds.
    public let rebufferTime: Double
    /// The time from the start of the first transfer to the end of the movie, in seconds.
    public let playTime: Double
    /// The mean bit rate of the segments in bits per second.
    public let meanBitrate: Double
    /// The number of changes of the rung between segments.
    public let switches: Int
    /// The mean change of the logarithm of the bit rate from segment to segment.
    public let meanLogBitrateChange: Double
    /// The number of abandoned transfers.
    public let abandoned: Int
    /// The share of the bits in abandoned transfers.
    public let wastedShare: Double
}
