/// The result of a simulated playback.
package struct SimulationResult: Sendable, Equatable {
    /// The sum of the utilities of the segments (logarithm of the bit rate relative to the lowest), divided by the play time in segments.
    package let utility: Double
    /// The mean absolute change of the utility from segment to segment.
    package let utilityChange: Double
    /// The number of changes of the rung between segments.
    package let switches: Int
    /// The time spent rebuffering, in seconds.
    package let rebufferTime: Double
    /// The number of stalls of at least a millisecond.
    package let rebufferEvents: Int
    /// The duration of the longest stall, in seconds.
    package let longestStall: Double
    /// The time from the first request to the end of the first segment's transfer, in seconds.
    package let startupTime: Double
    /// The time from the start of the first transfer to the end of the movie, in seconds.
    package let playTime: Double
    /// The mean bit rate of the segments in bits per second.
    package let meanBitrate: Double
    /// The number of abandoned transfers.
    package let abandoned: Int
    /// The share of the bits in abandoned transfers.
    package let wastedShare: Double

    /// The ratio of rebuffering to play time.
    package var rebufferRatio: Double { rebufferTime / playTime }

    /// The score of sabre: the utility, less 5 for each segment's duration of rebuffering per segment of play time.
    package var score: Double { utility - AdaptiveSimulation.rebufferPenalty * rebufferRatio }

    /// The QoE-log of the MPC and Pensieve papers, with the weight of rebuffering of sabre: the score less the utility change.
    package var qoeLog: Double { score - utilityChange }
}
