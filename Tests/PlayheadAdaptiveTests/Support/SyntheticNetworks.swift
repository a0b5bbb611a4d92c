import Foundation
import PlayheadAdaptive
import TestSupport

/// Synthetic networks and movies, unlike those of the corpus.
enum SyntheticNetworks {
    /// A phone on 4G: a varying rate of 20 to 60 Mbit/s, with gaps.
    static func mobile(seed: UInt64) throws -> NetworkTrace {
        var random = SeededGenerator(seed: seed)
        let mean = log(random.number(20e6...60e6))
        var slow = 0.0
        var fast = 0.0
        var gap = 0
        var depth = 0.0
        var periods: [NetworkTrace.Period] = []
        for _ in 0..<900 {
            slow = 0.985 * slow + 0.07 * random.normal()
            fast = 0.6 * fast + 0.25 * random.normal()
            if gap == 0, random.unit() < 1 / 70 {
                gap = Int(saturating: random.number(2...12), rounding: .towardZero)
                depth = random.number(2...5)
            }
            let rate = exp(mean + slow + fast - (gap > 0 ? depth : 0))
            gap = max(gap - 1, 0)
            periods.append(NetworkTrace.Period(duration: 1, bandwidth: rate, latency: random.number(0.03...0.07)))
        }
        return try NetworkTrace(periods: periods)
    }

    /// A fixed line: steady with noise, and sometimes slower for minutes because others use it.
    static func fixed(seed: UInt64, megabits: ClosedRange<Double>) throws -> NetworkTrace {
        var random = SeededGenerator(seed: seed)
        let mean = log(random.number(megabits) * 1e6)
        let noise = random.number(0.03...0.2)
        var share = 0.0
        var periods: [NetworkTrace.Period] = []
        for second in 0..<180 {
            if second % 12 == 0, random.unit() < 0.25 { share = random.number(-0.7...0) }
            periods.append(NetworkTrace.Period(duration: 5, bandwidth: exp(mean + share + noise * random.normal()), latency: 0.02))
        }
        return try NetworkTrace(periods: periods)
    }

    /// A movie of a ladder in kbit/s, whose segments differ in size as scenes do.
    static func movie(seed: UInt64, kilobits: [Double], segment: Double, count: Int = 200) throws -> SimulatedMovie {
        var random = SeededGenerator(seed: seed)
        var scene = 0.0
        let sizes = (0..<count).map { _ in
            scene = 0.8 * scene + 0.15 * random.normal()
            return kilobits.map { $0 * 1000 * segment * exp(scene + 0.05 * random.normal() - 0.03) }
        }
        return try SimulatedMovie(segmentDuration: segment, bitrates: kilobits.map { $0 * 1000 }, sizes: sizes)
    }

    /// A ladder up to 4K.
    static let ladder4K: [Double] = [1000, 2500, 5000, 8000, 10_000, 12_000, 16_000, 24_000, 30_000, 40_000]
    /// A ladder up to full HD.
    static let ladderHD: [Double] = [235, 375, 560, 750, 1050, 1750, 2350, 3000, 4300, 5800]
}
