/// A policy as the simulation asks it, so that others can be compared with `AdaptivePolicy`.
public protocol SimulatedChooser {
    /// Chooses the rung of the next segment and how long to wait before it is fetched.
    mutating func choose(for situation: FetchSituation) -> FetchChoice
    /// Looks at a running transfer.
    mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict
    /// Is told what a transfer did; `situation` is as when it was chosen, but with what is buffered now.
    mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation)
    /// Is told that the loop waited for so many seconds since the buffer was full.
    mutating func waited(_ seconds: Double)
}

extension SimulatedChooser {
    /// Most need not know.
    public mutating func waited(_ seconds: Double) {}
}

extension AdaptivePolicy: SimulatedChooser {
    /// Records the transfer.
    public mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        let sample = TransferSample(
            bytes: transfer.bytesReceived, elapsed: transfer.elapsed, timeToFirstByte: transfer.timeToFirstByte ?? transfer.elapsed,
            endTime: time, isComplete: verdict == .goOn)
        record(sample, segmentDuration: situation.segmentDuration)
    }
}
