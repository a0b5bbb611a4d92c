/// The values that every event has besides its payload. The player sets them when it emits the event.
public struct EventContext: Sendable, Hashable {
    /// The number of the event in the player, from 1, without gaps.
    public var sequence: Int
    /// The index of the playlist item that the event belongs to, or `nil`.
    public var item: Int?
    /// Milliseconds since 1970.
    public var wallTime: Int
    /// Seconds on the monotonic clock since the player was made.
    public var monotonicTime: Double
    /// The playhead, in seconds.
    public var position: Double
    /// The playback state when the event is emitted.
    public var state: PlaybackState

    /// Makes a context.
    public init(
        sequence: Int = 0, item: Int? = nil, wallTime: Int = 0, monotonicTime: Double = 0, position: Double = 0,
        state: PlaybackState = .idle
    ) {
        self.sequence = sequence
        self.item = item
        self.wallTime = wallTime
        self.monotonicTime = monotonicTime
        self.position = position
        self.state = state
    }
}
