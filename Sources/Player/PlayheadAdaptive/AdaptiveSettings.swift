/// The weights of the policy, and the parameters of its network model. The defaults are tuned; docs/ADAPTIVE.md describes how.
package struct AdaptiveSettings: Sendable, Hashable {
    /// The cost of a stall of one segment's duration, in units of the logarithm of the bit rate.
    package var stallCost = 7.0
    /// The cost of a switch per unit of the logarithm of the bit rate, upwards or downwards: only the sum of both matters, because what
    /// rises falls again.
    package var switchCost = 0.21
    /// The additional cost of an upward switch.
    package var riseFee = 0.25
    /// The additional cost of a downward switch.
    package var dropFee = 0.15

    /// The half-life of the slow level, in seconds of transfer.
    package var levelHalfLife = 3600.0
    /// The duration of a transfer that counts half as much as a long one, in seconds.
    package var measurementTime = 0.022
    /// The half-life of the part of a deviation that does not persist, in seconds.
    package var transientHalfLife = 1.4
    /// The half-life of a deviation within a transfer, relative to that between segments.
    package var transferReversion = 0.2
    /// The half-life of the errors that the choice of a tracker compares, in segments.
    package var errorHalfLife = 13.5
    /// The relative excess over the smallest mean square error up to which a smoother tracker is preferred.
    package var errorTolerance = 0.1
    /// The mean square error above which the tolerance grows, by as much as the error is larger: no tracker predicts such a network well, and
    /// following its changes costs switches.
    package var erraticError = 0.2
    /// The half-life of the spread, in segments.
    package var spreadHalfLife = 2.3
    /// The half-life of the drops below the predictions, in segments.
    package var dropHalfLife = 20.0
    /// The share of the mean square of the drops that adds to the square of the spread.
    package var dropShare = 0.5
    /// The spread of the logarithm of the throughput before the first measurement.
    package var initialSpread = 0.4
    /// The bounds of the spread.
    package var spreadBounds = 0.12...0.9
    /// The uncertainty of the sizes of later segments, as a spread of the logarithm.
    package var sizeSpread = 0.62
    /// The share of the spread in the plan for later segments: adapting corrects the rest.
    package var planShare = 0.8

    /// The minimum age of a transfer, in seconds since the request, before it may be abandoned.
    package var abandonGrace = 0.5
    /// The time in seconds after which a plan assumes that a slow transfer is abandoned.
    package var rescueTime = 3.1
    /// The minimum advantage of another rung before a transfer is abandoned.
    package var abandonMargin = 0.2
    /// The share of the spread that remains once a transfer runs.
    package var runningSpread = 0.19

    /// The tuned defaults.
    package init() {}

    /// Returns the cost of a switch between rungs with these utilities.
    func costOfSwitch(from previous: Double, to next: Double) -> Double {
        guard next != previous else { return 0 }
        return switchCost * abs(next - previous) + (next > previous ? riseFee : dropFee)
    }
}
