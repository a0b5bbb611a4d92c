import Foundation
import PlayheadAdaptive
import TestSupport
import Testing

@Suite("The choice of a rung")
struct ChoiceTests {
    @Test("Without measurements: the lowest rung, at once")
    func unknown() {
        var policy = AdaptivePolicy()
        #expect(policy.choose(for: Situations.situation(buffered: 0)) == FetchChoice(rung: 0, wait: 0))
        #expect(policy.memory == nil && policy.expectedThroughput == nil)
    }

    @Test("A steady network far above the ladder: the highest rung; far below it: the lowest")
    func ends() {
        var fast = Situations.policy(rate: 50e6)
        #expect(fast.choose(for: Situations.situation()).rung == 9)
        var slow = Situations.policy(rate: 100e3)
        #expect(slow.choose(for: Situations.situation()).rung == 0)
    }

    @Test("Never above the cap, and the cap itself where the network allows it", arguments: 0..<10)
    func cap(highest: Int) {
        var situation = Situations.situation()
        situation.highestRung = highest
        var fast = Situations.policy(rate: 50e6)
        #expect(fast.choose(for: situation).rung == highest)
        for rate in [200e3, 3e6] {
            var policy = Situations.policy(rate: rate)
            #expect(policy.choose(for: situation).rung <= highest)
        }
    }

    @Test("More throughput never means a lower rung, whatever the buffer holds")
    func throughput() {
        let buffers = [1.0, 4, 9, 16, 22]
        var last = buffers.map { _ in 0 }
        for step in stride(from: 0, to: 30, by: TestScale.pick(long: 1, short: 3)) {
            var policy = Situations.policy(rate: 150e3 * exp2(Double(step) / 4))
            let rungs = buffers.map { policy.choose(for: Situations.situation(buffered: $0)).rung }
            #expect(zip(last, rungs).allSatisfy(<=), "step \(step): \(last), then \(rungs)")
            last = rungs
        }
        #expect(last == [9, 9, 9, 9, 9])
    }

    @Test("More in the buffer never means a lower rung", arguments: [300e3, 700e3, 1.5e6, 3e6, 6e6])
    func buffer(rate: Double) {
        var policy = Situations.policy(rate: rate)
        let rungs = (0...44).map { policy.choose(for: Situations.situation(buffered: Double($0) / 2)).rung }
        #expect(zip(rungs, rungs.dropFirst()).allSatisfy(<=), "\(rungs)")
        #expect(rungs[44] > rungs[0])
    }

    @Test("An empty buffer chooses a rung that downloads faster than it plays")
    func low() {
        for rate in [300e3, 700e3, 1.5e6, 3e6] {
            var policy = Situations.policy(rate: rate)
            #expect(Situations.ladder[policy.choose(for: Situations.situation(buffered: 0.5)).rung] < rate)
        }
    }

    @Test("A larger segment is fetched on no higher rung")
    func sizes() {
        var policy = Situations.policy(rate: 2e6)
        var situation = Situations.situation(buffered: 6)
        let plain = policy.choose(for: situation).rung
        situation.segmentSizes = Situations.ladder.map { Int(saturating: $0 * 3 / 8, rounding: .towardZero) }
        #expect(policy.choose(for: situation).rung == plain)
        situation.segmentSizes = Situations.ladder.map { Int(saturating: $0 * 3 / 8 * 4, rounding: .towardZero) }
        #expect(policy.choose(for: situation).rung < plain)
    }

    @Test("Double playback rate needs double throughput: no higher rung, and half the wait")
    func rate() {
        for rate in [700e3, 1.5e6, 3e6] {
            var policy = Situations.policy(rate: rate)
            var situation = Situations.situation(buffered: 8)
            let normal = policy.choose(for: situation).rung
            situation.playbackRate = 2
            #expect(policy.choose(for: situation).rung <= normal)
        }
        var policy = Situations.policy(rate: 3e6)
        var situation = Situations.situation(buffered: 24)
        #expect(abs(policy.choose(for: situation).wait - 2) < 1e-9)
        situation.playbackRate = 2
        #expect(abs(policy.choose(for: situation).wait - 1) < 1e-9)
    }

    @Test("A full buffer waits until a segment fits; a live stream close to its edge is not starved")
    func wait() {
        var policy = Situations.policy(rate: 3e6)
        #expect(policy.choose(for: Situations.situation(buffered: 22)).wait == 0)
        #expect(abs(policy.choose(for: Situations.situation(buffered: 23.5)).wait - 1.5) < 1e-9)
        #expect(policy.choose(for: Situations.situation(buffered: 2.5, limit: 3)).wait == 0)
    }

    @Test("A single audio-only rung is always chosen")
    func single() {
        for rate in [1e3, 64e3, 1e9] {
            var policy = Situations.policy(rate: rate)
            for buffered in [0.0, 5, 30] {
                let situation = FetchSituation(bitrates: [64_000], segmentDuration: 6, buffered: buffered, bufferLimit: 30)
                #expect(policy.choose(for: situation).rung == 0)
            }
        }
    }

    @Test("A small change of the network does not make the rung oscillate")
    func steady() {
        var policy = Situations.policy(rate: 2e6, segments: 20)
        var current = policy.choose(for: Situations.situation(buffered: 14)).rung
        var switches = 0
        for index in 0..<40 {
            Situations.learn(&policy, rate: 2e6 * (index % 2 == 0 ? 0.96 : 1.04), segments: 1)
            let rung = policy.choose(for: Situations.situation(buffered: 14, current: current)).rung
            if rung != current { switches += 1 }
            current = rung
        }
        #expect(switches <= 1)
    }

    @Test("Near the end the buffer may be used up")
    func ending() {
        var policy = Situations.policy(rate: 1.5e6)
        var situation = Situations.situation(buffered: 20)
        let before = policy.choose(for: situation).rung
        situation.remainingSegments = 1
        #expect(policy.choose(for: situation).rung > before)
    }
}
