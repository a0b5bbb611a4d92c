import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

/// The properties of an item in the form of AVFoundation.
@MainActor
@Suite("Observable properties of an item", .timeLimit(.minutes(5)))
struct ItemObservationTests {
    @Test("Every observable property of an item reports its changes")
    func properties() async {
        var script = EngineScript()
        script.metadata = [TimedMetadata(kind: .id3, start: 0.5, end: nil, fields: ["metadata": .object(["key": "TIT2"])])]
        script.stalls = [EngineScript.Stall(at: 1, for: 2)]
        script.loadedAtStart = 0
        let rig = ScriptedRig(script)
        let item = ScriptedRig.item("a")
        let observer = NamesObserver()
        for name in PlayerItem.observableProperties.keys { #expect(item.addObserver(observer, forKeyPath: name)) }
        rig.player.load(item)
        rig.player.play()
        await rig.run(for: 6)
        rig.engine?.report(.failed(PlaybackError(.decoding)))
        await rig.settle()
        #expect(
            observer.names == Set(PlayerItem.observableProperties.keys),
            "\(Set(PlayerItem.observableProperties.keys).subtracting(observer.names))")
        #expect(!item.addObserver(observer, forKeyPath: "nothing"))
    }

    @Test("Ranges, size and tracks are available at readyToPlay")
    func atReady() async {
        let rig = ScriptedRig()
        let item = ScriptedRig.item("a")
        #expect(item.presentationSize == PictureSize(width: 0, height: 0) && item.tracks.isEmpty && item.seekableTimeRanges.isEmpty)
        var seen: [String] = []
        let token = item.observe(\.status, options: [.new]) { item, change in
            seen.append("\(change.newValue.map { "\($0)" } ?? "–") \(item.presentationSize.width) \(item.tracks.count) \(item.duration)")
        }
        rig.player.load(item)
        await rig.run(until: .ready)
        #expect(seen == ["readyToPlay 1280 3 10.0"])
        #expect(item.seekableTimeRanges == [TimeRange(start: 0, end: 10)])
        #expect(item.tracks.filter { $0.isEnabled }.map(\.name) == ["Video", "English"])
        rig.player.selectAudioTrack(1)
        await rig.settle()
        #expect(item.tracks.filter { $0.isEnabled }.map(\.name) == ["Video", "Deutsch"])
        rig.player.stop()
        await rig.run(until: .idle)
        #expect(item.seekableTimeRanges.isEmpty && item.isPlaybackBufferEmpty && !item.isPlaybackLikelyToKeepUp)
        token.invalidate()
    }

    @Test("A stall empties the buffer and clears isPlaybackLikelyToKeepUp; both recover, and no flag stays set")
    func stall() async {
        var script = EngineScript()
        script.stalls = [EngineScript.Stall(at: 1, for: 2)]
        let rig = ScriptedRig(script)
        let item = ScriptedRig.item("a")
        var received: [String] = []
        let tokens = [
            item.observe(\.isPlaybackLikelyToKeepUp, options: [.new]) { _, change in received.append("likely \(change.newValue ?? false)")
            },
            item.observe(\.isPlaybackBufferFull, options: [.new]) { _, change in received.append("full \(change.newValue ?? false)") },
        ]
        rig.player.load(item)
        rig.player.play()
        await rig.run(until: .playing)
        await rig.run(until: .buffering)
        #expect(!item.isPlaybackLikelyToKeepUp && received.last == "likely false", "\(received)")
        await rig.run(until: .playing)
        #expect(item.isPlaybackLikelyToKeepUp && !item.isPlaybackBufferEmpty)
        await rig.run(until: .ended)
        #expect(received.filter { $0.hasPrefix("full") }.first == "full true")
        for token in tokens { token.invalidate() }
    }

    @Test(
        "The buffered amount determines whether the buffer is empty, full, and likely to keep up",
        arguments: [
            (0.0, 10.0, PlaybackState.playing, [true, false, false]), (1, 10, .playing, [false, false, true]),
            (1, 10, .paused, [false, false, false]), (5, 10, .paused, [false, false, true]), (29, 100, .playing, [false, true, true]),
            (2, 2, .playing, [false, true, true]), (0, 0, .playing, [false, true, true]),
            (5, .infinity, .buffering, [false, false, false]),
        ])
    func health(ahead: Double, left: Double, state: PlaybackState, expected: [Bool]) {
        let health = BufferHealth(ahead: ahead, left: left, wanted: 30, state: state)
        #expect([health.isEmpty, health.isFull, health.isLikelyToKeepUp] == expected)
    }

    @Test("The current item and the next one can be observed")
    func next() async {
        let rig = ScriptedRig { $0.playlist.nextUpOffset = .percent(50) }
        var received: [String] = []
        let tokens = [
            rig.player.observe(\.currentItem, options: [.new]) { _, change in
                received.append("current \((change.newValue ?? nil)?.title ?? "–")")
            },
            rig.player.observe(\.nextUpItem, options: [.new]) { _, change in
                received.append("next \((change.newValue ?? nil)?.title ?? "–")")
            },
        ]
        rig.load("a", "b")
        rig.player.play()
        await rig.run(until: .playing)
        await rig.run(for: 4.5)
        #expect(received == ["current a"])
        await rig.run(for: 1)
        #expect(received == ["current a", "next b"])
        await rig.run(for: 20)
        #expect(received == ["current a", "next b", "next –", "current b"])
        rig.player.release()
        #expect(received.last == "current –")
        for token in tokens { token.invalidate() }
    }

    @Test(
        "The position at which the next item is announced",
        arguments: [(NextUpOffset.seconds(-10), 90.0), (.seconds(30), 30), (.percent(95), 95), (.percent(99), 95)])
    func offset(offset: NextUpOffset, position: Double) {
        #expect(offset.position(in: 100) == position)
    }
}

@MainActor
private final class NamesObserver: PropertyObserver {
    private(set) var names: Set<String> = []

    func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [PropertyChangeKey: Any]?, context: UnsafeMutableRawPointer?) {
        if let keyPath { names.insert(keyPath) }
    }
}
