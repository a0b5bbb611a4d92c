import PlayheadCore
import Testing

/// The quality of experience, computed from events alone.
@Suite struct PlaybackMetricsTests {
    private var metrics = PlaybackMetrics()
    private let low = QualityLevel(index: 1, label: "low", bitrate: 1_000_000)
    private let high = QualityLevel(index: 2, label: "high", bitrate: 4_000_000)

    private mutating func emit(_ time: Double, _ event: some PlayerEvent) {
        var event = event
        event.context = EventContext(monotonicTime: time)
        metrics.take(event)
    }

    private mutating func change(_ time: Double, _ old: PlaybackState, _ new: PlaybackState) {
        emit(time, StateChangeEvent(oldState: old, newState: new, reason: .engine, elapsed: 0))
    }

    private mutating func open(_ time: Double) { emit(time, PlaylistItemEvent(item: ItemDescription(url: "a"), index: 0)) }

    private mutating func show(_ time: Double, _ level: QualityLevel) {
        emit(time, VisualQualityEvent(mode: .auto, reason: .auto, level: level))
    }

    @Test("Ongoing periods count up to the end: playback, its level, a stall, and dropped frames of the engines")
    mutating func countedToTheEnd() {
        open(0)
        emit(0, PlayAttemptEvent(reason: .external))
        change(1, .play, .playing)
        emit(1, FirstFrameEvent(loadTime: 1000))
        show(1, low)
        show(3, high)
        let played = metrics.standing(at: 63, framesDropped: 11)
        #expect(played.playTime == 62 && played.levels.map(\.time) == [2, 60] && played.droppedFrames == 11)
        #expect(abs((played.meanBitrate ?? 0) - (2 * 1_000_000 + 60 * 4_000_000) / 62) < 1)
        change(63, .playing, .buffering)
        emit(63, BufferEvent(oldState: .playing, newState: .buffering, reason: .stalled))
        let stalled = metrics.standing(at: 70)
        #expect(stalled.playTime == 62 && stalled.rebufferTime == 7 && stalled.droppedFrames == nil)
        // The result is a copy: the stall continues.
        #expect(metrics.rebufferTime == 0)
        #expect(PlaybackMetrics().standing(at: 3, framesDropped: 0).droppedFrames == nil)
    }

    @Test(
        "The startup time starts at the request: at play(), or at the opening with autoplay",
        arguments: [true, false])
    mutating func startup(isAutomatic: Bool) {
        open(1)
        emit(3, PlayAttemptEvent(reason: isAutomatic ? .autostart : .external))
        emit(3.5, FirstFrameEvent(loadTime: 500))
        emit(5, PlayAttemptEvent(reason: .external))
        emit(9, FirstFrameEvent(loadTime: 4000))
        #expect(metrics.startupTime == (isAutomatic ? 2500 : 500))
        #expect(metrics.attempts == 2 && metrics.starts == 2 && metrics.exitsBeforeStart == 0)
    }

    @Test("Ads before the first frame do not count as startup time, and those of a skipped item do not count for the next")
    mutating func startupBehindAds() {
        open(1)
        emit(1, AdBreakStartEvent(adPosition: .pre))
        open(2)
        emit(3, PlayAttemptEvent(reason: .external))
        emit(3.2, AdBreakStartEvent(adPosition: .pre))
        emit(13.2, AdBreakEndEvent(adPosition: .pre))
        emit(13.5, FirstFrameEvent(loadTime: 500))
        #expect(metrics.startupTime.map { abs($0 - 500) < 0.001 } == true)
    }

    @Test("The time of the first picture counts from the same request, without ads, and is 0 for a picture before the request")
    mutating func firstPicture() {
        open(1)
        #expect(metrics.startupTime(toPictureAt: 1.5) == nil)
        emit(3, PlayAttemptEvent(reason: .external))
        #expect(metrics.startupTime(toPictureAt: 3.25) == 250 && metrics.startupTime(toPictureAt: 2.5) == 0)
        emit(3, AdBreakStartEvent(adPosition: .pre))
        emit(5, AdBreakEndEvent(adPosition: .pre))
        emit(6, FirstFrameEvent(loadTime: 500))
        // Later starts do not change the result.
        open(7)
        emit(8, PlayAttemptEvent(reason: .external))
        emit(9, FirstFrameEvent(loadTime: 500))
        #expect(metrics.startupTime == 1000 && metrics.startupTime(toPictureAt: 5.75) == 750)
    }

