import Foundation
import PlayheadCore
import PlayheadTestKit

@testable import Playhead

/// Playbacks that together raise every event of the catalogue, and the events that each channel received.
@MainActor
enum EveryEvent {
    /// The events that the channels received, as texts with the whole payload, by channel.
    struct Heard: Sendable {
        var emitted: [any PlayerEvent] = []
        var channels: [String: [String]] = [:]
    }

    /// Returns the events of all playbacks, which are performed once.
    static func received() async throws -> Heard { try await playing.value }

    private static let playing = Task { try await play() }

    private static func play() async throws -> Heard {
        var received = try await listen(to: script) { await playAll($0) }
        var broken = EngineScript()
        broken.openingFailure = PlaybackError(.httpStatus(404), url: "https://media.example.com/b")
        let other = try await listen(to: broken) { rig in
            rig.load("b")
            await rig.run(until: .error)
        }
        received.emitted += other.emitted
        received.channels.merge(other.channels) { $0 + $1 }
        return received
    }

    static func text(_ event: any PlayerEvent) -> String {
        text(event.context.sequence, event.name.rawValue, event.fields.foundationValue)
    }

    static var script: EngineScript {
        var media = MediaDescription.scripted(duration: 3)
        media.captionsTracks = [.captionsOff, MediaTrack(index: 1, name: "English", language: "en")]
        media.chapters = [Chapter(title: "Opening", range: TimeRange(start: 0, end: 3))]
        var script = EngineScript(media: media)
        script.stalls = [.init(at: 0.5, for: 0.2)]
        script.cues = [1: [CaptionCue(id: "1", startTime: 0, endTime: 2.5, text: "Hello")]]
        script.metadata = [TimedMetadata(kind: .id3, start: 0.3, end: 0.3, fields: ["metadata": .object(["TIT2": "x"])])]
        return script
    }

    /// One report of each kind from ads.
    static let adReports: [AdReport] = [
        .schedule([ScheduledAdBreak(id: "1", offset: "50%", tags: ["https://ads.example/tag"])]), .breakStart(.mid),
        .request(tag: "https://ads.example/tag", position: .mid, offset: "50%"), .impression(AdImpression(adPosition: .mid)), .play,
        .started(creativeType: "simid"), .time(position: 0.1, duration: 4, sequence: 1, podCount: 2), .metadata(["metadataType": "media"]),
        .companions([AdCompanion(type: "static", resource: "https://m.example/c.png", width: 300, height: 250)]),
        .click(url: "https://shop.example/"), .pause(.interaction), .unpause, .skipped, .complete,
        .failure(PlaybackError(.advertisement(.noAd), severity: .warning), tag: "https://ads.example/tag"),
        .warning(PlaybackError(.advertisement(.vastSchema), severity: .warning)), .breakEnd(.mid),
    ]

    /// Performs everything except failures that keep a first item from being ready.
    static func playAll(_ rig: ScriptedRig) async {
        let player = rig.player
        let items = rig.load("a", "b")
        player.play()
        await rig.run(for: 0.4)
        player.setMetadata(ItemMetadata(title: "A"), of: items[0])
        player.selectCaptions(1)
        player.selectLevel(1)
        player.selectAudioTrack(1)
        player.volume = 0.5
        player.isMuted = true
        player.rate = 2
        player.rate = 99
        player.view.requestFullscreen(true)
        player.view.visibilityChanged(to: true)
        player.view.fullscreenChanged(to: true)
        player.view.resized(width: 640, height: 360)
        player.view.controlsChanged(to: true)
        player.view.controlBarChanged(isVisible: true)
        player.view.displayClicked()
        for report in adReports { player.submit(.ads(report)) }
        rig.engine?.report(.errorLog(ErrorLogEntry(date: 1, uri: "https://a.example/", errorStatusCode: 503, errorDomain: "HTTP")))
        if let id = ContentKeyID([UInt8](0..<16)) { rig.engine?.report(.keyStatus(id, .usable, system: "CDM")) }
        await rig.run(for: 1)
        player.seek(to: 0.2)
        await rig.run(for: 0.2)
        player.pause()
        await rig.run(for: 0.2)
        player.play()
        await rig.run(until: .ended)
        await rig.run(for: 10)
        rig.load("c")
        await rig.run(for: 1)
        player.stop()
        await rig.run(for: 0.5)
        player.play()
        await rig.run(for: 1)
        rig.engine?.report(.failed(PlaybackError(.decoding)))
        await rig.run(until: .error)
    }

    private static func listen(to script: EngineScript, _ play: (ScriptedRig) async -> Void) async throws -> Heard {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-every-\(UUID()).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let rig = ScriptedRig(script)
        try rig.player.startTrace(writingTo: file)
        let box = Box()
        let delegate = HearingDelegate { box.add("delegate", text($0)) }
        let listener = HearingDelegate { box.add("listener", text($0)) }
        rig.player.delegate = delegate
        let tokens = [rig.player.addListener(listener), rig.player.onEvent { box.add("closure", text($0)) }]
        var observers = [observe(.playerAll, rig.player, box, "notification of all")]
        for name in Set(EventName.allCases.compactMap { PlayerNotifications.name(for: $0) }) {
            observers.append(observe(name, rig.player, box, "notification of its kind"))
        }
        let sequence = rig.player.events
        await play(rig)
        var received = Heard(emitted: rig.trace.events, channels: box.received)
        try rig.player.stopTrace()
        received.channels["replay"] = try PlaybackTrace(contentsOf: file).events().map { text($0) }
        for await event in sequence {
            received.channels["sequence", default: []].append(text(event))
            if event.context.sequence == received.emitted.count { break }
        }
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        withExtendedLifetime((tokens, delegate, listener)) {}
        return received
    }

    private static func observe(_ name: Notification.Name, _ player: Player, _ box: Box, _ channel: String) -> any NSObjectProtocol {
        NotificationCenter.default.addObserver(forName: name, object: player, queue: nil) { note in
            // Each channel has only its own events: others would be missing here, or appear twice.
            nonisolated(unsafe) let note = note
            MainActor.assumeIsolated {
                var info = note.userInfo ?? [:]
                let event = info.removeValue(forKey: "event") as? String
                // The sequence of onAdTime is the position in the pod.
                let sequence = event == "onAdTime" ? box.count(channel) + 1 : info.removeValue(forKey: "sequence") as? Int
                let payload = Dictionary(uniqueKeysWithValues: info.map { ("\($0.key)", $0.value) })
                box.add(channel, text(sequence ?? -1, event ?? "?", payload))
            }
        }
    }

    private static func text(_ sequence: Int, _ name: String, _ payload: [String: Any]) -> String { "\(sequence) \(name) \(text(payload))" }

    private static func text(_ value: Any) -> String {
        switch value {
        case let fields as [String: Any]:
            "{\(fields.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }.joined(separator: ", "))}"
        case let values as [Any]: "[\(values.map { text($0) }.joined(separator: ", "))]"
        case is NSNull: "null"
        default: "\(value)"
        }
    }

    @MainActor
    private final class Box {
        var received: [String: [String]] = [:]

        func count(_ channel: String) -> Int { received[channel]?.count ?? 0 }

        func add(_ channel: String, _ text: String) { received[channel, default: []].append(text) }
    }
}
