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
    /// Seconds of media played in each level.
    public var timeByLevel: [QualityLevel: Double] = [:]

    /// Makes empty statistics.
    public init() {}
}
