import PlayheadCore
import Testing

/// A failed item that the next one of the list replaces.
@Suite struct SkippingTests {
    private static let failure = EngineReport.failed(PlaybackError(.httpStatus(404)))

    private func rig(items: Int = 3, repeats: Bool = false) -> MachineRig {
        var options = PlaybackOptions(repeats: repeats)
        options.skipsFailedItems = true
        var rig = MachineRig(options)
        rig.send(.load(items: Array(ItemDescription.samples.prefix(items)), index: 0), .play(.external))
        rig.clear()
        return rig
    }

    @Test("The next item replaces one that cannot be opened, and the cause is a warning")
    func opening() {
        var rig = rig()
        rig.report(Self.failure)
        #expect(
            rig.log == ["→ stopping", "onWarning 321404", "engine close(playback: 1)"]
                || rig.log == ["→ stopping", "engine close(playback: 1)", "onWarning 321404"])
        rig.clear()
        rig.report(.closed)
        #expect(rig.emitted == ["→ idle", "onIdle failed from buffering", "onPlaylistItem 1", "→ opening"])
        rig.report(.opened(.sample))
        #expect(rig.emitted.contains("onReady") && rig.emitted.contains("onPlayAttempt playlist"))
    }

    @Test("The next item replaces one that fails in the middle, and a pending seek is cancelled")
    func playing() {
        var rig = rig()
        rig.report(.opened(.sample), .started(position: 0), .firstFrame)
        rig.send(.seek(id: 1, target: 5, precision: .exact))
        rig.clear()
        rig.report(Self.failure)
        #expect(rig.emitted == ["seek 1 interrupted", "→ stopping", "onWarning 321404"])
        rig.report(.closed)
        #expect(rig.machine.currentIndex == 1 && rig.machine.state == .opening && rig.machine.intendsToPlay)
    }

    @Test("The last item fails as without the option, unless the list repeats")
    func last() {
        var rig = rig(items: 2)
        rig.report(.opened(.sample), .started(position: 0), .firstFrame, .ended(duration: 10))
        rig.clear()
        rig.report(Self.failure)
        #expect(rig.machine.state == .error && rig.machine.error?.code == 221_404)
        var repeating = self.rig(items: 2, repeats: true)
        repeating.report(.opened(.sample), .started(position: 0), .firstFrame, .ended(duration: 10))
        repeating.report(Self.failure)
        repeating.report(.closed)
        #expect(repeating.machine.currentIndex == 0 && repeating.machine.state == .opening)
    }

    @Test("If all items fail, playback ends with the error of the last one", arguments: [false, true])
    func all(repeats: Bool) {
        var rig = rig(repeats: repeats)
        for _ in 1...2 {
            rig.report(Self.failure)
            rig.report(.closed)
        }
        #expect(rig.machine.state == .opening && rig.machine.currentIndex == 2)
        rig.report(Self.failure)
        #expect(rig.machine.state == .error && rig.emitted.last == "onSetupError 121404")
    }

    @Test("After `previous`, failing items are skipped backwards, and forwards from the start of the list")
    func backwards() {
        var rig = rig()
        rig.send(.selectItem(2))
        rig.report(.closed, .opened(.sample), .started(position: 0), .firstFrame)
        rig.send(.previous)
        rig.report(.closed, Self.failure, .closed)
        #expect(rig.machine.currentIndex == 0 && rig.machine.state == .opening)
        rig.report(Self.failure, .closed)
        #expect(rig.machine.currentIndex == 1 && rig.machine.state == .opening)
    }

    @Test("After `previous` to the first item, failing items are skipped forwards")
    func forwardsFromTheFirst() {
        var rig = rig()
        rig.send(.selectItem(1))
        rig.report(.closed)
        rig.send(.previous)
        rig.report(.closed, Self.failure, .closed, Self.failure, .closed)
        #expect(rig.machine.currentIndex == 2 && rig.machine.state == .opening)
    }

    @Test("An expired watchdog skips, too")
    func watchdog() {
        var rig = rig()
        rig.now = 61
        rig.send(.timer(.opening))
        #expect(rig.emitted == ["→ stopping", "onWarning 324011"])
    }

    @Test("Without the option a failure is fatal")
    func stops() {
        var rig = MachineRig()
        rig.send(.load(items: ItemDescription.samples, index: 0))
        rig.report(Self.failure)
        #expect(rig.machine.state == .error)
    }
}
