import Testing

@testable import PlayheadEngine

@Suite("The timeline of a presentation", .timeLimit(.minutes(5)))
struct PresentationTimelineTests {
    private let wrap = PresentationTimeline.wrap

    @Test("The first segment of a discontinuity sequence sets the offset of its timestamps; later segments use this offset")
    func offsets() {
        let timeline = PresentationTimeline()
        #expect(timeline.offset(discontinuity: 0, timestamp: 100, start: 0, tolerance: 10, wraps: true) == -100)
        // The durations in the playlist are rounded: the timestamps are used.
        #expect(timeline.offset(discontinuity: 0, timestamp: 106.02, start: 6, tolerance: 10, wraps: true) == -100)
        #expect(timeline.offset(discontinuity: 1, timestamp: 7, start: 12, tolerance: 10, wraps: true) == 5)
    }

    @Test("Timestamps that wrap around after 2^33 ticks continue", arguments: [true, false])
    func wrapping(isForwards: Bool) {
        let timeline = PresentationTimeline()
        let (first, second) = isForwards ? (wrap - 2, 4.0) : (4.0, wrap - 2)
        let (firstStart, secondStart) = isForwards ? (0.0, 6.0) : (6.0, 0.0)
        let offset = timeline.offset(discontinuity: 0, timestamp: first, start: firstStart, tolerance: 10, wraps: true)
        #expect(abs(first + offset - firstStart) < 1e-6)
        let next = timeline.offset(discontinuity: 0, timestamp: second, start: secondStart, tolerance: 10, wraps: true)
        #expect(abs(second + next - secondStart) < 1e-6)
    }

    @Test("The playlist determines where a rendition continues whose timestamps differ, and its later segments use its own offset")
    func renditions() {
        let timeline = PresentationTimeline()
        func offset(_ url: String, _ timestamp: Double, at start: Double, rounding: Double? = 0) -> Double {
            timeline.offset(
                discontinuity: 0, timestamp: timestamp, start: start, tolerance: 10, share: 0.15, wraps: true,
                of: PresentationTimeline.Source(url: url, rounding: rounding))
        }
        #expect(offset("a", 100, at: 0) == -100)
        #expect(offset("b", 107, at: 4) == -103 && offset("b", 109.5, at: 6) == -103)
        // Timestamps within the rounding of the durations are those of the other renditions.
        #expect(offset("c", 110.3, at: 10) == -100 && offset("d", 111.2, at: 10, rounding: 2) == -100)
        #expect(offset("a", 113, at: 12) == -100 && offset("sound", 114, at: 12, rounding: nil) == -103)
        // The list of the leading rendition is as wrong here.
        timeline.note(PresentationTimeline.Lateness(start: 60, end: 70, late: 5))
        #expect(offset("e", 175, at: 70) == -100 && offset("f", 180, at: 70) == -105)
    }

    @Test("An unmarked jump of the timestamps counts as a discontinuity")
    func unmarked() {
        let timeline = PresentationTimeline()
        _ = timeline.offset(discontinuity: 0, timestamp: 0, start: 0, tolerance: 10, wraps: false)
        #expect(timeline.offset(discontinuity: 0, timestamp: 0, start: 60, tolerance: 10, wraps: false) == 60)
        #expect(timeline.offset(discontinuity: 0, timestamp: 30, start: 30, tolerance: 10, wraps: false) == 0)
    }

    @Test("Timestamps that begin again in each segment are placed by the list, wherever reading begins")
    func beginningAgain() {
        let timeline = PresentationTimeline()
        let source = PresentationTimeline.Source(url: "a", rounding: 1)
        func offset(at start: Double) -> Double {
            timeline.offset(discontinuity: 0, timestamp: 1.4, start: start, tolerance: 10, share: 0.15, wraps: true, of: source)
        }
        #expect(offset(at: 0) == -1.4 && offset(at: 6) == 6 - 1.4)
        _ = timeline.jumpOffset(discontinuity: 0, timestamp: 1.4, start: 2.02)
        #expect(offset(at: 2) == 2.02 - 1.4 && offset(at: 4) == 4 - 1.4)
    }

    @Test("All offsets of a sequence are known, the one that was found last before a time first")
    func severalOffsets() {
        let timeline = PresentationTimeline()
        #expect(timeline.allOffsets(of: 0, at: 0).isEmpty)
        _ = timeline.offset(discontinuity: 0, timestamp: 100, start: 0, tolerance: 10, wraps: true)
        _ = timeline.jumpOffset(discontinuity: 0, timestamp: 500, start: 12)
        #expect(timeline.allOffsets(of: 0, at: 6) == [-100, -488] && timeline.allOffsets(of: 0, at: 12) == [-488, -100])
    }

    /// Waits on a separate thread.
    private func waiter(_ timeline: PresentationTimeline, _ discontinuity: Int, _ isWanted: Locked<Bool>) -> (WorkerThread, Locked<Bool?>) {
        let answer = Locked<Bool?>(nil)
        let thread = WorkerThread(name: "test.wait") {
            let result = timeline.wait(for: discontinuity) { isWanted.withLock { $0 } }
            answer.withLock { $0 = result }
        }
        return (thread, answer)
    }

    @Test("Another rendition waits until the leading one has set the offset, has passed the sequence, or has ended", arguments: 0..<4)
    func waiting(way: Int) async {
        let timeline = PresentationTimeline()
        timeline.lead(1)
        let (thread, answer) = waiter(timeline, 2, Locked(true))
        switch way {
        case 0: _ = timeline.offset(discontinuity: 2, timestamp: 0, start: 0, tolerance: 10, wraps: false)
        case 1: timeline.lead(3)
        case 2: timeline.lead(nil)
        default:
            timeline.lead(2)
            timeline.cancel()
        }
        await thread.join()
        #expect(answer.withLock { $0 } == (way < 3))
    }

    @Test("A rendition that is not wanted any more stops waiting")
    func unwanted() async {
        let timeline = PresentationTimeline()
        let isWanted = Locked(true)
        let (thread, answer) = waiter(timeline, 0, isWanted)
        isWanted.withLock { $0 = false }
        timeline.wakeWaiters()
        await thread.join()
        #expect(answer.withLock { $0 } == false)
    }

    @Test("A sequence before the start of the leading rendition is not awaited")
    func earlier() async {
        let timeline = PresentationTimeline()
        timeline.lead(4)
        let (thread, answer) = waiter(timeline, 3, Locked(true))
        await thread.join()
        #expect(answer.withLock { $0 } == true)
    }
}
