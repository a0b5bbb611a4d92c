import Foundation
import PlayheadEngine
import PlayheadTestKit
import Testing

@testable import Playhead

/// A playback with ads under the manual clock: the schedule, the responses of the servers, and the actions of the viewer.
struct AdScene: Sendable, CustomTestStringConvertible {
    enum Action: Sendable {
        /// Advances the time, in seconds.
        case run(Double)
        case play, pause, skip, click, stop, next, release, live
        case seek(Double)
        case mute(Bool)
        case volume(Double)
        case rate(Double)
        case fullscreen(Bool)
        case showCompanion
        /// Makes the engine of the content fail.
        case breakContent
    }

    static let tag = "https://ads.example/tag"

    let name: String
    var duration = 6.0
    var items = ["content.mp4"]
    /// The date ranges of the playlist.
    var ranges: [PlaylistDateRanges.Range] = []
    /// The window of a live stream in seconds; nil for on-demand.
    var window: Double?
    var advertising = AdConfiguration()
    var advertisingOfSecond: AdConfiguration?
    var audioSession = AudioSession.shared
    var startTime: Double?
    var answers: [String: AdServer.Answer] = [:]
    var trackers = AdServer.Answer.document("")
    /// The scripts of media files, by name; other files last four seconds.
    var media: [String: EngineScript] = [:]
    var actions: [Action] = []
    /// The maximum time after the last action, in seconds.
    var rest = 60.0

    init(_ name: String) { self.name = name }

    var testDescription: String { name }
}

/// The pages that a browser was asked to open.
@MainActor
final class OpenedPages {
    private(set) var list: [String] = []

    func add(_ url: URL) { list.append(url.absoluteString) }
}

/// Plays scenes.
@MainActor
final class AdRig {
    let rig: ScriptedRig
    let server: AdServer
    private let opened = OpenedPages()
    var player: Player { rig.player }

    init(_ scene: AdScene) {
        let stage = ScriptedStage(EngineScript(media: .scripted(duration: 4)))
        let server = AdServer(clock: stage.clock)
        let opened = opened
        rig = ScriptedRig(EngineScript(media: .scripted(duration: 4)), stage: stage) { configuration in
            configuration.ads.advertising = scene.advertising
            configuration.audio.session = scene.audioSession
            configuration.network.loader = server
            configuration.ads.openURL = { opened.add($0) }
        }
        self.server = server
        for (url, answer) in scene.answers { server.answer(url, answer) }
        server.answerTrackers(scene.trackers)
        for (name, script) in scene.media {
            if let url = URL(string: "https://m.example/\(name).mp4") { stage.setScript(script, for: url) }
        }
        for item in scene.items { stage.setScript(Self.script(of: scene), for: ScriptedRig.url(item)) }
    }

    private static func script(of scene: AdScene) -> EngineScript {
        var script = EngineScript(media: scene.window.map { .scriptedLive(window: $0) } ?? .scripted(duration: scene.duration))
        guard !scene.ranges.isEmpty else { return script }
        script.dateRanges = PlaylistDateRanges(url: "https://m.example/main.m3u8", ranges: scene.ranges)
        script.dates = DateMap([DateMap.Anchor(time: 0, date: 1_700_000_000)])
        script.segmentDuration = 2
        return script
    }

    /// Plays a whole scene.
    static func play(_ scene: AdScene) async -> AdRig {
        let rig = AdRig(scene)
        rig.player.load(
            scene.items.enumerated().map { index, name in
                var entry = PlaylistEntry(sources: [ItemSource(url: ScriptedRig.url(name))], title: name, startTime: scene.startTime)
                if index == 1 { entry.advertising = scene.advertisingOfSecond }
                return PlayerItem(entry)
            })
        rig.player.play()
        for action in scene.actions { await rig.carryOut(action) }
        await rig.run(for: scene.rest) { rig.rig.trace.contains(.onPlaylistComplete) || rig.player.state == .error }
        await rig.run(for: 1)
        return rig
    }

