import PlayheadCore
import Testing

/// EVENTS, Catalogue: each event under its name, its payload under the catalogue's keys, in this order.
@Suite struct EventCatalogueTests {
    private static let error = PlaybackError(.httpStatus(404), url: "https://example.com/a", underlying: "Not Found")

    static let events: [(event: any PlayerEvent, name: EventName, keys: [String])] = [
        (ReadyEvent(setupTime: 1), .onReady, ["setupTime"]),
        (SetupErrorEvent(error: error), .onSetupError, ["error"]),
        (PlaylistEvent(playlist: [.sample]), .onPlaylist, ["playlist"]),
        (PlaylistItemEvent(item: .sample, index: 0), .onPlaylistItem, ["item", "index"]),
        (ItemMetadataEvent(item: .sample, index: 0), .onItemMetadata, ["item", "index"]),
        (PlaylistCompleteEvent(), .onPlaylistComplete, []),
        (PlayAttemptEvent(reason: .external), .onPlayAttempt, ["oldState", "newState", "reason"]),
        (BeforePlayEvent(), .onBeforePlay, []),
        (BufferEvent(oldState: .playing, newState: .buffering, reason: .stalled), .onBuffer, ["oldState", "newState", "reason"]),
        (PlayEvent(oldState: .buffering, newState: .playing, reason: .external), .onPlay, ["oldState", "newState", "reason"]),
        (FirstFrameEvent(loadTime: 1), .onFirstFrame, ["oldState", "newState", "loadTime"]),
        (PauseEvent(oldState: .playing, newState: .paused, reason: .external), .onPause, ["oldState", "newState", "reason"]),
        (IdleEvent(oldState: .playing, newState: .idle, reason: .stopped), .onIdle, ["oldState", "newState", "reason"]),
        (BeforeCompleteEvent(), .onBeforeComplete, []),
        (CompleteEvent(), .onComplete, ["oldState", "newState"]),
        (TimeEvent(position: 1, duration: 2), .onTime, ["position", "duration"]),
        (
            BufferChangeEvent(position: 1, duration: 2, bufferPercent: 50, ranges: []), .onBufferChange,
            ["oldState", "newState", "position", "duration", "bufferPercent", "ranges"]
        ),
        (SeekEvent(offset: 1, position: 2), .onSeek, ["offset", "position"]),
        (SeekedEvent(position: 1), .onSeeked, ["position"]),
        (PlaybackRateChangedEvent(playbackRate: 2, position: 1), .onPlaybackRateChanged, ["playbackRate", "position"]),
        (VolumeEvent(volume: 0.5), .onVolume, ["volume"]),
        (MuteEvent(mute: true), .onMute, ["mute"]),
        (MetaEvent(metaData: ["metadataType": "media"]), .onMeta, ["metaData"]),
        (MetaParsedEvent(metaData: ["metadataType": "id3"]), .onMetaParsed, ["metaData"]),
        (
            ChapterEvent(index: 1, chapter: Chapter(title: "Second", range: TimeRange(start: 1, end: 2))), .onChapter,
            ["index", "title", "start", "end"]
        ),
        (CaptionsListEvent(track: 0, tracks: [.captionsOff]), .onCaptionsList, ["track", "tracks"]),
        (CaptionsChangeEvent(track: 0, tracks: [.captionsOff]), .onCaptionsChange, ["track", "tracks"]),
        (CaptionCueEvent(cues: [.sample], start: 1, end: 2), .onCaptionCue, ["cues", "start", "end"]),
        (LevelsEvent(currentQuality: 0, levels: [.automatic]), .onLevels, ["currentQuality", "levels"]),
        (LevelsChangedEvent(currentQuality: 0, levels: [.automatic]), .onLevelsChanged, ["currentQuality", "levels"]),
        (
            VisualQualityEvent(mode: .auto, reason: .initialChoice, level: .sample), .onVisualQuality,
            ["mode", "reason", "label", "bitrate", "index", "width", "height"]
        ),
        (AudioTracksEvent(levels: [], currentTrack: -1), .onAudioTracks, ["levels", "currentTrack"]),
        (AudioTrackChangedEvent(currentTrack: 0), .onAudioTrackChanged, ["currentTrack"]),
        (FullscreenRequestedEvent(isFullscreen: true, reason: .external), .onFullscreenRequested, ["state", "reason"]),
        (FullscreenEvent(isFullscreen: false, reason: .system), .onFullscreen, ["state", "reason"]),
        (ViewableEvent(isViewable: true), .onViewable, ["viewable"]),
        (ResizeEvent(width: 3, height: 2), .onResize, ["size"]),
        (ControlsEvent(controls: true), .onControls, ["controls"]),
        (ControlBarVisibleEvent(visible: true), .onControlBarVisible, ["visible"]),
        (DisplayClickEvent(), .onDisplayClick, []),
        (AccessLogEvent(entry: AccessLogEntry()), .onAccessLog, ["entry"]),
        (ErrorLogEvent(entry: ErrorLogEntry(date: 0, errorStatusCode: 404, errorDomain: "HTTP")), .onErrorLog, ["entry"]),
        (KeyStatusEvent(keyID: .sample, status: .usable, system: "CDM"), .onKeyStatus, ["keyId", "status", "system"]),
        (
            AdRequestEvent(tag: "https://ads.example/", client: "vast", creativeType: "", adPosition: .pre, offset: "pre"), .onAdRequest,
            ["tag", "client", "creativeType", "adPosition", "offset"]
        ),
        (AdScheduleEvent(adBreaks: [ScheduledAdBreak(id: "1", offset: "50%")]), .onAdSchedule, ["adBreaks"]),
        (AdBreakStartEvent(adPosition: .mid), .onAdBreakStart, ["adPosition"]),
        (AdBreakEndEvent(adPosition: .mid), .onAdBreakEnd, ["adPosition"]),
        (
            AdImpressionEvent(impression: AdImpression(adPosition: .post)), .onAdImpression,
            [
                "adPosition", "adSystem", "adTitle", "adId", "creativeId", "clickThroughUrl", "mediaFile", "vastVersion", "linear",
                "wrapper",
            ]
        ),
        (AdStartedEvent(creativeType: "simid"), .onAdStarted, ["creativeType"]),
        (AdPlayEvent(oldState: .buffering, newState: .playing), .onAdPlay, ["oldState", "newState"]),
        (
            AdPauseEvent(oldState: .playing, newState: .paused, pauseReason: .interaction), .onAdPause,
            ["oldState", "newState", "pauseReason"]
        ),
        (AdTimeEvent(position: 1, duration: nil, sequence: 1, podcount: 2), .onAdTime, ["position", "duration", "sequence", "podcount"]),
        (AdMetaEvent(metadata: ["metadataType": "media"]), .onAdMeta, ["metadata"]),
        (AdCompanionsEvent(companions: [AdCompanion(type: "html", resource: "<p>")]), .onAdCompanions, ["companions"]),
        (AdClickEvent(clickThroughUrl: "https://shop.example/"), .onAdClick, ["clickThroughUrl"]),
        (AdSkippedEvent(), .onAdSkipped, []),
        (AdCompleteEvent(), .onAdComplete, []),
        (AdErrorEvent(error: error, tag: nil), .onAdError, ["error", "tag"]),
        (AdWarningEvent(error: error), .onAdWarning, ["error"]),
        (ErrorEvent(error: error), .onError, ["error"]),
        (WarningEvent(error: error), .onWarning, ["error"]),
        (
            StateChangeEvent(oldState: .idle, newState: .opening, reason: .external, elapsed: 0), .onStateChange,
            ["oldState", "newState", "reason", "elapsed"]
        ),
    ]

