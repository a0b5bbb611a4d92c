import PlayheadAdaptive
import TestSupport
import Testing

@Suite("Near-second live, simulated")
struct LiveSimulationTests {
    private func results(target: Double, stream: LiveStream = .challenge) throws -> [LiveSimulationResult] {
        try LiveProfile.allCases.map { profile in
            var controller = LiveController(pacing: LivePacing(target: target))
            return try LiveSimulation(profile, stream: stream).run(&controller)
        }
    }

    private func mean(_ results: [LiveSimulationResult], _ value: (LiveSimulationResult) -> Double) -> Double {
        results.map(value).reduce(0, +) / Double(results.count)
    }

    @Test("A second behind the live edge none of the five profiles stalls, and the mean bit rate is above 0.6 Mbit/s")
    func challenge() throws {
        let results = try results(target: 1)
        #expect(results.allSatisfy { $0.stallTime == 0 && $0.seeks == 0 })
        #expect(mean(results, \.latency) < 1.01)
        #expect(mean(results, \.meanBitrate) > 600_000)
        #expect(mean(results, \.rateDeviation) < 0.001)
    }

    @Test("A higher latency gives a higher bit rate")
    func latency() throws {
        let bitrates = try [0.8, 1, 1.5].map { mean(try results(target: $0), \.meanBitrate) }
        #expect(bitrates == bitrates.sorted())
    }

    @Test("With parts of several pictures the profiles do not stall either", arguments: [3, 5])
    func parts(pictures: Int) throws {
        var stream = LiveStream.challenge
        stream.picturesPerPart = pictures
        let results = try results(target: 1, stream: stream)
        #expect(results.allSatisfy { $0.stallTime == 0 })
        #expect(mean(results, \.meanBitrate) > 500_000)
    }

    @Test("After an outage the playhead returns to the target latency, and the rate stays within its bounds")
    func outage() throws {
        let network = try NetworkTrace(periods: [
            .init(duration: 10, bandwidth: 3_000_000, latency: 0), .init(duration: 2, bandwidth: 0, latency: 0),
            .init(duration: 60, bandwidth: 3_000_000, latency: 0),
        ])
        var controller = LiveController(pacing: LivePacing(target: 1))
        let result = try LiveSimulation(.challenge, over: network, duration: 40).run(&controller)
        #expect(result.stalls == 1 && result.stallTime > 0.9 && result.stallTime < 1.6)
        var again = LiveController(pacing: LivePacing(target: 1))
        let after = try LiveSimulation(.challenge, over: network, duration: 60, recordingStart: 45).run(&again)
        #expect(after.latency < 1.1 && after.rateDeviation < 0.01)
    }

    @Test("Above the maximum latency the playhead moves to the target")
    func seek() throws {
        let network = try NetworkTrace(periods: [
            .init(duration: 10, bandwidth: 3_000_000, latency: 0), .init(duration: 5, bandwidth: 0, latency: 0),
            .init(duration: 60, bandwidth: 3_000_000, latency: 0),
        ])
        var controller = LiveController(pacing: LivePacing(target: 1, maximum: 3))
        let result = try LiveSimulation(.challenge, over: network, duration: 40).run(&controller)
        #expect(result.seeks == 1)
    }
}
