import PlayheadCore
import Testing

/// STATES: in `error` another item of the list can be opened; the failed one is released first.
@Suite struct ErrorStateTests {
    private func failed(at index: Int, of count: Int, afterReady: Bool = true) -> MachineRig {
        var rig = MachineRig()
        rig.send(.load(items: Array(ItemDescription.samples.prefix(count)), index: index), .play(.interaction))
        if afterReady { rig.report(.opened(.sample), .started(position: 0), .firstFrame) }
        rig.report(.failed(PlaybackError(.decoding)))
        rig.clear()
        return rig
    }

    @Test("The next, the previous and any other item open through idle, and play if playback was intended")
    func anotherItem() {
        let commands: [(MachineInput, Int)] = [(.next, 2), (.previous, 0), (.selectItem(0), 0), (.selectItem(1), 1)]
        for (command, index) in commands {
            for afterReady in [true, false] {
                var rig = failed(at: 1, of: 3, afterReady: afterReady)
                rig.send(command)
                #expect(
                    rig.log == [
                        "→ idle", "onIdle newLoad from error", "onPlaylistItem \(index)", "→ opening",
                        "engine open(playback: 2, item: \(index))",
                    ])
                #expect(rig.machine.error == nil && rig.machine.currentIndex == index && rig.machine.items.count == 3)
                rig.report(.opened(.sample))
                rig.report(.started(position: 0), .firstFrame)
                #expect(rig.machine.state == .playing)
            }
        }
    }

    @Test("The last item is followed by the first; the first and a single one are retried")
    func ends() {
        for (command, index, count, expected) in [
            (MachineInput.next, 2, 3, 0), (.previous, 0, 3, 0), (.next, 0, 1, 0), (.previous, 0, 1, 0),
        ] {
            var rig = failed(at: index, of: count)
            rig.send(command)
            #expect(rig.machine.state == .opening && rig.machine.currentIndex == expected)
        }
    }

    @Test("An invalid index is refused, and the error stays")
    func invalidIndex() {
        for index in [-1, 3, Int.max] {
            var rig = failed(at: 1, of: 3)
            rig.send(.selectItem(index))
            #expect(rig.emitted == ["onWarning 320641"] && rig.machine.state == .error)
        }
    }

    @Test("Consecutive failed items can be skipped by hand, and reports of earlier ones change nothing")
    func oneAfterAnother() {
        var rig = failed(at: 0, of: 3, afterReady: false)
        for index in [1, 2, 0] {
            rig.send(.next)
            rig.send(.engine(playback: rig.machine.playback - 1, .closed), .engine(playback: rig.machine.playback - 1, .opened(.sample)))
            #expect(rig.machine.state == .opening && rig.machine.currentIndex == index)
            rig.report(.failed(PlaybackError(.httpStatus(404))))
            #expect(rig.machine.state == .error)
        }
    }

    @Test("Rate, volume and mute can be set, and apply to the next item")
    func settings() {
        var rig = failed(at: 0, of: 2)
        rig.send(.setRate(2), .setVolume(0.3), .setMuted(true))
        #expect(rig.log == ["onPlaybackRateChanged", "onVolume", "onMute"] && rig.machine.state == .error)
        rig.send(.next)
        rig.report(.opened(.sample))
        #expect(
            rig.log.filter { $0.hasPrefix("engine set") } == ["engine setRate(2.0)", "engine setVolume(0.3)", "engine setMuted(true)"])
    }

    @Test("Without the intent to play nothing plays afterwards")
    func intent() {
        var rig = MachineRig()
        rig.send(.load(items: Array(ItemDescription.samples.prefix(2)), index: 0))
        rig.report(.failed(PlaybackError(.httpStatus(404))))
        rig.send(.next)
        rig.report(.opened(.sample))
        #expect(rig.machine.state == .ready && !rig.machine.intendsToPlay)
    }
}
