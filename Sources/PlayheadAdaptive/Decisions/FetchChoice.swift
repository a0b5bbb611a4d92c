/// What to fetch next, and when.
public struct FetchChoice: Sendable, Equatable {
    /// The rung of the next segment, an index of the ladder.
    public var rung: Int
    /// Seconds to wait before fetching, since the buffer is full; 0 to begin at once. Who waited asks again.
    public var wait: Double

    /// A choice.
    public init(rung: Int, wait: Double = 0) {
        self.rung = rung
        self.wait = wait
    }
}
