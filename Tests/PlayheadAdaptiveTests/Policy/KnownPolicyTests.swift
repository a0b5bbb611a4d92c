import PlayheadAdaptive
import TestSupport
import Testing

/// The published behaviour of policies that the player is compared with.
@Suite("Known policies")
struct KnownPolicyTests {
    /// A policy that measured segments of 3 s on a rung at `rate` bits per second, with a steady buffer.
    private func taught(_ known: KnownPolicy, rate: Double, buffered: Double = 10, rung: Int = 4, segments: Int = 8) -> any RungPolicy {
        var policy = known.make()
        for index in 0..<segments {
            var situation = Situations.situation(buffered: buffered, current: index == 0 ? nil : rung)
            _ = policy.choose(for: situation)
            situation.buffered = buffered
            policy.finish(transfer(rung, rate: rate), verdict: .goOn, at: Double(index) * 3, in: situation)
        }
        return policy
    }

    private func transfer(_ rung: Int, rate: Double, share: Double = 1) -> TransferProgress {
        let bytes = Situations.ladder[rung] * 3 / 8
        return TransferProgress(
            rung: rung, bytesReceived: Int(saturating: bytes * share, rounding: .towardZero),
            bytesExpected: Int(saturating: bytes, rounding: .towardZero), elapsed: 0.05 + bytes * 8 * share / rate,
            timeToFirstByte: 0.05)
    }

    private func rung(_ policy: any RungPolicy, buffered: Double, limit: Double = 25, current: Int? = 4) -> Int {
        var policy = policy
        return policy.choose(for: Situations.situation(buffered: buffered, limit: limit, current: current)).rung
    }

    @Test("Without measurements, also after a reset: the lowest rung at once", arguments: KnownPolicy.allCases)
    func unknown(known: KnownPolicy) {
        var policy = known.make()
        #expect(policy.choose(for: Situations.situation(buffered: 0)) == FetchChoice(rung: 0))
        #expect(policy.expectedThroughput == nil)
        var taught = taught(known, rate: 8e6)
        #expect(taught.expectedThroughput ?? 0 > 4e6)
        taught.startOver(memory: nil)
        #expect(taught.expectedThroughput == nil && taught.choose(for: Situations.situation(buffered: 0)).rung == 0)
    }

    @Test("A network far above the ladder ends on the highest rung, one far below on the lowest", arguments: KnownPolicy.allCases)
    func ends(known: KnownPolicy) throws {
        for (kilobits, expected) in [(60_000.0, 9), (150, 0)] {
            let movie = try SimulatedMovie.even(kilobits: Situations.ladder.map { $0 / 1000 }, segment: 3, count: 40)
            var policy = known.make()
            var emitted = LastRung(policy: policy)
            _ = try AdaptiveSimulation(movie: movie, network: .of((100, kilobits, 0.05)), bufferLimit: 25).run(&emitted)
            #expect(emitted.rung == expected, "\(known)")
            policy.startOver(memory: nil)
        }
    }

