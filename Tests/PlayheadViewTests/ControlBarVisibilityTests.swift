import PlayheadView
import Testing

@Suite("Control bar visibility")
struct ControlBarVisibilityTests {
    private let timeout = ControlBarVisibility.timeout

    @Test("The bar is hidden during playback without activity, and shown by the next activity")
    func going() {
        var bar = ControlBarVisibility(at: 0)
        #expect(bar.look(at: 100) == nil && bar.isVisible, "nothing plays")
        bar.setPlaying(true, at: 100)
        #expect(bar.look(at: 100) == 100 + timeout)
        bar.wake(at: 102)
        #expect(bar.look(at: 100 + timeout) == 102 + timeout && bar.isVisible)
        #expect(bar.look(at: 102 + timeout) == nil && !bar.isVisible)
        bar.wake(at: 110)
        #expect(bar.isVisible)
    }

    @Test("The bar stays while it is in use, and for a while afterwards")
    func held() {
        var bar = ControlBarVisibility(at: 0)
        bar.setPlaying(true, at: 0)
        bar.setHeld(true, at: 1)
        #expect(bar.look(at: 100) == nil && bar.isVisible)
        bar.leave(at: 100)
        #expect(bar.isVisible)
        bar.setHeld(false, at: 100)
        #expect(bar.look(at: 101) == 100 + timeout)
    }

    @Test("The bar is hidden at once on request, also while paused, but not while in use")
    func dismissed() {
        var bar = ControlBarVisibility(at: 0)
        bar.dismiss()
        #expect(!bar.isVisible && bar.look(at: 100) == nil)
        bar.wake(at: 101)
        bar.setHeld(true, at: 101)
        bar.dismiss()
        #expect(bar.isVisible)
    }

    @Test("The bar is hidden soon after the pointer leaves, and shown when playback stops")
    func leaving() {
        var bar = ControlBarVisibility(at: 0)
        bar.leave(at: 0)
        #expect(bar.isVisible)
        bar.setPlaying(true, at: 0)
        bar.leave(at: 1)
        #expect(bar.isVisible && bar.look(at: 1) == 1 + ControlBarVisibility.farewell)
        #expect(bar.look(at: 2) == nil && !bar.isVisible)
        bar.setPlaying(false, at: 2)
        #expect(bar.isVisible && bar.look(at: 100) == nil)
    }
}
