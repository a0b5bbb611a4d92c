import Foundation
import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadSamples

/// Timed ID3 of transport streams whose timestamps jump.
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

    /// An ID3v2.4 tag with a title.
    private static func tag(_ title: String) -> [UInt8] {
        let content = [3] + Array(title.utf8)
        let frame = Array("TIT2".utf8) + size(content.count) + [0, 0] + content
        return Array("ID3".utf8) + [4, 0, 0] + size(frame.count) + frame
    }

    private static func size(_ value: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) } }

    /// Writes the recordings into a folder.
    /// - Returns: The file or the playlist to play, and the times of the tags by their titles, in seconds.
    private func make(_ arrangement: Arrangement, in folder: URL) async throws -> (url: URL, times: [String: Double]) {
        let source = try await Samples.url(Self.recipe)
        try await Tool("ffmpeg").run(
            ["-v", "error", "-i", source.path, "-c", "copy", "-output_ts_offset", "5000", "later.ts"], in: folder)
        let later = folder.appendingPathComponent("later.ts")
        var recordings: [[UInt8]] = []
        var times: [String: Double] = [:]
        let files = arrangement == .file ? [source] : [source, later]
        for (number, file) in files.enumerated() {
            let bytes = [UInt8](try Data(contentsOf: file))
            let tagged = TimedID3.added(to: bytes, every: 0.5) { Self.tag("\(number) \($0)") }
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

    /// Checks that each of the tags was reported in a phase once, at its time, from report `first` on.
    private func check(_ times: [String: Double], _ phase: TimedMetadata.Phase, in log: ReportLog, from first: Int = 0) {
        var found: [String: [Double]] = [:]
        for case .metadata(let item, phase) in log.all.dropFirst(first) where item.kind == .id3 {
            guard case .object(let values)? = item.fields["metadata"], case .string(let title)? = values["TIT2"] else { continue }
            found[title, default: []].append(item.start)
        }
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
}
