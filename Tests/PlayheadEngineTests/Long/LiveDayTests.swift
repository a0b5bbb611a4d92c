import Foundation
import PlayheadOrigin
import PlayheadSamples
import TestSupport
import Testing

@testable import Playhead
@testable import PlayheadEngine

/// Twenty-four hours of DVR without drift, stalls or growth. An hour has 72 s in every run, and 3600 s in a long one.
@Suite(
    "A day of live playback", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(TestScale.isLong ? 60 : 5)),
    .serialized)
struct LiveDayTests {
    /// The scale of a day: a window of two hours, and a recording of half an hour that is repeated after a discontinuity.
    private struct Scale {
        var hour: Double
        /// The interval of progress reports, in seconds.
        var progressInterval: Double
        static let whole = Scale(hour: 3600, progressInterval: 4)
        static let small = Scale(hour: 72, progressInterval: 1)
        static let current = TestScale.pick(long: whole, short: small)

        static let segment = 6.0
        var recording: Double { hour / 2 }
        static let start = 1_700_000_000.0

        /// One picture per second, with timestamps that restart in the middle of each repetition.
        var recipe: SampleRecipe {
            let rungs = [(64, 36, 20_000), (96, 54, 40_000)].map { HLSLayout.Rung(width: $0.0, height: $0.1, bitrate: $0.2) }
            let wrap = 8_589_934_592.0 / 90_000
            return SampleRecipe(
                .hls(
                    HLSLayout(
                        segments: .transportStream, segmentDuration: Self.segment, rungs: rungs, timestampOffset: wrap - recording / 2)),
                duration: recording, frameRate: 1, hasAudio: false)
        }

        func broadcast(_ faults: [LiveFault]) async throws -> LiveBroadcast {
            let options = LiveOptions(
                window: .dvr(2 * hour), startDate: Self.start, firstMediaSequence: 1000, canSkipUntil: 6 * Self.segment)
            return try LiveBroadcast(of: try await Samples.url(recipe), options: options, faults: faults, isKept: true)
        }
    }

    /// The numbers of objects that a presentation keeps.
    private struct Kept: Equatable {
        var segments: Int
        var anchors: Int
        var offsets: Int
        var bytes: Int
        var sessions: Int
        var feeds: Int
        var metadata: Int

        init(_ day: LiveDay) async throws {
            let engine = try #require(day.engine)
            let source = try #require(await engine.source as? SegmentedSource)
            let leader = try #require(source.leader as? PlaylistFeed)
            segments = leader.segmentCount
            anchors = leader.dates.anchors.count
            offsets = source.timeline.count
            bytes = await engine.store.bytes
            metadata = await engine.metadata.count
            sessions = source.sessions.endingCount
            feeds = try #require(source.presentation as? HLSPresentation).feedCount
        }
    }