    @Test func everyNameHasItsEvent() {
        #expect(Self.events.map(\.name).count == EventName.allCases.count)
        #expect(Set(Self.events.map(\.name)) == Set(EventName.allCases))
    }

    @Test func eachEventHasItsNameAndKeys() {
        for (event, name, keys) in Self.events {
            #expect(event.name == name)
            #expect(event.fields.fields.map(\.key) == keys, "\(name)")
        }
    }

    @Test func eachEventReachesTheDelegatesMethodOfItsName() async {
        await MainActor.run {
            let silent = SilentDelegate()
            // The methods are optional: a delegate without any accepts every event.
            for (event, _, _) in Self.events { event.deliver(to: silent) }
            let listener = PlayDelegate()
            for (event, _, _) in Self.events { event.deliver(to: listener) }
            #expect(listener.received == [.onPlay, .onStateChange])
        }
    }

    @Test func mediaMetadataContainsTheTrackModel() throws {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0))
        rig.report(.opened(.sample))
        let meta = try #require(rig.events.compactMap { $0 as? MetaEvent }.first?.metaData)
        #expect(meta["metadataType"] == "media")
        #expect(meta["duration"] == 10.0 && meta["width"] == 1280 && meta["height"] == 720 && meta["frameRate"] == 25.0)
        #expect(meta["seekRange"] == .object(["start": 0.0, "end": 10.0]))
    }
}

@MainActor private final class SilentDelegate: PlayerDelegate {}

@MainActor private final class PlayDelegate: PlayerDelegate {
    var received: [EventName] = []
    func onPlay(_ event: PlayEvent) { received.append(event.name) }
    func onStateChange(_ event: StateChangeEvent) { received.append(event.name) }
}

@Suite struct EventFieldsTests {
    @Test func fieldsKeepTheirOrderAndAreReplacedInPlace() {
        var fields: EventFields = ["b": 1, "a": 2]
        fields["b"] = 3
        fields["c"] = "x"
        fields["a"] = nil
        fields["missing"] = nil
        #expect(fields.fields.map(\.key) == ["b", "c"])
        #expect(fields["b"] == 3 && fields["a"] == nil)
    }
}
