/// The result of a simulated low-latency playback.
package struct LiveSimulationResult: Sendable, Equatable {
    /// The mean latency in seconds.
    package var latency: Double
    /// The mean bit rate of the segments in bits per second.
    package var meanBitrate: Double
    /// The time spent stalling, in seconds.
    package var stallTime: Double
    /// The number of stalls.
    package var stalls: Int
    /// The mean of the absolute difference of the playback rate from 1.
    package var rateDeviation: Double
    /// The number of changes of the rung between segments.
    package var switches: Int
    /// The number of seeks to the target latency.
    package var seeks: Int
}
