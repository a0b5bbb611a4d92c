/// Selects the playback rate that keeps the latency of a live stream.
///
/// The rate is 1 within a dead band around the target, and changes in steps, because each change is audible. The playhead is faster only while
/// enough data is loaded, so that catching up does not cause a stall. A seek is the last resort.
package struct LivePacing: Sendable, Hashable {
    /// The pace of the playhead.
    package enum Pace: Sendable, Equatable {
        /// Play at this rate.
        case rate(Double)
        /// Move the playhead to the target latency, because it is too far behind to catch up.
        case seek
    }

    /// The target distance from the live edge, in seconds.
    package var target: Double
    /// The latency above which the playhead moves to the target, in seconds.
    package var maximum: Double
    /// The bounds of the playback rate.
    package let rates: ClosedRange<Double>
    /// The current playback rate.
    package private(set) var rate: Double

    /// The difference from the target at which the rate changes, and that at which it is 1 again, in seconds.
    private static let band = (leave: 0.035, enter: 0.005)
    /// The share of the target that must be loaded to catch up.
    private static let comfortable = 0.6
    /// The share of the target below which the playhead is slower.
    private static let scarce = 0.2
    /// The difference from the target above which the rate is the maximum, in seconds.
    private static let far = 0.4
    /// The minimum distance that the playhead moves by a seek, in seconds.
    private static let minimumJump = 0.5
    /// The share of the target that must be loaded to resume after a stall.
    package static let resumeShare = 0.5

    /// Makes a policy for a target latency; `rate` is the current playback rate.
    package init(target: Double, maximum: Double = .infinity, rates: ClosedRange<Double> = 0.96...1.05, rate: Double = 1) {
        self.target = target
        self.maximum = maximum
        self.rates = rates.lowerBound.clamped(to: 0.5...1)...rates.upperBound.clamped(to: 1...2)
        self.rate = rate
    }

    /// Selects the pace at a latency and with an amount of loaded media, both in seconds.
    package mutating func pace(latency: Double, buffered: Double) -> Pace {
        let late = latency - target
        if latency > max(maximum, target + Self.minimumJump) { return .seek }
        rate = nextRate(late: late, buffered: buffered)
        return .rate(rate)
    }

    private func nextRate(late: Double, buffered: Double) -> Double {
        if buffered < Self.scarce * target { return rates.lowerBound }
        if late < -Self.band.leave { return rates.lowerBound }
        if late > Self.band.leave, buffered > Self.comfortable * target {
            let half = 1 + (rates.upperBound - 1) / 2
            return late > Self.far ? rates.upperBound : max(half, late > Self.far / 2 ? rate : half)
        }
        if rate > 1 { return late > Self.band.enter && buffered > Self.comfortable * target ? rate : 1 }
        return late < -Self.band.enter || buffered < 2 * Self.scarce * target ? rate : 1
    }
}