    @Test("Waiting for a start and for a seek does not count as rebuffering; a stall does, however it ends")
    mutating func rebuffering() {
        emit(0, BufferEvent(oldState: .idle, newState: .buffering, reason: .loading))
        change(1, .buffering, .playing)
        change(3, .playing, .buffering)
        emit(3, BufferEvent(oldState: .playing, newState: .buffering, reason: .stalled))
        change(4, .buffering, .playing)
        change(6, .playing, .seeking)
        emit(6, SeekEvent(offset: 100, position: 5))
        change(6.5, .seeking, .buffering)
        emit(6.5, BufferEvent(oldState: .playing, newState: .buffering, reason: .loading))
        change(9, .buffering, .playing)
        change(10, .playing, .buffering)
        emit(10, BufferEvent(oldState: .playing, newState: .buffering, reason: .stalled))
        change(10.5, .buffering, .seeking)
        change(12, .seeking, .playing)
        #expect(metrics.rebufferCount == 2 && metrics.rebufferTime == 1.5 && metrics.playTime == 5 && metrics.seeks == 1)
        #expect(metrics.rebufferRatio == 1.5 / 6.5)
    }

    @Test("An ongoing stall and ongoing playback count up to now, without a change of the metrics")
    mutating func standing() {
        change(1, .play, .playing)
        #expect(metrics.standing(at: 3).playTime == 2 && metrics.playTime == 0)
        change(4, .playing, .buffering)
        emit(4, BufferEvent(oldState: .playing, newState: .buffering, reason: .stalled))
        #expect(metrics.standing(at: 5).rebufferRatio == 0.25)
        change(6, .buffering, .pausing)
        #expect(metrics.standing(at: 60).rebufferTime == 2)
    }

    @Test("Each rung has its time on the screen, which weights the mean; switches count up and down")
    mutating func rungs() {
        open(0)
        change(1, .play, .playing)
        show(1, low)
        show(3, high)
        change(4, .playing, .pausing)
        change(10, .play, .playing)
        show(12, low)
        show(12, low)
        change(13, .playing, .ended)
        #expect(metrics.levels.map(\.level) == [low, high] && metrics.levels.map(\.time) == [3, 3])
        #expect(metrics.meanBitrate == 2_500_000 && metrics.switchesUp == 1 && metrics.switchesDown == 1)
        open(20)
        show(21, high)
        // The first picture of a replay is no switch.
        emit(22, PlayAttemptEvent(reason: .interaction))
        show(23, low)
        #expect(metrics.switches == 2)
    }

    @Test("An item left before its first frame counts as an exit, a failed or seen one does not")
    mutating func exits() {
        open(0)
        emit(1, PlayAttemptEvent(reason: .external))
        emit(2, IdleEvent(oldState: .buffering, newState: .idle, reason: .stopped))
        emit(3, IdleEvent(oldState: .buffering, newState: .idle, reason: .stopped))
        #expect(metrics.exitsBeforeStart == 1)
        open(4)
        emit(4, PlayAttemptEvent(reason: .external))
        open(5)
        #expect(metrics.exitsBeforeStart == 2)
        emit(5, PlayAttemptEvent(reason: .external))
        emit(6, SetupErrorEvent(error: PlaybackError(.unreachable, severity: .setup)))
        emit(7, IdleEvent(oldState: .error, newState: .idle, reason: .released))
        open(8)
        emit(8, PlayAttemptEvent(reason: .external))
        emit(9, FirstFrameEvent(loadTime: 1))
        emit(10, IdleEvent(oldState: .playing, newState: .idle, reason: .stopped))
        #expect(metrics.exitsBeforeStart == 2 && metrics.errors.map(\.code) == [121_000])
    }

    @Test("Dropped frames are those of the access log, and unknown without one; errors and warnings are counted")
    mutating func counts() {
        #expect(metrics.droppedFrames == nil && metrics.rebufferRatio == nil && metrics.meanBitrate == nil)
        var entry = AccessLogEntry()
        emit(0, AccessLogEvent(entry: entry))
        #expect(metrics.droppedFrames == nil)
        entry.numberOfDroppedVideoFrames = 2
        emit(1, AccessLogEvent(entry: entry))
        emit(2, AccessLogEvent(entry: entry))
        emit(3, WarningEvent(error: PlaybackError(.truncated)))
        emit(3, CompleteEvent())
        #expect(metrics.droppedFrames == 4 && metrics.warnings == 1 && metrics.completions == 1)
        let keys = metrics.fields.fields.map(\.key)
        #expect(keys.contains("rebufferRatio") && keys.contains("meanBitrate") && metrics.fields["droppedFrames"] == 4)
    }

    @Test("The same events give the same metrics, all at once or one by one")
    func pure() {
        var rig = MachineRig(autoplay: true)
        rig.send(.load(items: [.sample], index: 0))
        rig.report(.opened(.sample), .started(position: 0), .firstFrame, .progress(position: 1), .ended(duration: 10))
        var one = PlaybackMetrics()
        for event in rig.events { one.take(event) }
        #expect(one == PlaybackMetrics(of: rig.events) && one.starts == 1 && one.completions == 1)
    }
}