    private func carryOut(_ action: AdScene.Action) async {
        switch action {
        case .run(let seconds): await run(for: seconds)
        case .play: player.play(reason: .interaction)
        case .pause: player.pause(reason: .interaction)
        case .skip: player.skipAd()
        case .click: player.clickAd(x: 10, y: 20)
        case .stop: player.stop()
        case .next: player.next()
        case .release: player.release()
        case .seek(let target): player.seek(to: target)
        case .live: player.seekToLive()
        case .mute(let isMuted): player.isMuted = isMuted
        case .volume(let volume): player.volume = volume
        case .rate(let rate): player.rate = rate
        case .fullscreen(let isFullscreen): player.view.fullscreenChanged(to: isFullscreen)
        case .showCompanion: player.adCompanionShown(0)
        case .breakContent: content?.report(.failed(PlaybackError(.decoding)))
        }
        await settle()
    }

    /// Advances the time event by event, including the deadlines of ads.
    func run(for seconds: Double, until isOver: () -> Bool = { false }) async {
        let end = rig.stage.clock.now + seconds
        await settle()
        while !isOver() {
            let next = min(end, nextDeadline ?? .infinity)
            let isMore = rig.stage.step(until: next)
            await settle()
            if !isMore, next >= end { return }
        }
    }

    /// Gives the session an event of the audio session.
    func handle(_ event: AudioSession.Event) { player.session.assumeIsolated { $0.handle(event) } }

    private var pendingRequests: Int { player.session.assumeIsolated { $0.ads.pending } }

    /// The time of the next timeout of an ad or an interactive creative.
    private var nextDeadline: Double? {
        let deadlines = [player.session.assumeIsolated { $0.ads.timers.nextDeadline }, player.interactiveAds.timers.nextDeadline]
        return deadlines.compactMap(\.self).min()
    }

    /// Waits until no event can occur without advancing the time.
    func settle() async {
        while player.reportsTaken < rig.stage.reportCount || pendingRequests > server.silent
            || nextDeadline ?? .infinity <= rig.stage.clock.now
        {
            await Task.yield()
        }
    }

    /// The engine of the content.
    var content: ScriptedEngine? { engines(of: "media.example.com").last }

    /// The engines of the ads.
    var creatives: [ScriptedEngine] { engines(of: "m.example") }

    func engines(of host: String) -> [ScriptedEngine] { rig.stage.engines.filter { $0.url.host == host } }

    // MARK: Results

    /// The events, with their times, and the requests to trackers.
    var text: String {
        let lines = rig.trace.events.filter { !Self.isLeftOut($0) }.map(Self.line)
        let collapsed = lines.indices.filter { index in
            guard index > 0, index + 1 < lines.count else { return true }
            let names = lines[index - 1...index + 1].map { $0.split(separator: " ")[1] }
            return names[1] != "onTime" && names[1] != "onAdTime" || Set(names).count > 1
        }.map { lines[$0] }
        let calls = server.calls.map { "\(Self.time($0.time)) > \($0.path)" }
        return (collapsed + ["", "trackers"] + calls + opened.list.map { "opened \($0)" }).joined(separator: "\n") + "\n"
    }

    private static func isLeftOut(_ event: any PlayerEvent) -> Bool {
        switch event.name {
        case .onBufferChange, .onAccessLog, .onErrorLog, .onMeta, .onLevels, .onAudioTracks, .onCaptionsList, .onVisualQuality, .onAdMeta:
            true
        default: false
        }
    }

    private static func line(_ event: any PlayerEvent) -> String {
        let fields: [String] =
            switch event {
            case is PlaylistItemEvent, is PlaylistEvent: []
            case let change as StateChangeEvent: ["\(change.oldState) → \(change.newState) (\(change.reason.rawValue))"]
            default: event.fields.fields.map { "\($0.key)=\(text($0.value))" }
            }
        let context = event.context
        return (["\(time(context.monotonicTime)) \(event.name.rawValue)"] + fields + ["@\(time(context.position))"]).joined(separator: " ")
    }

    private static func time(_ seconds: Double) -> String { String(format: "%.2f", seconds) }

    private static func text(_ value: EventValue) -> String {
        switch value {
        case .null: "-"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .double(let value): time(value)
        case .string(let value): value
        case .array(let values): "[\(values.map(text).joined(separator: " "))]"
        case .object(let fields):
            fields["code"].map { text($0) } ?? "{\(fields.fields.map { "\($0.key)=\(text($0.value))" }.joined(separator: " "))}"
        }
    }
}
