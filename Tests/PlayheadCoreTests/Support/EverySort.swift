import PlayheadCore

/// The sorts of inputs, with which a test can check that none is missing.
enum InputSort: Hashable, CaseIterable {
    case load, loadFailed, play, pause, stop, seek, continueSeek, seekToLiveEdge, setRate, setVolume, setMuted, selectLevel,
        selectAudioTrack
    case selectCaptions, next, previous, selectItem, arrange, setRepeatMode, release, view, hold, resume, adEvent
    case setDecisionTimeout, decide, decisionTimer, describe, configure
    case opened, waiting, started, paused, firstFrame, progress, buffered, seekLeftBuffer, seeked, ended, durationChanged
    case visualQuality, levelSelected, audioTrackSelected, failed, warning, closed
    case accessLog, errorLog, keyStatus
    case window, dates, tracksChanged, captionsTracks, captionsSelected, captionCues, chapters, metadata
    case openingTimer, bufferingTimer, progressTimer, beforePlay, beforeComplete

    init(_ input: MachineInput) {
        self =
            switch input {
            case .load: .load
            case .loadFailed: .loadFailed
            case .play: .play
            case .pause: .pause
            case .stop: .stop
            case .seek: .seek
            case .continueSeek: .continueSeek
            case .seekToLiveEdge: .seekToLiveEdge
            case .setRate: .setRate
            case .setVolume: .setVolume
            case .setMuted: .setMuted
            case .selectLevel: .selectLevel
            case .selectAudioTrack: .selectAudioTrack
            case .selectCaptions: .selectCaptions
            case .next: .next
            case .previous: .previous
            case .selectItem: .selectItem
            case .arrange: .arrange
            case .setRepeatMode: .setRepeatMode
            case .setDecisionTimeout: .setDecisionTimeout
            case .decide: .decide
            case .describe: .describe
            case .configure: .configure
            case .timer(.decision): .decisionTimer
            case .release: .release
            case .view: .view
            case .ads(.hold), .ads(.holdWithoutSeek): .hold
            case .ads(.resume): .resume
            case .ads: .adEvent
            case .engine(_, let report): InputSort(report)
            case .timer(.opening): .openingTimer
            case .timer(.buffering): .bufferingTimer
            case .timer(.progress): .progressTimer
            case .proceed(.beforePlay): .beforePlay
            case .proceed(.beforeComplete): .beforeComplete
            }
    }

    init(_ report: EngineReport) {
        self =
            switch report {
            case .opened: .opened
            case .waiting: .waiting
            case .started: .started
            case .paused: .paused
            case .firstFrame: .firstFrame
            case .progress: .progress
            case .buffered: .buffered
            case .seekLeftBuffer: .seekLeftBuffer
            case .seeked: .seeked
            case .ended: .ended
            case .durationChanged: .durationChanged
            case .visualQuality: .visualQuality
            case .levelSelected: .levelSelected
            case .audioTrackSelected: .audioTrackSelected
            case .window: .window
            case .dates: .dates
            case .tracksChanged: .tracksChanged
            case .captionsTracks: .captionsTracks
            case .captionsSelected: .captionsSelected
            case .captionCues: .captionCues
            case .chapters: .chapters
            case .metadata: .metadata
            case .failed: .failed
            case .accessLog: .accessLog
            case .errorLog: .errorLog
            case .keyStatus: .keyStatus
            case .warning: .warning
            case .closed: .closed
            }
    }
}

