/// The weights of the policy, and the parameters of its network model. The defaults are tuned; docs/ADAPTIVE.md describes how.
package struct AdaptiveSettings: Sendable, Hashable {
    /// The cost of a stall of one segment's duration, in units of the logarithm of the bit rate.
    package var stallCost = 2.55
    /// The cost of a switch per unit of the logarithm of the bit rate.
    package var switchCost = 0.25

    /// The half-life of the slow level, in seconds of transfer.
    package var levelHalfLife = 170.0
    /// The half-life of the deviation, in seconds of transfer.
    package var deviationHalfLife = 0.37
    /// The half-life of the reversion of a deviation, in seconds.
    package var reversionHalfLife = 15.0
    /// The half-life of the spread, in segments.
    package var spreadHalfLife = 6.0
    /// The spread of the logarithm of the throughput before the first measurement.
    package var initialSpread = 0.4
    /// The bounds of the spread.
    package var spreadBounds = 0.12...0.9
    /// The uncertainty of the sizes of later segments, as a spread of the logarithm.
    package var sizeSpread = 0.3

    /// The minimum age of a transfer, in seconds since the request, before it may be abandoned.
    package var abandonGrace = 0.8
    /// The time in seconds after which a plan assumes that a slow transfer is abandoned.
    package var rescueTime = 2.5
    /// The minimum advantage of another rung before a transfer is abandoned.
    package var abandonMargin = 0.03
    /// The share of the spread that remains once a transfer runs.
    package var runningSpread = 0.5

    /// The tuned defaults.
    package init() {}
}
