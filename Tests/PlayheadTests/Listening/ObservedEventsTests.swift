import Foundation
import Testing

@testable import Playhead

/// EVENTS, Channels: a property equals the value of its event when the event arrives, and its observers were called with that value before.
@MainActor
@Suite("Events and their corresponding properties", .timeLimit(.minutes(5)))
struct ObservedEventsTests {
    /// The value of an event, and that of the corresponding property at that time: as read, and as last reported to its observers.
    private struct Pair: CustomStringConvertible {
        let event: String
        let read: String
        let observed: String?

        var isEqual: Bool { event == read && (observed == nil || observed == event) }
        var description: String { "\(event) | \(read) | \(observed ?? "–")" }
    }

    @Test("state, position, duration, ranges, cues, choices, lists, errors, logs")
    func properties() async {
        let rig = ScriptedRig(EveryEvent.script)
        let last = Observed(rig.player)
        var pairs: [EventName: [Pair]] = [:]
        let listening = rig.player.onEvent { [weak player = rig.player] event in
            guard let player, let (emitted, read, key) = Self.pair(event, player) else { return }
            let observed = key.map { last.values[$0] ?? "nothing" }
            pairs[event.name, default: []].append(Pair(event: emitted, read: read, observed: observed))
        }
        await EveryEvent.playAll(rig)
        listening.invalidate()
        last.end()
        for (name, pairs) in pairs {
            let unequal = pairs.filter { !$0.isEqual }
            #expect(unequal.isEmpty, "\(name): \(unequal.prefix(3))")
        }
        #expect(Set(pairs.keys) == Self.names)
    }

    private static let names: Set<EventName> = [
        .onStateChange, .onTime, .onSeeked, .onBufferChange, .onPlaybackRateChanged, .onVolume, .onMute, .onCaptionCue, .onCaptionsList,
        .onCaptionsChange, .onLevels, .onLevelsChanged, .onAudioTracks, .onAudioTrackChanged, .onPlaylist, .onPlaylistItem, .onError,
        .onVisualQuality, .onMeta, .onAccessLog, .onErrorLog, .onFullscreen, .onResize,
    ]

    /// - Returns: The value of the event, the value of the property, and the name of the property if it is observable.
    private static func pair(_ event: any PlayerEvent, _ player: Player) -> (String, String, String?)? {
        switch event {
        case let event as StateChangeEvent: ("\(event.newState)", "\(player.state)", "state")
        case let event as TimeEvent: ("\(event.position)", "\(player.position)", "position")
        case let event as SeekedEvent: ("\(event.position)", "\(player.position)", "position")
        case let event as BufferChangeEvent: ("\(event.ranges)", "\(player.bufferedRanges)", "bufferedRanges")
        case let event as PlaybackRateChangedEvent: ("\(event.playbackRate)", "\(player.rate)", "rate")
        case let event as VolumeEvent: ("\(event.volume)", "\(player.volume)", "volume")
        case let event as MuteEvent: ("\(event.mute)", "\(player.isMuted)", "isMuted")
        case let event as CaptionCueEvent: ("\(event.cues)", "\(player.currentCues)", "currentCues")
        case let event as PlaylistEvent: ("\(event.playlist.count)", "\(player.items.count)", "items")
        case let event as PlaylistItemEvent: ("\(event.index)", "\(player.currentIndex ?? -1)", "currentIndex")
        case let event as ErrorEvent: ("\(event.error)", player.error.map { "\($0)" } ?? "none", "error")
        case let event as FullscreenEvent: ("\(event.isFullscreen)", "\(player.view.isFullscreen)", nil)
        case let event as ResizeEvent:
            ("\(event.width)×\(event.height)", player.view.size.map { "\($0.width)×\($0.height)" } ?? "none", nil)
        default: tracks(event, player) ?? item(event, player)
        }
    }

    private static func tracks(_ event: any PlayerEvent, _ player: Player) -> (String, String, String?)? {
        guard let media = player.media else { return nil }
        return switch event {
        case let event as CaptionsListEvent: ("\(event.tracks)", "\(media.captionsTracks)", "captionsTracks")
        case let event as CaptionsChangeEvent: ("\(event.track)", "\(media.currentCaptionsTrack)", "currentCaptionsTrack")
        case let event as LevelsEvent: ("\(event.levels)", "\(media.levels)", "levels")
        case let event as LevelsChangedEvent: ("\(event.currentQuality)", "\(media.currentLevel)", "currentLevel")
        case let event as AudioTracksEvent: ("\(event.levels)", "\(media.audioTracks)", "audioTracks")
        case let event as AudioTrackChangedEvent: ("\(event.currentTrack)", "\(media.currentAudioTrack)", "currentAudioTrack")
        default: nil
        }
    }

    private static func item(_ event: any PlayerEvent, _ player: Player) -> (String, String, String?)? {
        guard let item = player.currentItem else { return nil }
        switch event {
        case let event as VisualQualityEvent:
            return (
                "\(event.level.width ?? 0)×\(event.level.height ?? 0)", "\(item.presentationSize.width)×\(item.presentationSize.height)",
                nil
            )
        case let event as MetaEvent where event.metaData["metadataTime"] != nil:
            return ("\([event.metaData])", "\(item.timedMetadata)", nil)
        case let event as AccessLogEvent: return ("\(event.entry)", item.accessLog.last.map { "\($0)" } ?? "none", nil)
        case let event as ErrorLogEvent: return ("\(event.entry)", item.errorLog.last.map { "\($0)" } ?? "none", nil)
        default: return nil
        }
    }
}

/// Records the last value of each property that observers of a player received.
@MainActor
private final class Observed {
    private(set) var values: [String: String] = [:]
    private var tokens: [ObservationToken] = []

    init(_ player: Player) {
        watch(player, \.state, "state")
        watch(player, \.position, "position")
        watch(player, \.bufferedRanges, "bufferedRanges")
        watch(player, \.rate, "rate")
        watch(player, \.volume, "volume")
        watch(player, \.isMuted, "isMuted")
        watch(player, \.currentCues, "currentCues")
        watch(player, \.currentIndex, "currentIndex") { "\($0 ?? -1)" }
        watch(player, \.items, "items") { "\($0.count)" }
        watch(player, \.error, "error") { $0.map { "\($0)" } ?? "none" }
        tokens.append(
            player.observe(\.media, options: [.new]) { [weak self] _, change in
                guard let media = change.newValue ?? nil else { return }
                self?.values["captionsTracks"] = "\(media.captionsTracks)"
                self?.values["currentCaptionsTrack"] = "\(media.currentCaptionsTrack)"
                self?.values["levels"] = "\(media.levels)"
                self?.values["currentLevel"] = "\(media.currentLevel)"
                self?.values["audioTracks"] = "\(media.audioTracks)"
                self?.values["currentAudioTrack"] = "\(media.currentAudioTrack)"
            })
    }

    func end() { for token in tokens { token.invalidate() } }

    private func watch<Value: Sendable>(
        _ player: Player, _ keyPath: KeyPath<Player, Value>, _ name: String, _ text: @escaping (Value) -> String = { "\($0)" }
    ) {
        tokens.append(
            player.observe(keyPath, options: [.initial, .new]) { [weak self] _, change in
                if let value = change.newValue { self?.values[name] = text(value) }
            })
    }
}
