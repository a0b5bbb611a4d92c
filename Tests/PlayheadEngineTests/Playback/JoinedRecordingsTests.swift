import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadSamples
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine

/// Several recordings, joined byte by byte: their clocks start again.
@Suite("Joined recordings", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct JoinedRecordingsTests {
    /// The first recording of a file.
    enum First: CaseIterable, Sendable {
        /// Ends in the middle of the packets of both tracks.
        case cutOff
        /// Has sound for the first 4 s only.
        case shortSound
        /// Has times that are far higher.
        case later
    }

    private func make(_ first: First, in folder: URL) async throws -> URL {
        let input = ["-v", "error", "-i", try await Samples.url(Samples.small).path]
        let arguments =
            switch first {
            case .cutOff: ["-c", "copy"]
            case .shortSound: ["-c:v", "copy", "-c:a", "aac", "-af", "atrim=0:4"]
            case .later: ["-c", "copy", "-output_ts_offset", "5000"]
            }
        try await CachedTool("ffmpeg").run(input + arguments + ["first.ts"], in: folder)
        try await CachedTool("ffmpeg").run(input + ["-c", "copy", "second.ts"], in: folder)
        var bytes = try Data(contentsOf: folder.appendingPathComponent("first.ts"))
        if first == .cutOff { bytes = bytes.prefix(bytes.count / 3 / 188 * 188) }
        bytes += try Data(contentsOf: folder.appendingPathComponent("second.ts"))
        let file = folder.appendingPathComponent("joined.ts")
        try bytes.write(to: file)
        return file
    }

    /// Returns the ends of the pictures and the sound of a file, in seconds.
    private func ends(of file: URL) async throws -> (video: Double, audio: Double) {
        let found = try await MediaProbe(configuration: EngineConfiguration(loader: URLLoader())).run(file, withFrames: true)
        func end(_ type: String) -> Double {
            let track = found.tracks.first { $0.type == type }?.index
            return found.frames?.filter { $0.track == track }.map { $0.time + $0.duration }.max() ?? 0
        }
        return (end("video"), end("audio"))
    }

    @Test("Sound and pictures of the second one stay together; the duration is that of both, and seeks arrive", arguments: First.allCases)
    func joined(first: First) async throws {
        try await withTemporaryFolder { folder in
            let file = try await make(first, in: folder)
            let (whole, second) = (try await ends(of: file), try await ends(of: folder.appendingPathComponent("second.ts")))
            #expect(abs(whole.video - whole.audio - (second.video - second.audio)) < 0.005, "\(whole) \(second)")
            let rig = EngineRig(file)
            let description = try await rig.open()
            rig.start()
            let end = try await rig.ended()
            #expect(abs(description.duration - end) < 0.05, "\(description.duration) of \(end)")
            let times = rig.screen.shown.map(\.time)
            // The track that ends first has a gap. If pictures are cut off that precede others in time, the last one has the time of the next.
            let steps = zip(times, times.dropFirst()).map { $1 - $0 }
            #expect(steps.allSatisfy { $0 >= 0 && $0 < 1 }, "\(steps.filter { $0 < 0.03 || $0 > 0.04 }), \(times.count)")
            #expect(rig.screen.stamps.suffix(180) == Array(0..<180).map(Optional.some)[...])
            let start = times[times.count - 180]
            for (id, offset) in [4.51, 1.01, -0.99, 5.51].enumerated() {
                try await rig.seek(id, to: start + offset)
                let stamp = try #require(rig.screen.stamps.last ?? nil)
                if offset > 0 { #expect(stamp == Int(checked: offset * 30 - 0.3)) }
            }
            try await rig.close()
        }
    }

    @Test("Fragmented MP4 shows all pictures of both recordings")
    func fragments() async throws {
        try await withTemporaryFolder { folder in
            let input = ["-v", "error", "-i", try await Samples.url(Samples.small).path, "-an", "-c", "copy"]
            try await CachedTool("ffmpeg").run(input + ["-movflags", "frag_keyframe+empty_moov+default_base_moof", "one.mp4"], in: folder)
            let one = try Data(contentsOf: folder.appendingPathComponent("one.mp4"))
            let file = folder.appendingPathComponent("joined.mp4")
            try (one + one).write(to: file)
            let rig = EngineRig(file)
            _ = try await rig.open()
            rig.start()
            try await rig.ended()
            #expect(rig.screen.stamps.compactMap(\.self) == Array(0..<180) + Array(0..<180))
            let times = rig.screen.shown.map(\.time)
            let steps = zip(times, times.dropFirst()).map { $1 - $0 }
            #expect(steps.allSatisfy { abs($0 - 1.0 / 30) < 0.01 }, "\(steps.filter { $0 < 0.03 || $0 > 0.04 })")
            try await rig.close()
        }
    }

    /// Creates chained Ogg with songs of 40 s, each with these options of the encoder.
    private static func songs(_ options: [[String]], in folder: URL) async throws -> URL {
        var bytes = Data()
        for (index, options) in options.enumerated() {
            let input = ["-v", "error", "-f", "lavfi", "-i", "sine=r=48000:d=40", "-c:a", "libopus"]
            try await CachedTool("ffmpeg").run(input + options + ["\(index).opus"], in: folder)
            bytes += try Data(contentsOf: folder.appendingPathComponent("\(index).opus"))
        }
        let file = folder.appendingPathComponent("chain.opus")
        try bytes.write(to: file)
        return file
    }

    @Test("A seek in chained Ogg reaches songs that are not loaded, forward and back", arguments: [false, true])
    func chain(isMeasured: Bool) async throws {
        try await withTemporaryFolder { folder in
            let file = try await Self.songs([[], []], in: folder)
            let rig = EngineRig(file) { $0.prefersPreciseDuration = isMeasured }
            let description = try await rig.open()
            #expect(abs(description.duration - 80) < (isMeasured ? 0.1 : 12), "\(description.duration)")
            for (id, target) in [70.0, 5, 60].enumerated() {
                #expect(abs(try await rig.seek(id, to: target) - target) < 0.1)
            }
            rig.start()
            #expect(abs(try await rig.ended() - 80) < 0.2)
            #expect(rig.engine.statistics.audioFrames > 19 * 48_000, "\(rig.engine.statistics.audioFrames)")
            try await rig.close()
        }
    }

    @Test("A seek behind the end of chained Ogg, which its estimated duration exceeds, ends it without an error")
    func behindEndOfChain() async throws {
        try await withTemporaryFolder { folder in
            // The first song determines the estimate.
            let options = ["16k", "128k"].map { ["-vbr", "off", "-b:a", $0] }
            let rig = EngineRig(try await Self.songs(options, in: folder))
            #expect(try await rig.open().duration > 200)
            try await rig.seek(1, to: 150)
            rig.start()
            try await rig.ended()
            try await rig.close()
        }
    }
}
