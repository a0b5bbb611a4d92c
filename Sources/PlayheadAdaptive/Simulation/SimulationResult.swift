/// The result of a simulated playback.
package struct SimulationResult: Sendable, Equatable {
    /// The sum of the utilities (logarithm of the bit rate relative to the lowest) of the segments, less 5 for each segment's duration of
    /// rebuffering, divided by the play time in segments.
    package let score: Double
    /// The ratio of rebuffering to play time.
    package let rebufferRatio: Double
    /// The time spent rebuffering, in seconds.
    package let rebufferTime: Double
    /// The time from the start of the first transfer to the end of the movie, in seconds.
    package let playTime: Double
    /// The mean bit rate of the segments in bits per second.
    package let meanBitrate: Double
    /// The number of changes of the rung between segments.
    package let switches: Int
    /// The mean change of the logarithm of the bit rate from segment to segment.
    package let meanLogBitrateChange: Double
    /// The number of abandoned transfers.
    package let abandoned: Int
    /// The share of the bits in abandoned transfers.
    package let wastedShare: Double
}
