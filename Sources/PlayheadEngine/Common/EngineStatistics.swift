import PlayheadAdaptive
import PlayheadCore

/// What an engine counted of its playback.
public struct EngineStatistics: Sendable, Hashable {
    /// What was learnt of the network, for the next playback; `nil` where nothing was.
    public var throughputMemory: ThroughputMemory?
    /// Pictures that were shown.
    public var framesShown = 0
    /// Pictures that came too late to be shown.
    public var framesDropped = 0
    /// Sound samples per channel that were handed to the output.
    public var audioFrames = 0
    /// Seconds of media that the playhead moved through by playing.
    public var played = 0.0
    /// Where the playhead stands because as much is played as is wanted (``MediaEngine/setPlayLimit(_:)``), in seconds; `nil` before.
    public var playedOutAt: Double?
    /// Seconds of media played in each level.
    public var timeByLevel: [QualityLevel: Double] = [:]

    /// Video that was handed to the decoder.
    public var video = Amount()
    /// Sound that was handed to the decoder.
    public var audio = Amount()
    /// Segments that took longer to load than they last.
    public var downloadsOverdue = 0

    /// Encoded media.
    public struct Amount: Sendable, Hashable {
        /// Bytes of its packets.
        public var bytes = 0
        /// Seconds that they last, of those that say so.
        public var duration = 0.0

        /// Makes an amount of nothing.
        public init() {}

        /// Bits a second of what came since `earlier`; `nil` where nothing did, or nothing is known of how long it lasts.
        public func bitrate(since earlier: Amount) -> Double? {
            let (bits, seconds) = (Double(bytes - earlier.bytes) * 8, duration - earlier.duration)
            return seconds > 0 && bits > 0 ? bits / seconds : nil
        }
    }

    /// Makes empty statistics.
    public init() {}
}
