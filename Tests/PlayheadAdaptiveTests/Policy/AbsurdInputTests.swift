import Foundation
import PlayheadAdaptive
import TestSupport
import Testing

@Suite("Absurd input")
struct AbsurdInputTests {
    private static let numbers: [Double] = [
        0, -1, 1, 3, 10, 1e-300, 1e300, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e6, 5e6,
    ]
    private static let integers = [0, -1, 1, 2, 5, 9, 1_000_000, Int.max, Int.min]

    @Test("A usable decision is returned for any numbers", arguments: [1, 2, 3] as [UInt64])
    func fuzz(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var policy = AdaptivePolicy()
        for round in 0..<TestScale.pick(long: 60, short: 20) {
            let situation = Self.situation(&random)
            let rungs = max(situation.bitrates.count, 1)
            let choice = policy.choose(for: situation)
            #expect((0..<rungs).contains(choice.rung) && choice.wait >= 0 && choice.wait.isFinite, "round \(round): \(situation)")
            let progress = TransferProgress(
                rung: Self.integer(&random), bytesReceived: Self.integer(&random), bytesExpected: Self.integer(&random),
                elapsed: Self.number(&random), timeToFirstByte: Self.number(&random))
            if case .abandon(let rung) = policy.review(progress, in: situation) {
                #expect((0..<rungs).contains(rung) && rung < progress.rung, "round \(round)")
            }
            let sample = TransferSample(
                bytes: Self.integer(&random), elapsed: Self.number(&random), timeToFirstByte: Self.number(&random),
                endTime: Self.number(&random), isComplete: random.unit() < 0.5)
            policy.record(sample, segmentDuration: Self.number(&random))
            if let memory = policy.memory {
                #expect(memory.logMean.isFinite && memory.spread.isFinite && memory.latency.isFinite, "round \(round)")
            }
        }
    }

    @Test("The player's policy returns a usable decision for any numbers, with and without low latency", arguments: [1, 2] as [UInt64])
    func fuzzPlayer(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var policy = PlayerPolicy()
        for round in 0..<TestScale.pick(long: 60, short: 20) {
            var situation = Self.situation(&random)
            situation.latencyTarget = random.unit() < 0.6 ? Self.number(&random) : nil
            let rungs = max(situation.bitrates.count, 1)
            let choice = policy.choose(for: situation)
            #expect((0..<rungs).contains(choice.rung) && choice.wait >= 0 && choice.wait.isFinite, "round \(round): \(situation)")
            let transfer = TransferProgress(
                rung: Self.integer(&random), bytesReceived: Self.integer(&random), elapsed: Self.number(&random),
                timeToFirstByte: Self.number(&random), leadingBytes: Self.integer(&random))
            policy.finish(transfer, verdict: .goOn, at: Self.number(&random), in: situation)
            if let expected = policy.expectedThroughput { #expect(expected.isFinite && expected > 0, "round \(round)") }
        }
    }

    @Test("A ladder of thousands of rungs costs no more than one of some", arguments: [nil, 1] as [Double?])
    func longLadder(latency: Double?) {
        func choice(_ count: Int) -> (rung: Int, seconds: Double) {
            var policy = PlayerPolicy(memory: ThroughputMemory(logMean: log(3_000_000), spread: 0.2, latency: 0.05))
            var situation = FetchSituation(
                bitrates: (0..<count).map { 100_000 * pow(60, Double($0) / Double(count - 1)) }, segmentDuration: 1, buffered: 1,
                bufferLimit: 25)
            situation.latencyTarget = latency
            var rung = 0
            let seconds = processorTime { rung = policy.choose(for: situation).rung }
            return (rung, seconds)
        }
        let (some, many) = (choice(32), choice(5000))
        #expect(abs(Double(some.rung) / 31 - Double(many.rung) / 4999) < 0.05)
        #expect(many.seconds < 4 * some.seconds + 0.05, "\(many.seconds) s instead of \(some.seconds) s")
    }

    @Test("The policy recovers from absurd transfers")
    func recovery() {
        var policy = AdaptivePolicy()
        for number in Self.numbers {
            for integer in Self.integers {
                let sample = TransferSample(bytes: integer, elapsed: number, timeToFirstByte: number, endTime: number)
                policy.record(sample, segmentDuration: number)
            }
        }
        Situations.learn(&policy, rate: 50e6, segments: 200)
        #expect(policy.choose(for: Situations.situation()).rung == 9)
    }

    private static func number(_ random: inout SeededGenerator) -> Double { numbers[Int(random.next() % UInt64(numbers.count))] }
    private static func integer(_ random: inout SeededGenerator) -> Int { integers[Int(random.next() % UInt64(integers.count))] }

    private static func situation(_ random: inout SeededGenerator) -> FetchSituation {
        // Three kinds of ladder, so that tables are reused between rounds.
        let ladders: [[Double]] = [Situations.ladder, [.nan, -5, 1e300, 0], [], [64_000]]
        let isPlain = random.unit() < 0.7
        return FetchSituation(
            bitrates: ladders[Int(random.next() % 4)], segmentDuration: isPlain ? 3 : number(&random),
            segmentSizes: (0..<(random.next() % 12)).map { _ in integer(&random) }, buffered: number(&random),
            bufferLimit: isPlain ? 10 : number(&random), currentRung: integer(&random), highestRung: isPlain ? nil : integer(&random),
            playbackRate: isPlain ? 1 : number(&random), remainingSegments: integer(&random))
    }
}
