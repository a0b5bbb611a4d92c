/// The next rung to fetch, and the delay before it.
package struct FetchChoice: Sendable, Equatable {
    /// The rung of the next segment, an index into the ladder.
    package var rung: Int
    /// The time to wait before fetching because the buffer is full, in seconds; 0 to begin at once. After a wait the policy is asked again.
    package var wait: Double

    /// Makes a choice.
    package init(rung: Int, wait: Double = 0) {
        self.rung = rung
        self.wait = wait
    }
}
