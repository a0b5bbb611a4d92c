/// A selection policy for the rungs of a ladder: ``PlayerPolicy`` of the player, or one of the ``KnownPolicy``.
///
/// A value without clock or I/O. The player and ``AdaptiveSimulation`` use it in the same way.
package protocol RungPolicy: Sendable {
    /// Chooses the rung of the next segment and the delay before it is fetched.
    mutating func choose(for situation: FetchSituation) -> FetchChoice
    /// Reviews a running transfer; `situation` is that of the choice, with the current buffer.
    mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict
    /// Records a transfer that finished at `time`, in monotonic seconds with an arbitrary origin; `situation` is that of the choice, with
    /// the current buffer.
    mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation)
    /// Records that fetching waited for `seconds` because the buffer was full.
    mutating func waited(_ seconds: Double)
    /// Resets the network model, but may keep computed tables.
    mutating func startOver(memory: ThroughputMemory?)
    /// The expected throughput for the next segment in bits per second; `nil` if unknown.
    var expectedThroughput: Double? { get }
    /// The measurements for the next playback.
    var memory: ThroughputMemory? { get }
}

extension RungPolicy {
    /// Ignores the wait.
    package mutating func waited(_ seconds: Double) {}
    /// No memory.
    package var memory: ThroughputMemory? { nil }
}

extension AdaptivePolicy: RungPolicy {
    /// Records the transfer.
    package mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        let sample = TransferSample(
            bytes: transfer.bytesReceived, elapsed: transfer.elapsed, timeToFirstByte: transfer.timeToFirstByte ?? transfer.elapsed,
            endTime: time, isComplete: verdict == .goOn)
        record(sample, segmentDuration: situation.segmentDuration)
    }
}
