import PlayheadSamples
import PlayheadTestKit
import Testing

@testable import Playhead

/// The handling of reports while the queue is not read.
@Suite("Pending reports")
struct ReportQueueTests {
    private let clock = ManualClock()

    /// Adds progress every tenth of a second, with other reports in between.
    private func pile(_ queue: ReportQueue) {
        for step in 1...30 {
            queue.add(.progress(position: Double(step) / 10), of: 1)
            if step % 3 == 0 { queue.add(.buffered([TimeRange(start: 0, end: Double(step))]), of: 1) }
            if step % 5 == 0 { queue.add(.progress(position: Double(step)), of: 2) }
            clock.advance(by: 0.1)
        }
    }

    private func taken(_ queue: ReportQueue) -> [ReportQueue.Entry] {
        var all: [ReportQueue.Entry] = []
        while case let next = queue.take(), !next.isEmpty { all += next }
        return all
    }

    @Test("Timed reports are handled in one turn; otherwise others on the executor have a turn before each report")
    @MainActor func turns() async {
        let timed = ReportQueue(clock: clock, isTimed: true)
        for step in 1...5 { timed.add(.progress(position: Double(step)), of: 1) }
        #expect(await timed.wait() && timed.take().count == 5)
        let unpaced = ReportQueue(clock: clock, isTimed: false)
        for step in 1...20 { unpaced.add(.progress(position: Double(step)), of: 1) }
        var turnsOfOthers = 0
        let others = Task {
            while !Task.isCancelled {
                turnsOfOthers += 1
                await Task.yield()
            }
        }
        for _ in 1...20 { #expect(await unpaced.wait() && unpaced.take().count == 1) }
        others.cancel()
        #expect(turnsOfOthers >= 10)
    }

    private func progress(_ entries: [ReportQueue.Entry], of run: Int = 1) -> [Double] {
        entries.compactMap { if case .progress(let position) = $0.report, $0.run == run { position } else { nil } }
    }

    @Test("Of outdated progress only the last report for each run is returned, and all other reports are")
    func blocked() {
        let queue = ReportQueue(clock: clock, isTimed: true)
        pile(queue)
        let all = taken(queue)
        #expect(progress(all) == [3] && progress(all, of: 2) == [30])
        #expect(all.count { if case .buffered = $0.report { true } else { false } } == 10)
    }

    @Test("Progress before and after the start or end of playback is returned")
    func barriers() {
        let queue = ReportQueue(clock: clock, isTimed: true)
        for report: EngineReport in [
            .progress(position: 1), .waiting(.stalled), .started(position: 1), .progress(position: 1.1), .progress(position: 1.2),
        ] {
            queue.add(report, of: 1)
            clock.advance(by: 0.1)
        }
        #expect(progress(taken(queue)) == [1, 1.2])
    }

    @Test("A flood of reports is handled in several turns")
    func flood() async {
        let queue = ReportQueue(clock: clock, isTimed: true)
        for _ in 0...ReportQueue.maximumPending { queue.add(.buffered([]), of: 1) }
        #expect(await queue.wait() && queue.take().count == ReportQueue.maximumPending)
        #expect(await queue.wait() && queue.take().count == 1)
    }

    @Test("The queue is behind while too many reports wait")
    func behind() {
        let queue = ReportQueue(clock: clock, isTimed: false)
        for step in 1...ReportQueue.maximumPending { queue.add(.progress(position: Double(step)), of: 1) }
        #expect(!queue.isBehind)
        queue.add(.progress(position: 0), of: 1)
        #expect(queue.isBehind)
        #expect(queue.take().count == 1 && !queue.isBehind)
    }

    @Test("Timely reports are returned, and all reports if the data drives the playhead")
    func inTime() {
        let timed = ReportQueue(clock: clock, isTimed: true)
        for step in 1...5 { timed.add(.progress(position: Double(step)), of: 1) }
        #expect(progress(taken(timed)) == [1, 2, 3, 4, 5])
        let unpaced = ReportQueue(clock: clock, isTimed: false)
        pile(unpaced)
        #expect(progress(taken(unpaced)).count == 30)
    }

    @MainActor
    @Test("After a block of the main actor one onTime has the current position, and no burst follows", .enabled(if: Samples.arePossible))
    func player() async throws {
        try await RealRig.run(.realTime) { rig in
            rig.player.load(try await rig.item(SampleRecipe(.file(.mp4), duration: 30, width: 160, height: 90), "a"))
            rig.player.play()
            await rig.wait { $0.name == .onTime }
            let before = rig.trace.all(TimeEvent.self).count
            let start = rig.player.monotonicTime
            // A busy loop, because it must block the thread.
            while rig.player.monotonicTime < start + 1.5 {}
            await rig.wait { ($0 as? TimeEvent).map { $0.context.monotonicTime > start + 2.2 } ?? false }
            let times = rig.trace.all(TimeEvent.self).dropFirst(before)
            let first = try #require(times.first)
            #expect(first.position > 1.3 && first.context.monotonicTime >= start + 1.5)
            // Reports arrive every tenth of a second; one waited, and both ends of the time count. A busy machine may delay each one.
            let elapsed = (times.last?.context.monotonicTime ?? 0) - start - 1.5
            #expect(Double(times.count) <= elapsed / 0.1 + 2, "\(times.map(\.context.monotonicTime))")
        }
    }
}
