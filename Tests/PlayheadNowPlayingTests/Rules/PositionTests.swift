import Testing

@testable import PlayheadNowPlaying

@Suite("Positions")
struct PositionTests {
    private func fact(
        _ position: Double?, _ playback: MPRISPlayback = .playing, rate: Double = 1, track: String = "/1", isJump: Bool = false
    )
        -> PositionBelief.Fact
    {
        PositionBelief.Fact(track: track, playback: playback, rate: rate, position: position, isJump: isJump)
    }

    @Test("Playing, pausing and resuming are no jumps")
    func steady() {
        var belief = PositionBelief()
        #expect(belief.update(fact(0), at: 100) == nil)
        #expect(belief.update(fact(10), at: 110) == nil)
        #expect(belief.update(fact(10.1, .paused), at: 110.1) == nil)
        #expect(belief.update(fact(10.1), at: 500) == nil)
        #expect(belief.update(fact(20.1), at: 510) == nil)
    }

    @Test("The rate is taken into account")
    func rate() {
        var belief = PositionBelief()
        #expect(belief.update(fact(0), at: 0) == nil)
        #expect(belief.update(fact(5, rate: 2), at: 5) == nil)
        #expect(belief.update(fact(25, rate: 2), at: 15) == nil)
        #expect(belief.update(fact(26, rate: 2), at: 25) == 26)
    }

    @Test("A seek is a jump, however small, also while paused or stopped")
    func seek() {
        var belief = PositionBelief()
        #expect(belief.update(fact(0, .paused), at: 0) == nil)
        #expect(belief.update(fact(0.2, .paused, isJump: true), at: 1) == 0.2)
        #expect(belief.update(fact(0.2, .paused), at: 2) == nil)
        #expect(belief.update(fact(8, .stopped, isJump: true), at: 3) == 8)
    }

    @Test("A stall is signalled when it has ended, because clients do not know it")
    func stall() {
        var belief = PositionBelief()
        #expect(belief.update(fact(0), at: 0) == nil)
        #expect(belief.update(fact(nil), at: 4) == nil)
        #expect(belief.update(fact(1), at: 5) == 1)
        #expect(belief.update(fact(2), at: 6) == nil)
    }

    @Test("A new track and a stopped one start at 0; another start position is a jump")
    func tracks() {
        var belief = PositionBelief()
        #expect(belief.update(fact(0), at: 0) == nil)
        #expect(belief.update(fact(0, track: "/2"), at: 50) == nil)
        #expect(belief.update(fact(30, track: "/3"), at: 60) == 30)
        #expect(belief.update(fact(nil, .stopped, track: "/3"), at: 61) == nil)
        #expect(belief.update(fact(0, track: "/3"), at: 90) == nil)
    }

    @Test("The published position advances by itself, and stays within the length")
    func shown() {
        var shown = ShownPosition(position: 10, time: 100, speed: 2, length: 20)
        #expect(shown.position(at: 103) == 16 && shown.position(at: 200) == 20 && shown.position(at: 90) == 10)
        shown.speed = 0
        #expect(shown.position(at: 103) == 10)
        #expect(ShownPosition(position: -5).position(at: 3) == 0)
    }
}
