/// The counters of engines and loaders at the end of a recording, which no input contains.
public struct TraceCounts: Sendable, Hashable, Codable {
    /// The duration of playback in a level.
    public struct LevelTime: Sendable, Hashable, Codable {
        /// The level.
        public var level: QualityLevel
        /// The duration in seconds of media.
        public var time: Double

        /// Creates an entry.
        public init(level: QualityLevel, time: Double) {
            self.level = level
            self.time = time
        }
    }

    /// The number of pictures that were shown.
    public var framesShown = 0
    /// The time at which the first picture was passed to the video output, in seconds on the clock of the events' `monotonicTime`; `nil` if
    /// there was none, or in recordings without this key.
    public var firstPictureAt: Double?
    /// The number of pictures that were too late to be shown.
    public var framesDropped = 0
    /// The number of samples per channel that were passed to the output.
    public var audioFrames = 0
    /// The number of seconds of media that were played.
    public var played = 0.0
    /// The duration in each level, in the order of levels.
    public var levels: [LevelTime] = []
    /// The number of bytes received.
    public var bytes: Int64 = 0
    /// The number of requests sent.
    public var requests = 0

    /// Creates empty counts.
    public init() {}
}
