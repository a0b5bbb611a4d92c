import Playhead
import PlayheadCore
import Testing

@testable import PlayheadCommand

@Suite("The summary of a session")
struct SessionSummaryTests {
    @Test("An empty session has every key, and no startup time")
    func empty() {
        let fields = SessionSummary().fields
        #expect(
            fields.fields.map(\.key) == [
                "event", "startupTime", "firstPictureTime", "stalls", "stalledTime", "framesShown", "framesDropped", "audioFrames",
                "played",
                "qualities", "bytes", "requests", "errors", "warnings", "metrics",
            ])
        #expect(fields["event"] == .string("summary"))
        #expect(fields["startupTime"] == EventValue.null && fields["firstPictureTime"] == EventValue.null)
        #expect(fields["errors"] == .array([]))
    }

    @Test("The latency is the difference between the wall clock and the shown dates")
    func latency() {
        var summary = SessionSummary()
        #expect(summary.fields["latency"] == nil)
        for (wall, date) in [(101.0, 100.0), (102.5, 101.0), (103.0, 102.5)] { summary.latency.note(wall: wall, date: date, target: 1) }
        #expect(summary.fields["latency"] == .object(["least": 0.5, "mean": 1.0, "most": 1.5, "target": 1.0]))
        #expect(summary.lines.contains { $0.contains("0.50 to 1.50 s, 1.00 s on average") })
    }

    @Test("The startup time is that of the first item")
    func startup() {
        var summary = SessionSummary()
        for start in [1.0, 10.0] {
            summary.note(at(start, PlaylistItemEvent(item: ItemDescription(url: "file:///a"), index: 0)))
            summary.note(at(start + 0.125, PlayAttemptEvent(reason: .autostart)))
            summary.note(at(start + 0.25, FirstFrameEvent(loadTime: 5)))
        }
        #expect(summary.metrics.startupTime == 250)
        var counts = TraceCounts()
        counts.firstPictureAt = 1.1875
        summary.finish(counts, at: 11)
        #expect(summary.fields["firstPictureTime"] == 187.5)
    }

    @Test("Stalls are counted and timed, without the startup")
    func stalls() {
        var summary = SessionSummary()
        summary.note(at(0, BufferEvent(oldState: .idle, newState: .buffering, reason: .loading)))
        summary.note(at(2, change(.buffering, .playing)))
        summary.note(at(3, BufferEvent(oldState: .playing, newState: .buffering, reason: .stalled)))
        summary.note(at(4.5, change(.buffering, .playing)))
        summary.note(at(5, BufferEvent(oldState: .playing, newState: .buffering, reason: .stalled)))
        summary.note(at(5.25, change(.buffering, .pausing)))
        summary.note(at(9, change(.buffering, .playing)))
        #expect(summary.metrics.rebufferCount == 2 && summary.metrics.rebufferTime == 1.75)
    }

    @Test("Errors and warnings are separate, and qualities follow the ladder's order")
    func problems() {
        var summary = SessionSummary()
        let error = PlaybackError(.unreachable, url: "http://localhost/a")
        summary.note(at(0, WarningEvent(error: error)))
        summary.note(at(0, ErrorEvent(error: error)))
        summary.note(at(0, SetupErrorEvent(error: error)))
        summary.counts.levels = [
            .init(level: QualityLevel(index: 2, label: "b"), time: 1.5), .init(level: QualityLevel(index: 1, label: "a"), time: 0.5),
        ]
        #expect(summary.metrics.warnings == 1 && summary.metrics.errors == [error, error])
        #expect(
            summary.fields["qualities"]
                == .array([
                    .object(["index": 1, "label": "a", "time": 0.5]), .object(["index": 2, "label": "b", "time": 1.5]),
                ]))
    }

    private func change(_ old: PlaybackState, _ new: PlaybackState) -> StateChangeEvent {
        StateChangeEvent(oldState: old, newState: new, reason: .engine, elapsed: 0)
    }

    private func at(_ time: Double, _ event: some PlayerEvent) -> any PlayerEvent {
        var event = event
        event.context = EventContext(monotonicTime: time)
        return event
    }
}
