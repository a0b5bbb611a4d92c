import PlayheadCore

/// A trace with every sort of input and every sort of value.
enum TraceSamples {
    static var trace: PlaybackTrace {
        var options = PlaybackOptions(autoplay: true, repeats: true, isDVR: true)
        options.liveResume.live = .inPlace
        options.captions.languages = ["de", "en"]
        var trace = PlaybackTrace(head: .init(options: options, birth: 12.25))
        trace.entries = inputs.enumerated().map { index, input in
            let playhead = index % 2 == 0 ? Double(index) / 7 : nil
            let time = InputTime(monotonic: 12.25 + Double(index) / 3, wall: 1_700_000_000_000 + index, playhead: playhead)
            return PlaybackTrace.Entry(input, at: time, emitted: index)
        }
        var counts = TraceCounts()
        counts.levels = [.init(level: level, time: 0.1 + 0.2)]
        counts.bytes = 1 << 40
        counts.firstPictureAt = 1 / 3.0
        trace.end = .init(emitted: 1000, counts: counts, time: 0.1 + 0.2)
        return trace
    }

    private static let level = QualityLevel(index: 1, label: "720p", bitrate: 2_400_000, width: 1280, height: 720)

    private static var settings: PlaybackSettings {
        var settings = PlaybackSettings(qualityLimits: QualityLimits(maxBitrate: 4_000_000, viewSize: PictureSize(width: 1, height: 2)))
        settings.isVideoEnabled = false
        settings.serverBitrateLimit = 0
        settings.playLimit = .infinity
        settings.captionsDelay = -0.5
        settings.audioDelay = 0.1
        return settings
    }

    private static var inputs: [MachineInput] {
        [
            .load(items: [ItemDescription(url: "https://a.example/ü \"x\".m3u8", title: "A\nB", isDVR: true)], index: 0),
            .play(.interaction),
            .pause(.background), .stop, .seek(id: 3, target: -.infinity, precision: .keyFrame),
            .seek(id: 4, target: .nan, precision: .exact),
            .setRate(0.1), .setVolume(1), .setMuted(true), .seekToLiveEdge(id: 5), .continueSeek(id: 6, target: 1.5), .selectLevel(2),
            .selectAudioTrack(-1),
            .selectCaptions(0), .next, .previous, .selectItem(1), .release, .view(.resized(width: 1, height: 2)), .view(.clicked),
            .view(.controls(true)),
            .describe(item: 0, ItemDescription(url: "u", title: "T")), .setDecisionTimeout(1.5), .setDecisionTimeout(nil),
            .decide(number: 1, .play), .decide(number: 2, .refuse),
            .configure(PlaybackSettings()), .configure(settings),
            .decide(number: 3, .replace(ItemDescription(url: "https://a.example/b"))), .timer(.decision), .timer(.opening),
            .timer(.buffering), .timer(.progress),
            .proceed(.beforePlay(playback: 1)), .proceed(.beforeComplete(playback: 2)),
        ] + reports.map { .engine(playback: 7, $0) }
    }

    private static var reports: [EngineReport] {
        var media = MediaDescription(duration: .infinity, width: 1920, height: nil, frameRate: 29.97, levels: [.automatic, level])
        let window = LiveWindow(seekable: TimeRange(start: 0, end: 1e-9), edge: 20, targetLatency: 6, isLowLatency: true, measuredAt: 1e9)
        media.window = window
        var cue = CaptionCue(id: "1", startTime: 0, endTime: .infinity, text: "a\u{2028}b", markup: "<b>a</b>")
        cue.layout.vertical = .verticalGrowingLeft
        let fields: EventFields = [
            "z": .array([.null, .bool(true), .int(1), .double(1), .double(.infinity)]), "a": .object(["empty": .object([:]), "text": ""]),
        ]
        let metadata = TimedMetadata(kind: .dateRange, start: 1, end: nil, fields: fields, identity: "id")
        return [
            .opened(media), .waiting(.stalled), .started(position: 0), .paused(position: 1.5), .firstFrame, .progress(position: .nan),
            .buffered([TimeRange(start: 0, end: 5)]), .seekLeftBuffer(id: -1), .seeked(id: 1, position: 2), .ended(duration: 9.5),
            .durationChanged(.infinity), .visualQuality(level, mode: .manual, reason: .initialChoice), .levelSelected(1),
            .audioTrackSelected(0), .window(window), .window(nil), .dates(DateMap([.init(time: 0, date: 1_700_000_000.001)])),
            .captionsTracks([.captionsOff, MediaTrack(index: 1, name: "E", language: nil, isForced: true)], current: 1),
            .captionsSelected(1), .captionCues([cue], start: 0, end: .infinity), .metadata(metadata, .parsed),
            .metadata(metadata, .entered), .failed(PlaybackError(.httpStatus(404), url: "https://a.example/", underlying: "x")),
            .warning(PlaybackError(.pathwayChanged, severity: .warning)), .closed, .accessLog(AccessLogEntry()),
            .errorLog(ErrorLogEntry(date: 1, uri: "u", errorStatusCode: 404, errorDomain: "HTTP")),
            .keyStatus(.sample, .outputRestricted, system: "CDM"),
        ]
    }
}
