import PlayheadCore
import PlayheadMonitor
import PlayheadTransport
import Testing

@Suite("Observations of a viewer")
struct ViewerTrackerTests {
    private var tracker = ViewerTracker()
    private var statistics = MonitorStatistics()
    private let low = QualityLevel(index: 1, label: "360p", bitrate: 1_000_000)
    private let high = QualityLevel(index: 2, label: "720p", bitrate: 4_000_000)

    private mutating func emit(_ time: Double, _ event: some PlayerEvent) {
        var event = event
        event.context = EventContext(monotonicTime: time)
        for observation in tracker.handle(event) { statistics.add(observation) }
    }

    private mutating func change(_ time: Double, _ old: PlaybackState, _ new: PlaybackState) {
        emit(time, StateChangeEvent(oldState: old, newState: new, reason: .engine, elapsed: 0))
    }

    private mutating func show(_ time: Double, _ level: QualityLevel) {
        emit(time, VisualQualityEvent(mode: .auto, reason: .auto, level: level))
    }

    private mutating func start() {
        emit(0, PlaylistItemEvent(item: ItemDescription(url: "a"), index: 0))
        emit(0, PlayAttemptEvent(reason: .external))
        change(0.4, .play, .playing)
        emit(0.4, FirstFrameEvent(loadTime: 400))
        show(0.4, low)
    }

    private mutating func add(_ observations: [ViewerObservation]) { for observation in observations { statistics.add(observation) } }

    @Test("The start, the time on each rung and the switches are counted once")
    mutating func playback() {
        start()
        show(10.4, high)
        show(10.4, high)
        add(tracker.sample(at: 15.4))
        add(tracker.sample(at: 15.4))
        add(tracker.finish(at: 20.4))
        #expect(statistics.started == 1 && statistics.startup.maximum == 400)
        #expect(abs(statistics.playTime - 20) < 1e-9 && statistics.switchesUp == 1 && statistics.switchesDown == 0)
        #expect(statistics.rungShares.map(\.rung.label) == ["720p", "360p"])
        #expect(statistics.rungShares.allSatisfy { abs($0.share - 0.5) < 1e-9 })
        #expect(abs((statistics.meanBitrate ?? 0) - 2_500_000) < 1)
        #expect(statistics.showingNow == 0)
    }

    @Test("A failed request counts until something is received; a fatal error remains")
    mutating func failing() {
        let refused = ErrorLogEntry(date: 0, uri: "http://a/main.m3u8", errorStatusCode: 221_000, errorDomain: "Playhead")
        emit(0, ErrorLogEvent(entry: refused))
        #expect(tracker.failure?.url == "http://a/main.m3u8")
        add(tracker.sample(at: 1, TransferCounters(requests: 1, bytes: 0)))
        #expect(tracker.failure != nil)
        add(tracker.sample(at: 2, TransferCounters(requests: 2, bytes: 500)))
        #expect(tracker.failure == nil && !tracker.hasFailed)
        emit(3, ErrorEvent(error: PlaybackError(.emptyPlaylist)))
        emit(3, ErrorLogEvent(entry: refused))
        add(tracker.sample(at: 4, TransferCounters(requests: 3, bytes: 900)))
        #expect(tracker.failure == FailureKey(PlaybackError(.emptyPlaylist)) && tracker.hasFailed)
    }

    @Test("A viewer with a rung on the screen is counted once, until it leaves")
    mutating func showing() {
        start()
        #expect(statistics.showingNow == 1)
        show(5, high)
        #expect(statistics.showingNow == 1)
        add(tracker.finish(at: 6))
        #expect(statistics.showingNow == 0)
    }

    @Test("A stall counts when it begins, and its duration when it ends, or when the viewer leaves", arguments: [true, false])
    mutating func stall(leaves: Bool) {
        start()
        change(5, .playing, .buffering)
        emit(5, BufferEvent(oldState: .playing, newState: .buffering, reason: .stalled))
        #expect(statistics.stallCount == 1 && statistics.stalledNow == 1 && statistics.stallTime == 0)
        if leaves { add(tracker.finish(at: 7)) } else { change(7, .buffering, .playing) }
        #expect(statistics.stalledNow == 0 && abs(statistics.stallTime - 2) < 1e-9 && abs(statistics.stalls.maximum - 2000) < 1e-6)
        add(tracker.finish(at: 9))
        #expect(statistics.stalls.count == 1)
    }

    @Test("Waiting for a seek is no stall")
    mutating func seek() {
        start()
        change(5, .playing, .buffering)
        emit(5, BufferEvent(oldState: .playing, newState: .buffering, reason: .loading))
        change(7, .buffering, .playing)
        #expect(statistics.stallCount == 0 && statistics.stalls.count == 0)
    }

    @Test("Failures are counted by code and resource, without queries and credentials; the fatal error ends playback")
    mutating func failures() {
        let entry = ErrorLogEntry(
            date: 0, uri: "https://name:word@host/seg1.ts?token=abc", errorStatusCode: 503, errorDomain: "HTTP")
        emit(1, ErrorLogEvent(entry: entry))
        emit(2, ErrorLogEvent(entry: entry))
        #expect(!tracker.hasFailed)
        let failure = statistics.failureList.first
        #expect(failure?.count == 2 && failure?.key.code == "HTTP 503")
        #expect(failure?.key.url?.hasSuffix("host/seg1.ts") == true && failure?.key.url?.contains("word") == false)
        // Playback may fail without a failed request.
        let fatal = PlaybackError(.noProgress)
        emit(3, ErrorEvent(error: fatal))
        #expect(tracker.failure == FailureKey(fatal) && tracker.hasFailed && statistics.failureList.map(\.count) == [2, 1])
        #expect(statistics.failureList.last?.key.code == "\(fatal.code)")
    }

    @Test("Transfers are counted as differences, and continue across a change of the stream")
    mutating func transfers() {
        add(tracker.sample(at: 1, TransferCounters(requests: 3, bytes: 1000)))
        add(tracker.sample(at: 2, TransferCounters(requests: 3, bytes: 1500)))
        tracker = ViewerTracker(after: tracker)
        add(tracker.sample(at: 3, TransferCounters(requests: 5, bytes: 2500)))
        #expect(statistics.transfers == TransferCounters(requests: 5, bytes: 2500) && !tracker.hasStarted)
    }
}
