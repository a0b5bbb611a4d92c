import PlayheadCore
import Testing

/// STATES: release() in any state ends in idle, at once; after it nothing of that playback is delivered.
@Suite struct ReleaseTests {
    @Test func releaseReachesIdleThroughStoppingWithoutWaiting() {
        var rig = MachineRig.playing()
        rig.send(.release)
        #expect(rig.log == ["→ stopping", "engine close(playback: 1)", "→ idle", "onIdle released from playing"])
        #expect(rig.machine.items.isEmpty && rig.machine.currentItem == nil && rig.machine.media == nil)
    }

    @Test func nothingIsDeliveredAfterARelease() {
        var rig = MachineRig.playing()
        rig.send(.release)
        rig.clear()
        rig.report(
            .progress(position: 2), .failed(PlaybackError(.decoding)), .warning(PlaybackError(.truncated)), .ended(duration: 10), .closed)
        rig.send(.timer(.progress), .proceed(.beforePlay(playback: 1)), .proceed(.beforeComplete(playback: 1)), .release)
        #expect(rig.log == [])
        #expect(rig.timers == [])
    }

    @Test func aLaterLoadStartsANewPlaybackThatOldReportsDoNotReach() {
        var rig = MachineRig.playing()
        rig.send(.release, .load(items: [.sample], index: 0))
        #expect(rig.machine.playback == 2)
        rig.clear()
        rig.send(.engine(playback: 1, .closed), .engine(playback: 1, .failed(PlaybackError(.decoding))))
        #expect(rig.log == [])
        rig.report(.opened(.sample))
        #expect(rig.machine.state == .ready)
    }

    /// Another way out is a command that opens another item of the list (``ErrorStateTests``), which releases the failed one.
    @Test func releaseLeavesError() {
        var rig = MachineRig.playing()
        rig.report(.failed(PlaybackError(.decoding)))
        rig.clear()
        rig.send(.play(.external), .pause(.external), .stop, .load(items: [.sample], index: 0), .selectLevel(0))
        rig.send(.seek(id: 1, target: 0, precision: .exact))
        #expect(rig.emitted == Array(repeating: "onWarning 320642", count: 6) + ["seek 1 interrupted"])
        rig.clear()
        rig.send(.release)
        #expect(rig.log == ["→ idle", "onIdle released from error"])
        #expect(rig.machine.error == nil)
    }

    @Test func releaseWhileStoppingCancelsAPendingLoad() {
        var rig = MachineRig.playing()
        rig.send(.load(items: [.sample], index: 0), .release)
        rig.report(.closed)
        #expect(rig.log == ["→ stopping", "engine close(playback: 1)", "→ idle", "onIdle released from playing"])
    }

    @Test func releaseWhileOpeningCancelsTheOpening() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0), .seek(id: 1, target: 1, precision: .exact))
        rig.clear()
        rig.send(.release)
        #expect(
            rig.log == [
                "seek 1 interrupted", "→ stopping", "engine close(playback: 1)", "→ idle", "onIdle released from buffering",
            ])
        rig.report(.opened(.sample))
        #expect(rig.machine.state == .idle)
    }
}
