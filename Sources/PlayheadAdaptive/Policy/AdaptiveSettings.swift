/// What the policy weighs, and how it models the network. The defaults are tuned; docs/ADAPTIVE.md says on what.
public struct AdaptiveSettings: Sendable, Hashable {
    /// What a stall of one segment's duration costs, in units of the logarithm of bitrate.
    public var stallCost = 2.55
    /// What a switch costs for each unit of the logarithm of bitrate.
    public var switchCost = 0.25

    /// Seconds of transfer after which half of the slow level is new.
    public var levelHalfLife = 170.0
    /// Seconds of transfer after which half of the deviation is new.
    public var deviationHalfLife = 0.37
    /// Seconds after which half of a deviation is gone.
    public var reversionHalfLife = 15.0
    /// Segments after which half of the spread is new.
    public var spreadHalfLife = 6.0
    /// The spread of the logarithm of throughput that is taken before anything was measured.
    public var initialSpread = 0.4
    /// The bounds of the spread.
    public var spreadBounds = 0.12...0.9
    /// How uncertain sizes of segments further on are, as a spread of the logarithm.
    public var sizeSpread = 0.3

    /// Seconds since the request before a transfer may be abandoned.
    public var abandonGrace = 0.8
    /// Seconds after which a plan counts on a slow transfer to be abandoned.
    public var rescueTime = 2.5
    /// How much better another rung has to be before a transfer is abandoned.
    public var abandonMargin = 0.03
    /// The share of the spread that is still open once a transfer runs.
    public var runningSpread = 0.5

    /// The tuned defaults.
    public init() {}
}
