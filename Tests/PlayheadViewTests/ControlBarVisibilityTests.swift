import PlayheadView
import Testing

@Suite("When a control bar is there")
struct ControlBarVisibilityTests {
    private let patience = ControlBarVisibility.patience

    @Test("It goes when it plays and nobody moves, and comes with the next movement")
    func going() {
        var bar = ControlBarVisibility(at: 0)
        #expect(bar.look(at: 100) == nil && bar.isVisible, "nothing plays")
        bar.setPlaying(true, at: 100)
        #expect(bar.look(at: 100) == 100 + patience)
        bar.wake(at: 102)
        #expect(bar.look(at: 100 + patience) == 102 + patience && bar.isVisible)
        #expect(bar.look(at: 102 + patience) == nil && !bar.isVisible)
        bar.wake(at: 110)
        #expect(bar.isVisible)
    }

    @Test("It stays while somebody uses it, and a while after")
    func held() {
        var bar = ControlBarVisibility(at: 0)
        bar.setPlaying(true, at: 0)
        bar.setHeld(true, at: 1)
        #expect(bar.look(at: 100) == nil && bar.isVisible)
        bar.leave(at: 100)
        #expect(bar.isVisible)
        bar.setHeld(false, at: 100)
        #expect(bar.look(at: 101) == 100 + patience)
    }

    @Test("It goes at once where that is asked for, also while nothing plays, and not where somebody uses it")
    func dismissed() {
        var bar = ControlBarVisibility(at: 0)
        bar.dismiss()
        #expect(!bar.isVisible && bar.look(at: 100) == nil)
        bar.wake(at: 101)
        bar.setHeld(true, at: 101)
        bar.dismiss()
        #expect(bar.isVisible)
    }

    @Test("It goes soon after the pointer, and comes back when playing stops")
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