    @Test("A cap is respected", arguments: KnownPolicy.allCases)
    func cap(known: KnownPolicy) {
        var policy = taught(known, rate: 60e6)
        var situation = Situations.situation(buffered: 20, current: 4)
        situation.highestRung = 5
        for _ in 0..<4 { #expect(policy.choose(for: situation).rung <= 5) }
    }

    @Test("BOLA follows the buffer: on the same network a larger buffer never means a lower rung")
    func bola() {
        let policy = taught(.bola, rate: 60e6)
        let rungs = stride(from: 0.0, through: 22, by: 1).map { rung(policy, buffered: $0) }
        #expect(rungs == rungs.sorted() && rungs.first == 0 && rungs.last == 9, "\(rungs)")
        // A slow network prevents steps up, whatever the buffer.
        #expect(rung(taught(.bola, rate: 0.7e6, rung: 0), buffered: 22) <= 3)
    }

    @Test("BOLA-E starts with the rung that the network sustains, where BOLA would wait for its buffer to fill")
    func placeholder() {
        var plain = Bola()
        var enhanced = EnhancedBola()
        for segment in 0..<3 {
            let situation = Situations.situation(buffered: Double(segment) * 3, current: segment == 0 ? nil : 0)
            let rungs = (plain.choose(for: situation).rung, enhanced.choose(for: situation).rung)
            if segment == 2 { #expect(rungs.1 > rungs.0) }
            plain.finish(transfer(rungs.0, rate: 3e6), verdict: .goOn, at: 0, in: situation)
            enhanced.finish(transfer(rungs.1, rate: 3e6), verdict: .goOn, at: 0, in: situation)
        }
    }

    @Test("BOLA-E abandons a transfer that nearly stops for a lower rung, but not the lowest, and not a nearly complete one")
    func enhancedAbandons() {
        var policy = taught(.bolaE, rate: 3e6, rung: 6)
        _ = policy.choose(for: Situations.situation(buffered: 10, current: 6))
        let slow = { (rung: Int, share: Double) in
            var progress = self.transfer(rung, rate: 3e6, share: share)
            progress.elapsed = 8
            return progress
        }
        guard case .abandon(let lower) = policy.review(slow(6, 0.02), in: Situations.situation(buffered: 1, current: 6)) else {
            Issue.record("it goes on")
            return
        }
        #expect(lower < 6)
        #expect(policy.review(slow(0, 0.02), in: Situations.situation(buffered: 1, current: 0)) == .goOn)
        #expect(policy.review(slow(6, 0.98), in: Situations.situation(buffered: 1, current: 6)) == .goOn)
    }

    @Test("The throughput rule uses nine tenths of the network, and less with a low buffer")
    func throughput() {
        let policy = taught(.throughput, rate: 2.2e6)
        #expect(rung(policy, buffered: 20) == 5)
        #expect(rung(policy, buffered: 1) < 4)
    }

    @Test("Dynamic is the throughput rule up to 10 s of buffer, and BOLA-E from there down to 5 s")
    func dynamic() {
        var dynamic = taught(.dynamic, rate: 1.2e6, buffered: 8)
        var rule = taught(.throughput, rate: 1.2e6, buffered: 8)
        #expect(rung(dynamic, buffered: 9) == rung(rule, buffered: 9))
        // Above it a full buffer may be spent on a rung that the network does not sustain.
        let situation = Situations.situation(buffered: 22, current: 5)
        for _ in 0..<3 {
            _ = dynamic.choose(for: situation)
            _ = rule.choose(for: situation)
            dynamic.finish(transfer(5, rate: 1.2e6), verdict: .goOn, at: 0, in: situation)
        }
        #expect(rung(dynamic, buffered: 22, current: 5) > rung(rule, buffered: 22, current: 5))
        #expect(rung(dynamic, buffered: 4, current: 5) <= rung(rule, buffered: 4, current: 5))
    }

    @Test("MPC plans for the buffer, and is more conservative after prediction errors")
    func mpc() {
        let steady = taught(.mpc, rate: 2.2e6)
        #expect(rung(steady, buffered: 1) < rung(steady, buffered: 20))
        var wavering = steady
        for index in 0..<5 {
            let situation = Situations.situation(buffered: 10, current: 4)
            _ = wavering.choose(for: situation)
            wavering.finish(transfer(4, rate: index.isMultiple(of: 2) ? 1.1e6 : 8e6), verdict: .goOn, at: 0, in: situation)
        }
        #expect(wavering.expectedThroughput ?? 0 < 0.5 * (steady.expectedThroughput ?? 0))
        #expect(rung(wavering, buffered: 10) < rung(steady, buffered: 10))
    }

    @Test("A usable choice is returned for any numbers", arguments: KnownPolicy.allCases.filter { $0 != .plan })
    func absurd(known: KnownPolicy) {
        var random = SeededGenerator(seed: 5)
        let numbers = [0, -1, 1e-9, 0.5, 3, 60, 1e9, 1e300, .infinity, -.infinity, .nan]
        func number() -> Double { numbers.randomElement(using: &random) ?? 0 }
        var policy = known.make()
        for _ in 0..<TestScale.rounds(4000) {
            let ladder = (0..<Int.random(in: 0...5, using: &random)).map { _ in number() }
            let situation = FetchSituation(
                bitrates: ladder, segmentDuration: number(), segmentSizes: Bool.random(using: &random) ? [0, -5, 100] : [],
                buffered: number(), bufferLimit: number(),
                currentRung: Bool.random(using: &random) ? Int.random(in: -2...9, using: &random) : nil,
                playbackRate: number(), remainingSegments: Bool.random(using: &random) ? Int.random(in: -2...9, using: &random) : nil)
            let choice = policy.choose(for: situation)
            #expect(choice.rung >= 0 && choice.rung < max(1, ladder.count) && choice.wait >= 0)
            let progress = TransferProgress(
                rung: Int.random(in: -2...9, using: &random), bytesReceived: Int.random(in: -9...1_000_000, using: &random),
                bytesExpected: Bool.random(using: &random) ? Int.random(in: -9...1_000_000, using: &random) : nil, elapsed: number(),
                timeToFirstByte: Bool.random(using: &random) ? number() : nil)
            let verdict = policy.review(progress, in: situation)
            if case .abandon(let rung) = verdict { #expect(rung >= 0 && rung < progress.rung) }
            policy.waited(number())
            policy.finish(progress, verdict: verdict, at: number(), in: situation)
        }
    }
}

/// Records the last rung that a policy chose.
private struct LastRung: RungPolicy {
    var policy: any RungPolicy
    var rung = 0

    init(policy: any RungPolicy) { self.policy = policy }

    mutating func choose(for situation: FetchSituation) -> FetchChoice {
        let choice = policy.choose(for: situation)
        rung = choice.rung
        return choice
    }
    mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        policy.review(progress, in: situation)
    }
    mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        policy.finish(transfer, verdict: verdict, at: time, in: situation)
    }
    mutating func waited(_ seconds: Double) { policy.waited(seconds) }
    mutating func startOver(memory: ThroughputMemory?) { policy.startOver(memory: memory) }
    var expectedThroughput: Double? { policy.expectedThroughput }
}
