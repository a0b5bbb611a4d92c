import PlayheadAdaptive
import Testing

@Suite("The pace in low latency")
struct LivePacingTests {
    private func rates(_ lates: [Double], buffered: Double = 1) -> [Double] {
        var pacing = LivePacing(target: 1)
        return lates.map { late in
            guard case .rate(let rate) = pacing.pace(latency: 1 + late, buffered: buffered) else { return .nan }
            return rate
        }
    }

    @Test("Within the dead band the rate is 1")
    func band() { #expect(rates([0, 0.03, -0.03, 0.034]) == [1, 1, 1, 1]) }

    @Test("A late playhead is faster in steps, until it is at the target")
    func late() { #expect(rates([0.1, 0.5, 0.3, 0.15, 0.03, 0.004, 0.03]) == [1.025, 1.05, 1.05, 1.025, 1.025, 1, 1]) }

    @Test("A playhead too close to the edge is slower until it is at the target")
    func early() { #expect(rates([-0.1, -0.03, -0.004, -0.03]) == [0.96, 0.96, 1, 1]) }

    @Test("With little loaded the playhead does not catch up, and with almost nothing it is slower")
    func scarce() {
        #expect(rates([0.5], buffered: 0.5) == [1])
        #expect(rates([0.5], buffered: 0.1) == [0.96])
    }

    @Test("The playhead moves only above the maximum latency")
    func seek() {
        var pacing = LivePacing(target: 1, maximum: 3)
        #expect(pacing.pace(latency: 3, buffered: 1) == .rate(1.05))
        #expect(pacing.pace(latency: 3.1, buffered: 1) == .seek)
    }
}
