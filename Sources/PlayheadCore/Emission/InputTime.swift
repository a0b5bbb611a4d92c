/// The time at which the machine received an input. The resulting events have this time.
public struct InputTime: Sendable, Hashable, Codable {
    /// The seconds of the monotonic clock.
    public var monotonic: Double
    /// The milliseconds since 1970.
    public var wall: Int
    /// The engine's playhead at that time, in seconds on the playback's timeline; `nil` if unknown.
    public var playhead: Double?

    /// Makes a time.
    public init(monotonic: Double, wall: Int, playhead: Double? = nil) {
        self.monotonic = monotonic
        self.wall = wall
        self.playhead = playhead
    }
}
