import PlayheadAdaptive
import PlayheadCore

/// The statistics of the playback of an engine.
package struct EngineStatistics: Sendable, Hashable {
    /// The throughput measurements for the next playback; `nil` if there are none.
    package var throughputMemory: ThroughputMemory?
    /// The number of pictures that were shown.
    package var framesShown = 0
    /// The time at which the first picture was passed to the video output, in seconds on the clock of the engine; also without an output
    /// if pictures are decoded. `nil` before.
    package var firstPictureAt: Double?
    /// The number of pictures that were too late to be shown.
    package var framesDropped = 0
    /// The number of audio samples per channel that were handed to the output.
    package var audioFrames = 0
    /// The duration of media that the playhead moved through by playing, in seconds.
    package var played = 0.0
    /// The position at which the play limit (``EngineCommand/setPlayLimit(_:)``) stopped the playhead, in seconds; `nil` before.
    package var playedOutAt: Double?
    /// The duration of media played at each level, in seconds.
    package var timeByLevel: [QualityLevel: Double] = [:]

    /// The video data that was passed to the decoder.
    package var video = Amount()
    /// The audio data that was passed to the decoder.
    package var audio = Amount()
    /// The number of segments that took longer to load than their duration.
    package var downloadsOverdue = 0

    /// An amount of encoded media.
    package struct Amount: Sendable, Hashable {
        /// The size of the packets, in bytes.
        package var bytes = 0
        /// The duration of the packets with a known duration, in seconds.
        package var duration = 0.0

        /// Creates an empty amount.
        package init() {}

        /// Returns the bit rate since `earlier`, in bits per second; `nil` if there was no data since, or its duration is unknown.
        package func bitrate(since earlier: Amount) -> Double? {
            let (bits, seconds) = (Double(bytes - earlier.bytes) * 8, duration - earlier.duration)
            return seconds > 0 && bits > 0 ? bits / seconds : nil
        }
    }

    /// Creates empty statistics.
    package init() {}
}

/// Changes the statistics of an engine, in the snapshot that other threads read.
typealias StatisticsChange = @Sendable (_ change: (inout EngineStatistics) -> Void) -> Void
