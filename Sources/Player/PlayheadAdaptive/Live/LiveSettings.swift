/// The weights of the choice of rungs in low latency, and the parameters of its network model. docs/ADAPTIVE.md describes how they were tuned.
package struct LiveSettings: Sendable, Hashable {
    /// The cost of a second of stalling, in units of the logarithm of the bit rate for a second.
    package var stallCost = 40.0
    /// The cost of a switch per unit of the logarithm of the bit rate, in the same units.
    package var switchCost = 0.3
    /// The weight of the next segment's value relative to the current one.
    package var discount = 0.97

    /// The half-life of the estimate, in seconds of transfer.
    package var halfLife = 0.1
    /// The half-life of the spread, in seconds of transfer.
    package var spreadHalfLife = 1.0
    /// The bounds of the spread of the logarithm of the throughput.
    package var spreadBounds = 0.08...0.6
    /// The probability per second that the network changes to another level.
    package var changeRate = 0.1
    /// The ratio by which such a change may reduce or increase the throughput.
    package var changeRatio = 4.0
    /// The duration of media that is kept as a reserve for large pictures and requests, in seconds.
    package var reserve = 0.1

    /// The tuned defaults.
    package init() {}
}
