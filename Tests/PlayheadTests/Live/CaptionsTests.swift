import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

/// Captions and timed metadata, on all channels.
@Suite("Captions and metadata")
@MainActor
struct CaptionsTests {
    private static let cue = CaptionCue(id: "1", startTime: 1, endTime: 2, text: "Hello\nworld")

    private func script() -> EngineScript {
        var script = EngineScript()
        script.media.captionsTracks = [
            .captionsOff, MediaTrack(index: 1, name: "English", language: "en"), MediaTrack(index: 2, name: "Deutsch", language: "de"),
        ]
        script.cues = [1: [Self.cue], 2: [CaptionCue(startTime: 1, endTime: 3, text: "Hallo")]]
        script.metadata = [TimedMetadata(kind: .id3, start: 1.5, end: 1.5, fields: ["metadata": .object(["TIT2": "Title"])])]
        return script
    }

    @Test("Cues appear and disappear as the playhead passes, and are readable")
    func cues() async {
        let rig = ScriptedRig(script()) { $0.captions.mode = .on }
        rig.load("a")
        rig.player.play()
        await rig.run(for: 1.6)
        #expect(rig.player.currentCaptionsTrack == 1 && rig.player.captionsTracks.count == 3)
        #expect(rig.player.currentCues == [Self.cue])
        await rig.run(for: 2)
        #expect(rig.player.currentCues.isEmpty)
        let emitted = rig.trace.all(CaptionCueEvent.self)
        #expect(emitted.map(\.cues) == [[Self.cue], []])
        #expect(emitted.first?.end == 2)
        OrderRules.check(rig.trace.events)
    }

    @Test("A selection is reported and kept for the next item; the displayed cues end with their item")
    func choice() async {
        let rig = ScriptedRig(script())
        rig.load("a", "b")
        rig.player.play()
        await rig.run(for: 0.5)
        rig.player.selectCaptions(2)
        await rig.run(for: 1)
        #expect(rig.player.currentCues.map(\.text) == ["Hallo"] && rig.player.currentCaptionsTrack == 2)
        #expect(rig.player.currentItem?.media?.currentCaptionsTrack == 2)
        rig.player.next()
        #expect(rig.player.currentCues.isEmpty && rig.trace.all(CaptionCueEvent.self).last?.cues == [])
        await rig.run(for: 0.5)
        #expect(rig.player.currentIndex == 1 && rig.player.currentCaptionsTrack == 2)
        #expect(rig.trace.all(CaptionsChangeEvent.self).map(\.track) == [2, 2])
        rig.player.selectCaptions(7)
        #expect(rig.trace.all(WarningEvent.self).map(\.error.code) == [320_641])
        OrderRules.check(rig.trace.events)
    }

    @Test("A release removes the cues, and reports only itself")
    func release() async {
        let rig = ScriptedRig(script()) { $0.captions.mode = .on }
        rig.load("a")
        rig.player.play()
        await rig.run(for: 1.6)
        _ = rig.trace.newNames()
        rig.player.release()
        await rig.run(for: 5)
        #expect(rig.player.currentCues.isEmpty && rig.player.currentCaptionsTrack == 0)
        #expect(rig.trace.newNames() == [.onStateChange, .onStateChange, .onIdle])
    }

    @Test("Metadata is reported when parsed and when the playhead enters it, on every channel")
    func metadata() async throws {
        let rig = ScriptedRig(script())
        let listener = MetadataListener()
        rig.player.delegate = listener
        let notified = Notified(rig.player)
        let stream = rig.player.events(of: MetaParsedEvent.self)
        rig.load("a")
        rig.player.play()
        await rig.run(for: 3)
        #expect(listener.received == ["parsed id3", "id3 at 1.5"])
        #expect(notified.names.filter { $0.hasPrefix("onMeta") } == ["onMeta", "onMetaParsed", "onMeta"])
        let entered = try #require(rig.trace.all(MetaEvent.self).last)
        #expect(abs(entered.context.position - 1.5) < 0.11)
        #expect(entered.metaData["metadataTime"] == 1.5 && entered.metaData["metadata"] == .object(["TIT2": "Title"]))
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next()?.metaData["metadataType"] == "id3")
    }

    @Test("Track selections are reported by AVFoundation's notifications of the item")
    func selection() async {
        let rig = ScriptedRig(script())
        let items = rig.load("a")
        let counter = Counter()
        let token = NotificationCenter.default.addObserver(forName: .mediaSelectionDidChange, object: items[0], queue: nil) { _ in
            MainActor.assumeIsolated { counter.count += 1 }
        }
        await rig.run(until: .ready)
        rig.player.selectCaptions(1)
        rig.player.selectAudioTrack(1)
        await rig.run(for: 0.1)
        #expect(counter.count == 2)
        NotificationCenter.default.removeObserver(token)
    }
}

@MainActor private final class Counter {
    var count = 0
}

@MainActor private final class MetadataListener: PlayerDelegate {
    var received: [String] = []
    func onMeta(_ event: MetaEvent) {
        guard case .string(let type)? = event.metaData["metadataType"], type != "media" else { return }
        guard case .double(let time)? = event.metaData["metadataTime"] else { return }
        received.append("\(type) at \(time)")
    }
    func onMetaParsed(_ event: MetaParsedEvent) {
        if case .string(let type)? = event.metaData["metadataType"] { received.append("parsed \(type)") }
    }
}

/// Records the names in the notifications of metadata.
@MainActor private final class Notified {
    private(set) var names: [String] = []
    private var token: (any NSObjectProtocol)?

    init(_ player: Player) {
        token = NotificationCenter.default.addObserver(forName: .metaDataAvailable, object: player, queue: nil) {
            [weak self] notification in
            let name = notification.userInfo?["event"] as? String
            MainActor.assumeIsolated { self?.names.append(name ?? "") }
        }
    }

    isolated deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }
}
