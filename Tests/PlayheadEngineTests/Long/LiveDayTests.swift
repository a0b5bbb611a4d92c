import Foundation
import PlayheadCore
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

/// A day of DVR under the manual clock, by which nothing may grow.
@Suite("A day of live", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)), .serialized)
struct LiveDayTests {
    private static let hour = 3600.0

    private static func recipe(minutes: Double) -> SampleRecipe {
        let rungs = [(64, 36, 20_000), (96, 54, 40_000)].map { HLSLayout.Rung(width: $0.0, height: $0.1, bitrate: $0.2) }
        return SampleRecipe(
            .hls(HLSLayout(segments: .fragmentedMP4, segmentDuration: 6, rungs: rungs)), duration: minutes * 60, frameRate: 1,
            hasAudio: false)
    }

    /// A broadcast with a discontinuity every ten minutes, and a window of two hours.
    private func broadcast(faults: [LiveFault] = []) async throws -> LiveBroadcast {
        let url = try await Samples.url(Self.recipe(minutes: 10))
        let options = LiveOptions(window: .dvr(2 * Self.hour), startDate: 1_700_000_000, firstMediaSequence: 1000)
        return try LiveBroadcast(of: url, options: options, faults: faults, isKept: true)
    }

    /// What is kept of a presentation, by number.
    private struct Kept: Equatable {
        var segments: Int
        var anchors: Int
        var offsets: Int
        var packets: Int
        var feeds: Int

        init(_ day: SimulatedDay) async throws {
            let source = try #require(await day.engine.source as? HLSSource)
            let leader = try #require(source.leader)
            segments = leader.segmentCount
            anchors = leader.dates.anchors.count
            offsets = source.timeline.count
            packets = await day.engine.store.bytes
            feeds = source.state.withLock { $0.feeds.count + $0.retired.count }
        }
    }

    @Test("twenty-four hours of DVR, with seeks, pauses and changes of the rung, keep no more than two hours do")
    func day() async throws {
        let day = SimulatedDay(try await broadcast()) { $0.initialLevel = 1 }
        let began = Date()
        try await day.open()
        day.engine.send(.start)
        var numbers = SeededNumbers(seed: 24)
        try await day.run(2 * Self.hour)
        let early = try await Kept(day)
        let residentEarly = SimulatedDay.resident
        #expect(day.told.withLock { $0.waits.isEmpty && $0.warnings.isEmpty })
        for hour in 3...24 {
            let window = try #require(day.told.withLock { $0.window })
            #expect(abs(window.edge - window.seekable.start - 2 * Self.hour) < 30, "hour \(hour)")
            let target = Double.random(in: window.seekable.start + 60...window.seekable.end, using: &numbers)
            day.engine.send(.seek(id: hour, target: target, precision: .exact))
            try await day.until { $0.lastSeek?.id == hour || !$0.failures.isEmpty }
            day.engine.send(.selectLevel(hour.isMultiple(of: 2) ? 2 : 1))
            try await day.run(Self.hour / 2)
            if hour == 9 {
                // The window slides away meanwhile.
                day.engine.send(.pause)
                try await day.run(3 * Self.hour)
                day.engine.send(.seek(id: 1000, target: .infinity, precision: .exact))
                day.engine.send(.start)
                try await day.until { $0.lastSeek?.id == 1000 || !$0.failures.isEmpty }
            }
            try await day.run(Self.hour / 2)
            let told = day.told.withLock { $0 }
            #expect(abs(told.position - (told.lastSeek?.position ?? 0)) > Self.hour / 2 - 60, "hour \(hour)")
        }
        let late = try await Kept(day)
        let told = day.told.withLock { $0 }
        print("a day: \(Date().timeIntervalSince(began)) s, \(told.progress) ticks, \(told.windows) windows")
        print("early \(early), late \(late), resident \(residentEarly >> 20) MB, \((SimulatedDay.resident - residentEarly) >> 10) kB more")
        #expect(told.failures.isEmpty && told.warnings.isEmpty, "\(told.warnings.prefix(3))")
        #expect(told.waits.allSatisfy { $0.reason != .stalled }, "\(told.waits.prefix(3))")
        #expect(late.segments <= early.segments + 2 && late.offsets <= early.offsets + 2 && late.anchors <= early.anchors + 2)
        #expect(late.feeds <= 70)
        #expect(late.packets < 2 * early.packets)
        try await day.close()
    }
}