    @Test("Twenty-four hours of DVR with seeks, pauses, rung switches, a restart and a standstill keep no more than two hours")
    func day() async throws {
        let scale = Scale.current
        let hour = scale.hour
        if TestScale.isLong { ProcessTable.useOneHeap() }
        let (restart, standstill) = (14.6 * hour, (at: 18.35 * hour, seconds: 34.0))
        let broadcast = try await scale.broadcast([
            LiveFault(.restart, at: restart), LiveFault(.frozen, at: standstill.at, duration: standstill.seconds),
        ])
        let screen = StampScreen(length: Int(saturating: scale.recording, rounding: .down))
        let day = await LiveDay(broadcast, screen: screen, progressInterval: scale.progressInterval)
        let began = Date()
        try await day.play()
        var numbers = SeededGenerator(seed: 24)
        var (early, late): (Kept?, Kept?)
        var resident: [Int] = []
        var expectedJumps = 0

        /// Checks that the shown picture was broadcast at the date that the player reports.
        func check(_ place: String) async {
            let (date, state) = await MainActor.run { (day.player.date?.timeIntervalSince1970, day.player.state) }
            let timeline = await day.player.timeline
            let seen = screen.seen
            guard let date, let stamp = seen.stamp else {
                Issue.record("\(place): no date or picture, \(state)")
                return
            }
            var sinceStart = date - Scale.start + 2 * hour
            if date - Scale.start > restart - 0.01 { sinceStart = date - Scale.start - restart }
            let phase = sinceStart.truncatingRemainder(dividingBy: scale.recording)
            let age = phase - Double(stamp)
            // Dates are rounded to milliseconds, and the playhead is reported at intervals.
            let (rounding, tick, picture) = (0.01, scale.progressInterval, 1.0)
            let behind = (age + tick + rounding + scale.recording).truncatingRemainder(dividingBy: scale.recording)
            #expect(behind < tick + picture + 2 * rounding, "\(place): \(age) s, \(seen), \(timeline)")
            let error = await day.emitted.error
            #expect(state == .playing, "\(place): \(error.map { "\($0)" } ?? "")")
        }

        for number in 1...24 {
            let isSeeking = number.isMultiple(of: 3)
            if isSeeking {
                let range = await day.player.timeline.seekableRange
                let target = Double.random(in: range.start * 0.9...range.end, using: &numbers)
                try await day.seek { $0.seek(to: target) }
                expectedJumps += 1
            }
            if number.isMultiple(of: 4) { await day.player.selectLevel(number.isMultiple(of: 8) ? 1 : 2) }
            try await day.run(hour / 2)
            await check("hour \(number), middle")
            if isSeeking {
                try await day.seek { $0.seekToLive() }
                expectedJumps += 1
            }
            if number == 10 || number == 20 {
                // The window moves on meanwhile.
                try await day.pause()
                try await day.run(3 * hour)
                if number == 20 { await day.player.seekToLive() }
                try await day.play()
                expectedJumps += 1
            }
            try await day.run(hour / 2)
            await check("hour \(number), end")
            let kept = try await Kept(day)
            if number == 2 { early = kept }
            resident.append(ProcessTable.residentMemory)
            late = kept
        }
        let emitted = await day.emitted
        let (seen, known) = (screen.seen, try #require(early))
        let last = try #require(late)
        let growth = (resident.last ?? 0) - resident[1]
        if TestScale.isLong {
            let seconds = Int(saturating: Date().timeIntervalSince(began), rounding: .down)
            let dropped = day.engine?.statistics.framesDropped ?? 0
            print("a day of live: \(seconds) s, \(emitted.events) events, \(seen.count) pictures, \(dropped) dropped, \(last)")
            print("gone on before all was done: \(day.unsettled.withLock { $0 })")
            print("resident after each hour, in kB: \(resident.map { $0 >> 10 })")
            let allowance = 16 << 20
            #expect(growth < allowance, "\(growth >> 10) kB")
        }
        #expect(emitted.error == nil)
        #expect(seen.illegible == 0 && seen.jumps <= expectedJumps + 2, "\(seen.jumps) of \(expectedJumps), at \(seen.jumpTexts)")
        // The paused hours are missing.
        #expect(Double(emitted.progress) * scale.progressInterval > 23 * hour && Double(seen.count) > 23 * hour)
        #expect(last.segments <= known.segments + 2 && last.anchors <= known.anchors + 2 && last.offsets <= known.offsets + 2)
        // Each segment has a date; items that have left the window are dropped in steps.
        #expect(last.metadata <= known.metadata + 20, "\(last) after \(known)")
        #expect(last.bytes < 2 * known.bytes && last.feeds == 2 && last.sessions <= 64, "\(last)")
        let trouble = [restart...restart + 60, standstill.at...standstill.at + standstill.seconds + 60]
        #expect(emitted.warnings.allSatisfy { warning in trouble.contains { $0.contains(warning.time) } }, "\(emitted.warnings)")
        let stalls = emitted.waits.filter { $0.reason == .stalled }
        #expect((1...2).contains(stalls.count) && stalls.allSatisfy { trouble[1].contains($0.time) }, "\(stalls)")
        #expect(await day.player.timeline.latency ?? 0 < 25)
        await day.player.release()
        await day.player.released()
    }
}
