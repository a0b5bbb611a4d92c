/// When an input came to the machine. The events that come of it carry this time.
public struct InputTime: Sendable, Hashable, Codable {
    /// Seconds of the monotonic clock.
    public var monotonic: Double
    /// Milliseconds since 1970.
    public var wall: Int
    /// The engine's playhead then, in seconds on the playback's timeline; `nil` where the engine does not say.
    public var playhead: Double?

    /// Makes a time.
    public init(monotonic: Double, wall: Int, playhead: Double? = nil) {
        self.monotonic = monotonic
        self.wall = wall
        self.playhead = playhead
    }
}
