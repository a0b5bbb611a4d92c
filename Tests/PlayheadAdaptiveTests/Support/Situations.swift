import PlayheadAdaptive

/// Situations and policies for tests.
enum Situations {
    /// A ladder from 230 kbit/s to 6 Mbit/s.
    static let ladder: [Double] = [230e3, 331e3, 477e3, 688e3, 991e3, 1427e3, 2056e3, 2962e3, 5027e3, 6000e3]

    static func situation(buffered: Double = 10, limit: Double = 25, current: Int? = nil) -> FetchSituation {
        FetchSituation(bitrates: ladder, segmentDuration: 3, buffered: buffered, bufferLimit: limit, currentRung: current)
    }

    /// A policy that measured segments at `rate` bits per second.
    static func policy(rate: Double, segments: Int = 8, segment: Double = 3) -> AdaptivePolicy {
        var policy = AdaptivePolicy()
        learn(&policy, rate: rate, segments: segments, segment: segment)
        return policy
    }

    static func learn(_ policy: inout AdaptivePolicy, rate: Double, segments: Int, segment: Double = 3) {
        for index in 0..<segments {
            let sample = TransferSample(
                bytes: Int(saturating: rate * 2 / 8, rounding: .towardZero), elapsed: 2.05, timeToFirstByte: 0.05,
                endTime: Double(index) * segment)
            policy.record(sample, segmentDuration: segment)
        }
    }
}
