/// The counters of engines and loaders at the end of a recording, which no input contains.
public struct TraceCounts: Sendable, Hashable, Codable {
    /// How long a level was played.
    public struct LevelTime: Sendable, Hashable, Codable {
        /// The level.
        public var level: QualityLevel
        /// Seconds of media.
        public var time: Double

        /// Makes an entry.
        public init(level: QualityLevel, time: Double) {
            self.level = level
            self.time = time
        }
    }

    /// Pictures that were shown.
    public var framesShown = 0
    /// Pictures that came too late to be shown.
    public var framesDropped = 0
    /// Sound samples per channel that were handed to the output.
    public var audioFrames = 0
    /// Seconds of media that were played.
    public var played = 0.0
    /// Seconds of media in each level, in the order of levels.
    public var levels: [LevelTime] = []
    /// Bytes received.
    public var bytes: Int64 = 0
    /// Requests sent.
    public var requests = 0

    /// Makes empty counts.
    public init() {}
}
