import PlayheadAdaptive
import Testing

@Suite("The loop is sabre's", .enabled(if: Networks.areThere))
struct BaselineTests {
    @Test("BOLA scores on every network what it scores in sabre", arguments: ["hsdpa3g-vod25", "hsdpa3g-live10"])
    func bola(setup: String) throws {
        try expectSameScores("bola", in: setup) { Bola() }
    }

    @Test(
        "the throughput rule, which abandons, scores on every network what it scores in sabre",
        arguments: ["hsdpa3g-vod25", "hsdpa3g-live10"])
    func throughput(setup: String) throws {
        try expectSameScores("throughput", in: setup) { ThroughputRule() }
    }

    private func expectSameScores(_ name: String, in setup: String, _ make: () -> some SimulatedChooser) throws {
        let movie = try Networks.movie()
        let known = try Networks.scores(of: name, in: setup)
        #expect(known.count > 40)
        for (trace, baseline) in known {
            var chooser = make()
            let simulation = AdaptiveSimulation(
                movie: movie, network: try Networks.trace(trace), bufferLimit: setup.hasSuffix("25") ? 25 : 10)
            let result = try simulation.run(&chooser)
            #expect(abs(result.score - baseline.score) < 2e-6, "\(trace)")
            #expect(abs(result.rebufferRatio - baseline.rebufferRatio) < 2e-6, "\(trace)")
        }
    }
}
