import PlayheadAdaptive
import TestSupport
import Testing

@Suite("The loop is sabre's", .enabled(if: Networks.areThere))
struct BaselineTests {
    @Test("BOLA has the same score as in sabre on every network", arguments: ["hsdpa3g-vod25", "hsdpa3g-live10"])
    func bola(setup: String) throws {
        try expectSameScores("bola", in: setup) { Bola() }
    }

    @Test(
        "the throughput rule, which abandons, scores on every network what it scores in sabre",
        arguments: ["hsdpa3g-vod25", "hsdpa3g-live10"])
    func throughput(setup: String) throws {
        try expectSameScores("throughput", in: setup) { ThroughputRule() }
    }

    /// If two rungs have equal scores, the last digits decide, and the score of a network differs slightly.
    @Test("BOLA-E and dash.js' dynamic rule have the same scores as in sabre", arguments: ["hsdpa3g-vod25", "hsdpa3g-live10"])
    func enhanced(setup: String) throws {
        try expectSameScores("bolae", in: setup, tolerance: 0.01, mean: 0.000_5) { EnhancedBola() }
        try expectSameScores("dynamicdash", in: setup, tolerance: 0.01, mean: 0.000_5) { Dynamic() }
    }

    private func expectSameScores(
        _ name: String, in setup: String, tolerance: Double = 2e-6, mean most: Double = 2e-6, _ make: () -> some RungPolicy
    ) throws {
        let movie = try Networks.movie()
        let known = try Networks.scores(of: name, in: setup)
        #expect(known.count > 40)
        var sum = 0.0
        for (number, (trace, baseline)) in known.sorted(by: { $0.key < $1.key }).enumerated() {
            guard TestScale.isLong || number.isMultiple(of: 5) else { continue }
            var chooser = make()
            let simulation = AdaptiveSimulation(
                movie: movie, network: try Networks.trace(trace), bufferLimit: setup.hasSuffix("25") ? 25 : 10)
            let result = try simulation.run(&chooser)
            #expect(abs(result.score - baseline.score) < tolerance, "\(trace)")
            #expect(abs(result.rebufferRatio - baseline.rebufferRatio) < tolerance, "\(trace)")
            sum += result.score - baseline.score
        }
        if TestScale.isLong { #expect(abs(sum) / Double(known.count) < most) }
    }
}
