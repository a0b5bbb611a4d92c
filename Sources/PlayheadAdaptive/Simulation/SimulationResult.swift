/// How a simulated playback was.
public struct SimulationResult: Sendable, Equatable {
    /// The sum of the utilities (logarithm of bitrate over the lowest) of the segments, less 5 for each segment's duration of rebuffering,
    /// over the play time in segments.
    public let score: Double
    /// Rebuffering over play time.
    public let rebufferRatio: Double
    /// Seconds of rebuffering.
    public let rebufferTime: Double
    /// Seconds from the start of the first transfer to the end of the movie.
    public let playTime: Double
    /// The mean bitrate of the segments in bits a second.
    public let meanBitrate: Double
    /// How often the rung changed between segments.
    public let switches: Int
    /// The mean change of the logarithm of bitrate from segment to segment.
    public let meanLogBitrateChange: Double
    /// Transfers that were abandoned.
    public let abandoned: Int
    /// The share of the bits that was abandoned.
    public let wastedShare: Double
}