/// Every sort of input, with ordinary and extreme values.
enum EverySort {
    static func commands(seekID: Int) -> [MachineInput] {
        [
            .load(items: ItemDescription.samples, index: 0), .load(items: [.sample], index: 0), .load(items: [], index: 0),
            .load(items: [.sample], index: -1), .play(.external), .play(.interaction), .pause(.external), .pause(.background), .stop,
            .seek(id: seekID, target: 3, precision: .exact), .seek(id: seekID, target: 0.5, precision: .keyFrame),
            .seek(id: seekID, target: 10, precision: .exact), .seek(id: seekID, target: -.infinity, precision: .exact),
            .seek(id: seekID, target: .infinity, precision: .exact), .seek(id: seekID, target: .nan, precision: .exact),
            .setRate(2), .setRate(0), .setRate(.nan), .setVolume(0.5), .setVolume(-1), .setVolume(.nan), .setMuted(true), .setMuted(false),
            .selectLevel(1), .selectLevel(99), .selectLevel(-1), .selectAudioTrack(1), .selectAudioTrack(-1), .next, .previous,
            .selectItem(0), .selectItem(1), .selectItem(-1), .selectItem(.max), .release,
            .arrange(items: ItemDescription.samples, index: 1), .arrange(items: [.sample], index: 0), .arrange(items: [], index: 0),
            .describe(item: 0, .sample), .describe(item: 1, ItemDescription(url: "")), .describe(item: -1, .sample), .setRepeatMode(.item),
            .setRepeatMode(.list), .setRepeatMode(.off),
            .seek(id: seekID, target: -20, precision: .exact), .seekToLiveEdge(id: seekID), .continueSeek(id: seekID, target: 2),
            .selectCaptions(0), .selectCaptions(1),
            .selectCaptions(9), .loadFailed(PlaybackError(.feedInvalid)), .view(.fullscreen(true)), .view(.fullscreenRequested(false)),
            .view(.resized(width: -1, height: 2)),
            .view(.clicked), .view(.controlBar(isVisible: true)), .setDecisionTimeout(2), .setDecisionTimeout(nil),
            .setDecisionTimeout(.nan),
            .setDecisionTimeout(.infinity), .decide(number: 1, .play), .decide(number: 2, .refuse), .decide(number: 0, .replace(.sample)),
            .configure(PlaybackSettings(qualityLimits: QualityLimits(maxBitrate: -1))),
            .ads(.hold), .ads(.holdWithoutSeek), .ads(.resume(at: nil)), .ads(.resume(at: 4)), .ads(.fence(4)),
            .ads(.fence(nil)), .ads(.resume(at: .nan)), .ads(.breakStart(.mid)),
            .ads(.failure(PlaybackError(.advertisement(.noAd), severity: .warning), tag: nil)),
        ]
    }

    /// True and false reports; `seek` is the id of the current seek.
    static func reports(seek: Int) -> [EngineReport] {
        [
            .opened(.sample), .opened(.endless), .opened(MediaDescription(duration: .nan, levels: [], captionsTracks: [])),
            .waiting(.loading),
            .waiting(.stalled), .started(position: 1), .started(position: .nan), .paused(position: 1), .paused(position: .infinity),
            .firstFrame,
            .progress(position: 2), .progress(position: .nan), .buffered([TimeRange(start: 0, end: 5)]), .buffered([]),
            .seekLeftBuffer(id: seek), .seekLeftBuffer(id: seek + 1), .seeked(id: seek, position: 3), .seeked(id: seek, position: .nan),
            .seeked(id: seek + 1, position: 3), .ended(duration: 9.5), .ended(duration: .nan), .durationChanged(12), .durationChanged(-1),
            .durationChanged(0), .visualQuality(.sample, mode: .auto, reason: .initialChoice),
            .visualQuality(.sample, mode: .manual, reason: .api), .levelSelected(1), .levelSelected(-1), .audioTrackSelected(1),
            .audioTrackSelected(7), .failed(PlaybackError(.decoding)), .warning(PlaybackError(.truncated)), .closed,
            .tracksChanged(.sample), .tracksChanged(MediaDescription(duration: .nan, currentAudioTrack: 7)),
            .opened(.live), .window(.sample), .window(.long), .window(.nonsense), .window(nil),
            .chapters([Chapter(title: "One", range: TimeRange(start: 0, end: 0))]),
            .dates(DateMap([.init(time: 0, date: 1_700_000_000)])), .captionsTracks([], current: 4), .captionsTracks(.english, current: 1),
            .captionsTracks([.captionsOff], current: -1), .captionsSelected(1), .captionsSelected(0), .captionsSelected(-3),
            .captionCues([.sample], start: 1, end: 2), .captionCues([], start: 2, end: .infinity),
            .captionCues([.sample], start: .nan, end: 1), .accessLog(AccessLogEntry()),
            .errorLog(ErrorLogEntry(date: 0, errorStatusCode: 404, errorDomain: "HTTP")),
            .metadata(.sample, .parsed), .metadata(.sample, .entered), .keyStatus(.sample, .expired, system: "CDM"),
            .metadata(TimedMetadata(kind: .id3, start: .nan, end: nil, fields: [:]), .entered),
        ]
    }

    static let timers = MachineTimer.allCases.map { MachineInput.timer($0) }

    static func checkpoints(playback: Int) -> [MachineInput] {
        [.proceed(.beforePlay(playback: playback)), .proceed(.beforeComplete(playback: playback))]
    }
}
