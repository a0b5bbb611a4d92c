/// What weighs the rungs of a ladder: ``AdaptivePolicy``, which the player uses, or one of the ``KnownPolicy``.
///
/// A value without clock or I/O. The player and ``AdaptiveSimulation`` ask and tell it the same.
public protocol RungPolicy: Sendable {
    /// Chooses the rung of the next segment and how long to wait before it is fetched.
    mutating func choose(for situation: FetchSituation) -> FetchChoice
    /// Looks at a running transfer; `situation` is as when it was chosen, but with what is buffered now.
    mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict
    /// Is told what a transfer did; `situation` is as when it was chosen, but with what is buffered now.
    /// - Parameter time: When it ended, in monotonic seconds from any start.
    mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation)
    /// Is told that fetching waited for so many seconds since the buffer was full.
    mutating func waited(_ seconds: Double)
    /// Forgets the network, but may keep what was computed.
    mutating func startOver(memory: ThroughputMemory?)
    /// The throughput that is expected of the next segment in bits a second; none before anything is known.
    var expectedThroughput: Double? { get }
    /// What the next playback may start with.
    var memory: ThroughputMemory? { get }
}

extension RungPolicy {
    /// Most need not know.
    public mutating func waited(_ seconds: Double) {}
    /// Most remember nothing.
    public var memory: ThroughputMemory? { nil }
}

extension AdaptivePolicy: RungPolicy {
    /// Records the transfer.
    public mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        let sample = TransferSample(
            bytes: transfer.bytesReceived, elapsed: transfer.elapsed, timeToFirstByte: transfer.timeToFirstByte ?? transfer.elapsed,
            endTime: time, isComplete: verdict == .goOn)
        record(sample, segmentDuration: situation.segmentDuration)
    }
}
