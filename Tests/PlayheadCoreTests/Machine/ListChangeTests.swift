import PlayheadCore
import Testing

/// Changes of the list and of its repetition during playback.
@Suite struct ListChangeTests {
    private static let end = EngineReport.ended(duration: 10)

    @Test("A list around the current item changes its index, and not its playback")
    func arrange() {
        var rig = MachineRig.playing(items: 2)
        let items = rig.machine.items
        rig.send(.arrange(items: [items[1], .sample, items[0]], index: 2))
        #expect(rig.log == ["onPlaylist"])
        #expect(rig.machine.currentIndex == 2 && rig.machine.state == .playing && rig.machine.playback == 1)
        rig.clear()
        rig.report(Self.end)
        #expect(rig.emitted.suffix(2) == ["onComplete", "onPlaylistComplete"])
    }

    @Test("A list without the current item, and any while another item is about to open, are refused")
    func refusals() {
        var rig = MachineRig.playing(items: 2)
        rig.send(.arrange(items: [.sample], index: 1))
        rig.send(.next, .arrange(items: [.sample], index: 0))
        #expect(rig.emitted.filter { $0.hasPrefix("onWarning") }.count == 2 && rig.machine.items.count == 2)
        var idle = MachineRig()
        idle.send(.arrange(items: [.sample], index: 0))
        #expect(idle.machine.items.isEmpty)
    }

    @Test("After an error the list around the failed item can be changed")
    func afterError() {
        var rig = MachineRig.playing(items: 2)
        rig.report(.failed(PlaybackError(.decoding)))
        rig.send(.arrange(items: [rig.machine.items[0]], index: 0))
        #expect(rig.machine.items.count == 1 && rig.machine.state == .error)
    }

    @Test("The repetition applies from the next end of an item on")
    func repetition() {
        var rig = MachineRig.playing(items: 2)
        rig.send(.setRepeatMode(.item))
        rig.report(Self.end)
        #expect(rig.machine.currentIndex == 0 && rig.machine.followingIndex == nil)
        #expect(!rig.emitted.contains("onPlaylistItem 1") && rig.emitted.contains("onComplete"))
        var list = MachineRig.playing(items: 2)
        list.send(.next)
        list.report(.closed, .opened(.sample), .started(position: 0), .firstFrame)
        list.send(.setRepeatMode(.list))
        #expect(list.machine.followingIndex == 0)
        list.report(Self.end)
        #expect(list.machine.currentIndex == 0 && list.machine.state == .opening)
    }
}
