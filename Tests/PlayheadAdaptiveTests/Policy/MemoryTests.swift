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

    @Test("A memory loses weight with its age, and is ignored after four hours and on another network")
    func age() {
        let then = Date(timeIntervalSince1970: 1_700_000_000)
        let memory = ThroughputMemory(logMean: log(8e6), spread: 0.3, latency: 0.05, measuredAt: then, network: "home")
        func usable(after seconds: Double, on network: String? = "home") -> ThroughputMemory? {
            memory.usable(at: then.addingTimeInterval(seconds), on: network)
        }
        #expect(usable(after: 0) == memory && usable(after: -3600) == memory)
        let weights = [0, 600, 3600, 7200, 14_400].map { usable(after: $0)?.trust ?? 0 }
        #expect(weights[0] == 1 && weights[2] == 0.5 && zip(weights, weights.dropFirst()).allSatisfy { $0 > $1 })
        #expect(usable(after: 14_401) == nil)
        #expect(usable(after: 10, on: "work") == nil)
        #expect(usable(after: 10, on: nil) != nil)
        let undated = ThroughputMemory(logMean: 1, spread: 1, latency: 1)
        #expect(undated.usable(at: then, on: "work") == undated)
    }

    @Test("The first segment overrides an old memory more than a new one")
    func older() {
        let then = Date(timeIntervalSince1970: 1_700_000_000)
        let memory = ThroughputMemory(logMean: log(1e6), spread: 0.2, latency: 0.05, measuredAt: then)
        let measured = [0.0, 3600, 14_400].map { age in
            var policy = AdaptivePolicy(memory: memory.usable(at: then.addingTimeInterval(age), on: nil))
            Situations.learn(&policy, rate: 8e6, segments: 1)
            return policy.memory?.logMean ?? 0
        }
        #expect(measured[0] < measured[1] && measured[1] < measured[2] && measured[2] < log(8e6))
    }

    @Test("A memory stored by an earlier version is restored")
    func earlierVersion() throws {
        let stored = Data(#"{"logMean":15,"spread":0.25,"latency":0.125}"#.utf8)
        #expect(
            try JSONDecoder().decode(ThroughputMemory.self, from: stored) == ThroughputMemory(logMean: 15, spread: 0.25, latency: 0.125))
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
