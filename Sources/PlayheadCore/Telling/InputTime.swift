/// When an input came to the machine. The events that come of it carry this time.
public struct InputTime: Sendable, Hashable, Codable {
    /// Seconds of the monotonic clock.
    public var monotonic: Double
    /// Milliseconds since 1970.
    public var wall: Int

    /// Makes a time.
    public init(monotonic: Double, wall: Int) {
        self.monotonic = monotonic
        self.wall = wall
    }
}
