/// What is known when the rung of the next segment is chosen, or when a running transfer is looked at again.
///
/// Every number may be absurd (negative, infinite, not a number): policies take the nearest sensible one.
public struct FetchSituation: Sendable, Equatable {
    /// The bitrates of the ladder in bits a second, rising. An audio-only ladder is one like any other.
    public var bitrates: [Double]
    /// The duration of the segment in seconds of media.
    public var segmentDuration: Double
    /// The size of the segment in bytes, by rung; empty, or 0 or less for a rung, where unknown: then bitrate times duration.
    public var segmentSizes: [Int]
    /// Seconds of media that lie loaded ahead of the playhead, now.
    public var buffered: Double
    /// Seconds of media that may lie ahead: the memory's limit on demand, and live no more than what lies between playhead and edge.
    public var bufferLimit: Double
    /// The rung of the segment before, none at the start.
    public var currentRung: Int?
    /// The highest rung that bitrate and view size allow; none where nothing caps.
    public var highestRung: Int?
    /// How fast media is used up: seconds of media a second; 0 while paused.
    public var playbackRate: Double
    /// How many segments are left with this one, where the end is known.
    public var remainingSegments: Int?

    /// A situation.
    public init(
        bitrates: [Double], segmentDuration: Double, segmentSizes: [Int] = [], buffered: Double, bufferLimit: Double,
        currentRung: Int? = nil, highestRung: Int? = nil, playbackRate: Double = 1, remainingSegments: Int? = nil
    ) {
        self.bitrates = bitrates
        self.segmentDuration = segmentDuration
        self.segmentSizes = segmentSizes
        self.buffered = buffered
        self.bufferLimit = bufferLimit
        self.currentRung = currentRung
        self.highestRung = highestRung
        self.playbackRate = playbackRate
        self.remainingSegments = remainingSegments
    }
}
