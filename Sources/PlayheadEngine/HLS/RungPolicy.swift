import PlayheadAdaptive

/// What weighs the rungs of a ladder: ``AdaptivePolicy``, or in tests something else.
protocol RungPolicy: Sendable {
    /// Chooses the rung of the next segment.
    mutating func choose(for situation: FetchSituation) -> FetchChoice
    /// Looks at a running transfer.
    mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict
    /// Takes in a transfer that ended, of a segment that plays for `segmentDuration` seconds.
    mutating func record(_ sample: TransferSample, segmentDuration: Double)
    /// What the next playback may start with.
    var memory: ThroughputMemory? { get }
    /// Bits a second that the network is expected to carry.
    var expectedThroughput: Double? { get }
}

extension AdaptivePolicy: RungPolicy {}
