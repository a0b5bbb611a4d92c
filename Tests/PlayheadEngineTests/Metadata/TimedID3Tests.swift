import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadOrigin
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadSamples

/// Timed ID3 of transport streams whose timestamps jump, and of live windows.
@Suite("Timed ID3", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct TimedID3Tests {
    /// The arrangement of the recordings.
    enum Arrangement: CaseIterable, Sendable {
        /// One recording in a file.
        case file
        /// Two recordings in a file, the second of which has timestamps that are far higher.
        case joinedFile
        /// The same recordings as segments, without EXT-X-DISCONTINUITY.
        case segments
        /// The same segments, with EXT-X-DISCONTINUITY.
        case markedSegments

        var isPlaylist: Bool { self == .segments || self == .markedSegments }
    }

    private static let recipe = SampleRecipe(.file(.mpegTS), duration: 8, width: 320, height: 180)
    private static let duration = 8.0

    /// Writes the recordings into a folder.
    /// - Returns: The file or the playlist to play, and the times of the tags by their titles, in seconds.
    private func make(_ arrangement: Arrangement, in folder: URL) async throws -> (url: URL, times: [String: Double]) {
        let source = try await Samples.url(Self.recipe)
        try await CachedTool("ffmpeg").run(
            ["-v", "error", "-i", source.path, "-c", "copy", "-output_ts_offset", "5000", "later.ts"], in: folder)
        let later = folder.appendingPathComponent("later.ts")
        var recordings: [[UInt8]] = []
        var times: [String: Double] = [:]
        let files = arrangement == .file ? [source] : [source, later]
        for (number, file) in files.enumerated() {
            let bytes = [UInt8](try Data(contentsOf: file))
            let tagged = TimedID3.added(to: bytes, every: 0.5) { TimedID3.tag(title: "\(number) \($0)") }
            recordings.append(tagged.bytes)
            for (index, time) in tagged.times.enumerated() { times["\(number) \(index)"] = time + Double(number) * Self.duration }
        }
        let entry = folder.appendingPathComponent(arrangement.isPlaylist ? "index.m3u8" : "file.ts")
        guard arrangement.isPlaylist else {
            try Data(recordings.flatMap { $0 }).write(to: entry)
            return (entry, times)
        }
        var playlist = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:8\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        for (number, bytes) in recordings.enumerated() {
            try Data(bytes).write(to: folder.appendingPathComponent("segment\(number).ts"))
            if arrangement == .markedSegments, number > 0 { playlist += "#EXT-X-DISCONTINUITY\n" }
            playlist += "#EXTINF:\(Self.duration),\nsegment\(number).ts\n"
        }
        try Data((playlist + "#EXT-X-ENDLIST\n").utf8).write(to: entry)
        return (entry, times)
    }

    /// Returns the titles and times of the tags that were reported in a phase from report `first` on.
    private func tags(_ phase: TimedMetadata.Phase, in log: ReportLog, from first: Int = 0) -> [(title: String, time: Double)] {
        log.all.dropFirst(first).compactMap { report -> (title: String, time: Double)? in
            guard case .metadata(let item, phase) = report, item.kind == .id3, case .object(let values)? = item.fields["metadata"],
                case .string(let title)? = values["TIT2"]
            else { return nil }
            return (title, item.start)
        }
    }

    /// Checks that each of the tags was reported in a phase once, at its time, from report `first` on.
    private func check(_ times: [String: Double], _ phase: TimedMetadata.Phase, in log: ReportLog, from first: Int = 0) {
        let found = Dictionary(grouping: tags(phase, in: log, from: first), by: { $0.title }).mapValues { tags in tags.map { $0.time } }
        for (title, time) in times {
            let starts = found[title] ?? []
            #expect(starts.count == 1 && abs((starts.first ?? .infinity) - time) < 0.11, "\(phase) \(title) \(time): \(starts)")
        }
    }

    @Test("Each tag is parsed and entered once, at its time, also around a jump of the timestamps", arguments: Arrangement.allCases)
    func once(arrangement: Arrangement) async throws {
        try await withTemporaryFolder { folder in
            let (url, times) = try await make(arrangement, in: folder)
            #expect(times.count == (arrangement == .file ? 16 : 32))
            let rig = EngineRig(url)
            _ = try await rig.open()
            rig.start()
            try await rig.ended()
            try await rig.close()
            check(times, .parsed, in: rig.log)
            check(times, .entered, in: rig.log)
        }
    }

    @Test("After a seek over a discontinuity and back, each tag has been parsed once, and is entered once, at its time")
    func seeks() async throws {
        try await withTemporaryFolder { folder in
            let (url, times) = try await make(.markedSegments, in: folder)
            let rig = EngineRig(url)
            _ = try await rig.open()
            // Both targets are between tags.
            try await rig.seek(1, to: 12.3)
            let (first, target) = (rig.log.count, 1.3)
            try await rig.seek(2, to: target)
            rig.start()
            try await rig.ended(from: first)
            try await rig.close()
            check(times, .parsed, in: rig.log)
            check(times.filter { $0.value > target }, .entered, in: rig.log, from: first)
        }
    }

    // MARK: Live windows

    /// The seconds of a broadcast that its playlist lists, and those of the recording that it repeats.
    private static let (window, round) = (8.0, 6.0)

    /// Returns a broadcast that repeats six segments of a second, in which tags follow each other every half second. Their titles are their
    /// times in the recording.
    private func broadcast(in folder: URL) async throws -> FaultRig {
        let source = try await Samples.url(.hlsTransportStream)
        let names = try FileManager.default.contentsOfDirectory(atPath: source.deletingLastPathComponent().path).sorted()
        for (number, name) in names.filter({ $0.hasSuffix(".ts") }).enumerated() {
            let bytes = [UInt8](try Data(contentsOf: source.deletingLastPathComponent().appendingPathComponent(name)))
            let tagged = TimedID3.added(to: bytes, every: 0.5) { TimedID3.tag(title: "\(Double(number) + Double($0) / 2)") }
            #expect(tagged.times.count == 2)
            try Data(tagged.bytes).write(to: folder.appendingPathComponent(name))
        }
        let playlist = folder.appendingPathComponent(source.lastPathComponent)
        try FileManager.default.copyItem(at: source, to: playlist)
        var stream = FaultRig.Stream.live(.hlsTransportStream, LiveOptions(window: .dvr(Self.window)))
        stream.makeFiles = { playlist }
        return try await FaultRig(stream)
    }

    /// Checks that tags of a broadcast follow each other without a gap, each once, at their times.
    private func checkBroadcast(_ found: [(title: String, time: Double)]) throws {
        let first = try #require(found.first)
        // The timeline begins with a segment.
        let shift = (first.time - (Double(first.title) ?? .nan)).rounded()
        for (number, tag) in found.enumerated() {
            #expect(abs(tag.time - first.time - Double(number) / 2) < 0.11, "\(number) \(tag)")
            let place = (tag.time - shift - (Double(tag.title) ?? .nan)) / Self.round
            #expect(abs(place - place.rounded()) * Self.round < 0.11, "\(number) \(tag)")
        }
    }

    @Test("In a live window each tag of a segment that enters it is parsed and entered once, at its time", .tags(.idleClock))
    func liveWindow() async throws {
        try await withTemporaryFolder { folder in
            let rig = try await broadcast(in: folder)
            try await rig.play(20)
            for phase in [TimedMetadata.Phase.parsed, .entered] {
                let found = tags(phase, in: rig.rig.log)
                #expect(found.count >= 36, "\(phase)")
                try checkBroadcast(found)
            }
            try await rig.close()
        }
    }

    @Test("After a seek back in a live window the tags behind the target are entered again", .tags(.idleClock))
    func seekInLiveWindow() async throws {
        try await withTemporaryFolder { folder in
            let rig = try await broadcast(in: folder)
            try await rig.play(20)
            let log = rig.rig.log
            let windows = log.all.compactMap { if case .window(let window?) = $0 { window.seekable } else { nil } }
            // Between two tags, and far enough from the beginning to stay in the window.
            let target = try #require(windows.last).start.rounded(.up) + 2.25
            let before = tags(.entered, in: log)
            #expect(before.contains { $0.time < target - 2.25 } && before.contains { $0.time > target })
            let start = log.count
            rig.rig.engine.send(.seek(id: 1, target: target, precision: .exact))
            #expect(try await rig.run(for: 10) { log.all.dropFirst(start).contains { if case .seeked(1, _) = $0 { true } else { false } } })
            try await rig.run(for: 3)
            let again = tags(.entered, in: log, from: start)
            #expect(again.count >= 4 && abs((again.first?.time ?? .infinity) - (target + 0.25)) < 0.11, "\(again)")
            try checkBroadcast(again)
            try await rig.close()
        }
    }
}
