import Foundation
import PlayheadCore
import PlayheadOrigin
import Testing

@testable import PlayheadEngine

@Suite("Timed metadata during playback", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct MetadataPlaybackTests {
    /// The playlist of the sample with dates, date ranges and ad breaks.
    private func serve() async throws -> (origin: LoopbackOrigin, url: URL) {
        let (origin, _) = try await Samples.serve(.hlsTransportStream)
        let text = try String(contentsOf: try await Samples.url(.hlsTransportStream), encoding: .utf8)
        var lines = text.split(separator: "\n").map(String.init)
        let first = try #require(lines.firstIndex { $0.hasPrefix("#EXTINF") })
        lines.insert(
            contentsOf: [
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:00:00Z",
                "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"c\",START-DATE=\"2026-01-01T12:00:01.5Z\",DURATION=2,X-WHAT=\"first\"",
                "#EXT-X-DATERANGE:ID=\"b\",START-DATE=\"2026-01-01T12:00:04.250Z\",DURATION=0.5",
            ], at: first)
        let extinfs = lines.indices.filter { lines[$0].hasPrefix("#EXTINF") }
        lines.insert("#EXT-X-CUE-IN", at: extinfs[4])
        lines.insert("#EXT-X-CUE-OUT:DURATION=1", at: extinfs[3])
        origin.add("timed.m3u8", text: lines.joined(separator: "\n") + "\n")
        return (origin, origin.url("timed.m3u8"))
    }

    private struct Emitted {
        var kind: TimedMetadata.Kind
        var phase: TimedMetadata.Phase
        var start: Double
        /// The progress reported before.
        var position: Double
    }

    private func emitted(_ log: ReportLog, from start: Int = 0) -> [Emitted] {
        var position = 0.0
        var emitted: [Emitted] = []
        for report in log.all.dropFirst(start) {
            switch report {
            case .progress(let now), .seeked(_, let now): position = now
            case .metadata(let item, let phase):
                emitted.append(Emitted(kind: item.kind, phase: phase, start: item.start, position: position))
            default: break
            }
        }
        return emitted
    }

    @Test("A flood of metadata in media is limited, with one warning, and playing permits more; that of playlists is not limited")
    func flood() {
        let log = Locked<[TimedMetadata.Phase]>([])
        let limits = Locked<[MetadataTracker.Limit]>([])
        let tracker = MetadataTracker { _, phase in
            log.withLock { $0.append(phase) }
        } onLimit: { limit in
            limits.withLock { $0.append(limit) }
        }
        func items(_ times: ClosedRange<Int>) -> [TimedMetadata] {
            times.map { TimedMetadata(kind: .id3, start: Double($0) * 10, end: Double($0) * 10, fields: [:]) }
        }
        let limit = MetadataTracker.maximumMediaItems
        tracker.open(at: 0)
        tracker.insertOfMedia(items(1...2 * limit))
        #expect(log.withLock(\.count) == limit)
        tracker.advance(from: 0, to: 1)
        tracker.insertOfMedia(items(2 * limit...4 * limit))
        #expect(log.withLock(\.count) == limit + MetadataTracker.mediaItemsPerSecond)
        tracker.insert(items(5 * limit...6 * limit))
        #expect(log.withLock(\.count) > 2 * limit)
        #expect(limits.withLock { $0 } == [.rate])
    }

    @Test("Metadata that is removed before it was entered is one warning")
    func memory() {
        let limits = Locked<[MetadataTracker.Limit]>([])
        let tracker = MetadataTracker { _, _ in
        } onLimit: { limit in
            limits.withLock { $0.append(limit) }
        }
        let text = EventValue.string(String(repeating: "x", count: 1 << 20))
        for second in 0..<100 {
            tracker.insert([TimedMetadata(kind: .id3, start: Double(second), end: nil, fields: ["text": text], identity: "\(second)")])
        }
        #expect(limits.withLock { $0 } == [.memory])
    }

    @Test("Metadata of a playlist is reported once when it is parsed and once when it is entered, in time")
    func playlist() async throws {
        let (origin, url) = try await serve()
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        let all = emitted(rig.log)
        let ranges = all.filter { $0.kind == .dateRange }
        #expect(ranges.map(\.phase) == [.parsed, .parsed, .entered, .entered])
        #expect(ranges.map(\.start) == [1.5, 4.25, 1.5, 4.25])
        for entered in all where entered.phase == .entered {
            // Reported between the surrounding ticks of 100 ms.
            #expect(entered.position <= entered.start + 0.001 && entered.position > entered.start - 0.11, "\(entered)")
        }
        let dates = all.filter { $0.kind == .programDateTime }
        #expect(dates.map(\.phase) == [.parsed, .entered] && dates.map(\.start) == [0, 0])
        let breaks = all.filter { $0.kind == .scte35 && $0.phase == .entered }
        #expect(breaks.map(\.start).contains(3))
        #expect(rig.log.all.contains { if case .dates(let map) = $0 { map.date(at: 1) == 1_767_268_801 } else { false } })
        try await rig.close()
        await origin.stop()
    }

    @Test("Dates are reported once, also if the audio has a separate playlist")
    func datesOnce() async throws {
        let rig = try await FaultRig(.live(.hlsAlternateAudio, LiveOptions(startDate: 1_700_000_000)))
        try await rig.play(6)
        let entered = emitted(rig.rig.log).filter { $0.kind == .programDateTime && $0.phase == .entered }.map(\.start)
        let steps = zip(entered, entered.dropFirst()).map { $1 - $0 }
        // A segment lasts one second.
        #expect(steps.count >= 3 && steps.allSatisfy { $0 > 0.5 }, "\(entered)")
        try await rig.close()
    }

    @Test("A seek into a range enters it, also while paused")
    func seek() async throws {
        let (origin, url) = try await serve()
        let rig = EngineRig(url)
        _ = try await rig.open()
        let start = rig.log.count
        try await rig.seek(1, to: 2.5)
        _ = try await rig.log.wait(from: start) { if case .metadata(let item, .entered) = $0 { item.start == 1.5 } else { false } }
        let again = rig.log.count
        try await rig.seek(2, to: 4.1)
        rig.start()
        try await rig.ended(from: again)
        #expect(emitted(rig.log, from: again).filter { $0.kind == .dateRange }.map(\.start) == [4.25])
        try await rig.close()
        await origin.stop()
    }
}
