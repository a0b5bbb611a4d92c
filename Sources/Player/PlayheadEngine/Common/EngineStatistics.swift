import PlayheadAdaptive
import PlayheadCore

/// The statistics of the playback of an engine.
public struct EngineStatistics: Sendable, Hashable {
    /// The throughput measurements for the next playback; `nil` if there are none.
    public var throughputMemory: ThroughputMemory?
    /// The number of pictures that were shown.
    public var framesShown = 0
    /// The time at which the first picture was passed to the video output, in seconds on the clock of the engine; also without an output
    /// if pictures are decoded. `nil` before.
    public var firstPictureAt: Double?
    /// The number of pictures that were too late to be shown.
    public var framesDropped = 0
    /// The number of audio samples per channel that were handed to the output.
    public var audioFrames = 0
    /// The duration of media that the playhead moved through by playing, in seconds.
    public var played = 0.0
    /// The position at which the play limit (``EngineCommand/setPlayLimit(_:)``) stopped the playhead, in seconds; `nil` before.
    public var playedOutAt: Double?
    /// The duration of media played at each level, in seconds.
    public var timeByLevel: [QualityLevel: Double] = [:]

    /// The video data that was passed to the decoder.
    public var video = Amount()
    /// The audio data that was passed to the decoder.
    public var audio = Amount()
    /// The number of segments that took longer to load than their duration.
    public var downloadsOverdue = 0

    /// An amount of encoded media.
    public struct Amount: Sendable, Hashable {
        /// The size of the packets, in bytes.
        public var bytes = 0
        /// The duration of the packets with a known duration, in seconds.
        public var duration = 0.0

        /// Creates an empty amount.
        public init() {}

        /// Returns the bit rate since `earlier`, in bits per second; `nil` if there was no data since, or its duration is unknown.
        public func bitrate(since earlier: Amount) -> Double? {
            let (bits, seconds) = (Double(bytes - earlier.bytes) * 8, duration - earlier.duration)
            return seconds > 0 && bits > 0 ? bits / seconds : nil
        }
    }

    /// Creates empty statistics.
    public init() {}
}
