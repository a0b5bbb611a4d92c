import PlayheadAdaptive
import Testing

@Suite("The first rung on an unknown network")
struct StartEstimateTests {
    private static let ladder: [Double] = [230e3, 477e3, 991e3, 2056e3, 6000e3]

    private func rung(after bodies: [(pieces: Int, bytes: Int, seconds: Double)]) -> Int {
        var estimate = StartEstimate()
        for body in bodies { estimate.add(pieces: body.pieces, bytes: body.bytes, seconds: body.seconds) }
        return AdaptivePolicy.startRung(of: Self.ladder, after: estimate)
    }

    @Test("Without measurements, the first segment arrives within a second at 4 Mbit/s")
    func unmeasured() {
        #expect(rung(after: []) == 1)
        #expect(AdaptivePolicy.startRung(of: [600e3, 1000e3, 9e6]) == 0 && AdaptivePolicy.startRung(of: [9e6]) == 0)
        #expect(AdaptivePolicy.startRung(of: []) == 0)
    }

    @Test("A playlist that arrives slowly lowers the rung, a fast one changes nothing")
    func playlists() {
        #expect(rung(after: [(8, 10_000, 0.4)]) == 0)
        #expect(rung(after: [(8, 10_000, 0.05)]) == 1)
        #expect(rung(after: [(80, 10_000_000, 0.05)]) == 1)
        #expect(rung(after: [(8, 10_000, 0.4), (20, 400_000, 0.5)]) == 1)
    }

    @Test("What does not measure the network is no evidence: few pieces, a short time, no bytes, invalid times")
    func noEvidence() {
        #expect(rung(after: [(2, 4000, 0.4), (8, 10_000, 0.019), (8, 0, 1), (8, -1, 1), (8, 10_000, .nan), (8, 10_000, .infinity)]) == 1)
        #expect(rung(after: [(Int.max, Int.max, 1e300)]) == 0)
    }
}
