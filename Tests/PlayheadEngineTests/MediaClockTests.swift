import Testing

@testable import PlayheadEngine

@Suite("The media clock")
struct MediaClockTests {
    @Test("The clock stands until it is started, and after it is stopped")
    func standing() {
        var clock = MediaClock()
        clock.set(5, at: 100)
        #expect(clock.time(at: 200) == 5 && clock.host(of: 6) == .infinity)
        clock.start(at: 200)
        #expect(clock.time(at: 203) == 8 && clock.host(of: 9) == 204)
        clock.stop(at: 210)
        #expect(clock.time(at: 999) == 15 && !clock.isRunning)
    }

    @Test("The clock runs at its rate, without a jump when the rate changes", arguments: [0.25, 0.5, 1, 2, 4])
    func rates(rate: Double) {
        var clock = MediaClock()
        clock.start(at: 0)
        clock.setRate(rate, at: 10)
        #expect(clock.time(at: 10) == 10 && clock.time(at: 12) == 10 + 2 * rate)
        #expect(abs(clock.host(of: clock.time(at: 17)) - 17) < 1e-9)
        clock.setRate(1, at: 14)
        #expect(clock.time(at: 15) == 10 + 4 * rate + 1)
    }

    @Test("The clock reduces a small deviation from its master gradually, and corrects a large one immediately")
    func following() {
        var clock = MediaClock()
        clock.start(at: 0)
        clock.follow(1.1, at: 1)
        #expect(abs(clock.time(at: 1) - 1.01) < 1e-9)
        for _ in 0..<100 { clock.follow(1.1, at: 1) }
        #expect(abs(clock.time(at: 1) - 1.1) < 1e-4)
        clock.follow(9, at: 1)
        #expect(clock.time(at: 1) == 9)
        clock.follow(2, at: 1)
        #expect(clock.time(at: 1) == 2)
    }
}
