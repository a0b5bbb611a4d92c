import Foundation
import PlayheadAdaptive
import Testing

@Suite("Memory of the network")
struct MemoryTests {
    @Test("A stored memory is restored, and the next playback starts with a suitable rung")
    func next() throws {
        let memory = try #require(Situations.policy(rate: 8e6).memory)
        let stored = try JSONDecoder().decode(ThroughputMemory.self, from: JSONEncoder().encode(memory))
        #expect(stored == memory && abs(exp(memory.logMean) - 8e6) < 1e5)
        var policy = AdaptivePolicy(memory: stored)
        let start = policy.choose(for: Situations.situation(buffered: 0)).rung
        #expect(start > 0)
        #expect(Situations.ladder[start] < 8e6)
        #expect(policy.expectedThroughput.map { abs($0 - 8e6) < 1e5 } == true)
    }

    @Test("A memory of a slower network starts no higher")
    func slower() {
        let starts = [100e3, 500e3, 2e6, 8e6, 30e6].map { rate in
            var policy = AdaptivePolicy(memory: Situations.policy(rate: rate).memory)
            return policy.choose(for: Situations.situation(buffered: 0)).rung
        }
        #expect(starts == starts.sorted() && starts[0] == 0)
    }

    @Test("A wrong memory is soon overridden")
    func wrong() {
        var policy = AdaptivePolicy(memory: Situations.policy(rate: 30e6).memory)
        Situations.learn(&policy, rate: 600e3, segments: 3)
        #expect(policy.expectedThroughput.map { $0 < 1e6 } == true)
        #expect(Situations.ladder[policy.choose(for: Situations.situation(buffered: 3)).rung] < 600e3)
    }

    @Test("An invalid memory is ignored", arguments: [Double.nan, .infinity, -.infinity])
    func broken(value: Double) {
        var policy = AdaptivePolicy(memory: ThroughputMemory(logMean: value, spread: 1, latency: 0.1))
        #expect(policy.memory == nil)
        #expect(policy.choose(for: Situations.situation(buffered: 0)).rung == 0)
    }

    @Test("A reset policy behaves like a new one")
    func startOver() {
        var policy = Situations.policy(rate: 8e6)
        _ = policy.choose(for: Situations.situation())
        policy.startOver()
        #expect(policy.memory == nil)
        var other = AdaptivePolicy()
        for rate in [1e6, 2e6, 4e6] {
            Situations.learn(&policy, rate: rate, segments: 2)
            Situations.learn(&other, rate: rate, segments: 2)
            #expect(policy.choose(for: Situations.situation()) == other.choose(for: Situations.situation()))
        }
        #expect(policy.memory == other.memory)
    }
}
