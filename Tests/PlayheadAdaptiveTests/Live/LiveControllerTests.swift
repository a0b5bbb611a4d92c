import PlayheadAdaptive
import TestSupport
import Testing

@Suite("The rung in low latency")
struct LiveControllerTests {
    private func rung(
        bitsPerSecond: Double, buffered: Double = 1, current: Int? = nil, highest: Int? = nil,
        bitrates: [Double] = LiveStream.challenge.bitrates
    ) -> Int {
        var controller = LiveController(pacing: LivePacing(target: 1), throughput: bitsPerSecond)
        for _ in 0..<40 { controller.record(bits: bitsPerSecond / 30, seconds: 1.0 / 30) }
        return controller.rung(
            for: LiveSituation(
                bitrates: bitrates, segmentDuration: 0.5, buffered: buffered, currentRung: current, highestRung: highest))
    }

    @Test("The rung follows the throughput")
    func throughput() {
        #expect([150_000.0, 400_000, 750_000, 3_000_000].map { rung(bitsPerSecond: $0) } == [0, 0, 1, 2])
    }

    @Test("A smaller buffer gives no higher rung")
    func buffer() {
        for rate in stride(from: 200_000.0, through: 3_000_000, by: 100_000) {
            let rungs = [0.1, 0.4, 0.7, 1].map { rung(bitsPerSecond: rate, buffered: $0) }
            #expect(rungs == rungs.sorted(), "\(rate)")
        }
    }

    @Test("The cap limits the rung")
    func cap() { #expect([0, 1, 2].map { rung(bitsPerSecond: 1e7, highest: $0) } == [0, 1, 2]) }

    @Test("Without a measurement the rung is the lowest")
    func unknown() {
        var controller = LiveController(pacing: LivePacing(target: 1))
        #expect(controller.rung(for: LiveSituation(bitrates: [1e5, 1e6], segmentDuration: 1, buffered: 1)) == 0)
    }

    @Test("The pauses between bursts are no part of the measurement")
    func pauses() throws {
        var controller = LiveController(pacing: LivePacing(target: 1))
        // The lowest rung of a stream uses a fraction of this network, whose throughput is measured nevertheless.
        let stream = LiveStream(bitrates: [200_000], segmentDuration: 0.5, pictures: 15)
        let network = try NetworkTrace(periods: [.init(duration: 100, bandwidth: 4_000_000, latency: 0)])
        _ = try LiveSimulation(stream, over: network, duration: 5).run(&controller)
        let expected = try #require(controller.expectedThroughput)
        #expect(abs(expected - 4_000_000) < 40_000)
    }

    @Test("A usable rung and rate are returned for any numbers", arguments: [1, 2, 3] as [UInt64])
    func absurd(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let numbers: [Double] = [0, -1, 1, 0.5, 1e-300, 1e300, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, 1e6]
        func number() -> Double { numbers[Int(random.next() % UInt64(numbers.count))] }
        for _ in 0..<TestScale.pick(long: 100, short: 20) {
            var controller = LiveController(pacing: LivePacing(target: number(), maximum: number()), throughput: number())
            controller.record(bits: number(), seconds: number())
            let count = Int(random.next() % 4)
            let situation = LiveSituation(
                bitrates: (0..<count).map { _ in number() }, segmentDuration: number(), buffered: number(),
                currentRung: [nil, 0, Int.max, Int.min][Int(random.next() % 4)],
                highestRung: [nil, 0, Int.max, Int.min][Int(random.next() % 4)])
            #expect((0..<max(1, count)).contains(controller.rung(for: situation)))
            if case .rate(let rate) = controller.pacing.pace(latency: number(), buffered: number()) {
                #expect(rate >= 0.96 && rate <= 1.05)
            }
        }
    }
}
