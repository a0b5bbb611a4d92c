/// The counters of engines and loaders at the end of a recording, which no input contains.
package struct TraceCounts: Sendable, Hashable, Codable {
    /// The duration of playback in a level.
    package struct LevelTime: Sendable, Hashable, Codable {
        /// The level.
        package var level: QualityLevel
        /// The duration in seconds of media.
        package var time: Double

        /// Creates an entry.
        package init(level: QualityLevel, time: Double) {
            self.level = level
            self.time = time
        }
    }

    /// The number of pictures that were shown.
    package var framesShown = 0
    /// The time at which the first picture was passed to the video output, in seconds on the clock of the events' `monotonicTime`; `nil` if
    /// there was none, or in recordings without this key.
    package var firstPictureAt: Double?
    /// The number of pictures that were too late to be shown.
    package var framesDropped = 0
    /// The number of samples per channel that were passed to the output.
    package var audioFrames = 0
    /// The number of seconds of media that were played.
    package var played = 0.0
    /// The duration in each level, in the order of levels.
    package var levels: [LevelTime] = []
    /// The number of bytes received.
    package var bytes: Int64 = 0
    /// The number of requests sent.
    package var requests = 0

    /// Creates empty counts.
    package init() {}
}
