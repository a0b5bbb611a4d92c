import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadEngine

/// Files in which a picture stays for minutes, as in recordings of screens and slides.
@Suite("Pictures that stay", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct StillPictureTests {
    private static let frame = 0.04

    /// The files with 50 pictures, 70 s without one, and 50 pictures.
    enum Recording: CaseIterable, Sendable {
        case movie, matroska
        /// Remuxed, so that each picture has the mean duration, which is longer than the distance to the next one.
        case remuxed
    }

    private func make(_ recording: Recording, in folder: URL) async throws -> URL {
        let name = recording == .matroska ? "still.mkv" : "still.mp4"
        try await CachedTool("ffmpeg").run(
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=4,setpts=(N+gte(N\\,50)*1750)/(25*TB)",
                "-f", "lavfi", "-i", "sine=r=48000:d=74", "-fps_mode", "passthrough", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2",
                "-g", "50", "-c:a", "aac", name,
            ], in: folder)
        let file = folder.appendingPathComponent(name)
        guard recording == .remuxed else { return file }
        try await CachedTool("ffmpeg").run(["-v", "error", "-i", name, "-c", "copy", "remuxed.mkv"], in: folder)
        return folder.appendingPathComponent("remuxed.mkv")
    }

    @Test("The pictures behind one that stays keep their times, and seeks show the picture at their target", arguments: Recording.allCases)
    func gap(recording: Recording) async throws {
        try await withTemporaryFolder { folder in
            let rig = EngineRig(try await make(recording, in: folder)) { $0.progressInterval = 5 }
            let description = try await rig.open()
            #expect(abs(description.duration - 74) < 0.1)
            // The sound of Matroska begins before the pictures.
            let start = recording == .movie ? 0 : 0.021
            for (id, target) in [40.0, 1.0, 5, 72.5, 1.5].enumerated() {
                #expect(abs(try await rig.seek(id, to: target) - target) < 0.05)
                let shown = try #require(rig.screen.shown.last)
                let expected = target > 2 && target < 72 ? start + 1.96 : target
                #expect(shown.time <= expected + 0.002 && shown.time + Self.frame > expected - 0.002, "\(target): \(shown.time)")
            }
            rig.screen.wipe()
            try await rig.seek(9, to: 0)
            rig.start()
            #expect(abs(try await rig.ended() - 74) < 0.1)
            let times = rig.screen.shown.map(\.time)
            let expected = (0..<100).map { start + Double($0 < 50 ? $0 : $0 + 1750) * Self.frame }
            #expect(times.count == 100 && zip(times, expected).allSatisfy { abs($0 - $1) < 0.002 }, "\(times)")
            #expect(!rig.waits.contains(.stalled) && rig.warnings.isEmpty)
            try await rig.close()
        }
    }

    /// Pictures of more than ten minutes.
    struct Slides: Sendable {
        var name: String
        /// The rate and the duration of the generated pictures, and the filter that moves them, in one graph: FFmpeg 7 drops the last one otherwise.
        var input: String
        var times: [Double]
        var end: Double
        /// Whether the header of Matroska declares the mean duration for all pictures.
        var isRemuxed = false

        static let all = [
            Slides(
                name: "index.mp4", input: "r=1:d=4,setpts=(N+gte(N\\,2)*900+gte(N\\,3)*700)/TB",
                times: [0, 1, 902, 1603], end: 1604),
            // FFmpeg counts no decoding times for the first pictures of Matroska.
            Slides(name: "durations.mkv", input: "r=1/700:d=4200", times: [0, 700, 1400, 2100, 2800, 3500], end: 4200),
            Slides(
                name: "remuxed.mkv", input: "r=5:d=4,setpts=(N+gte(N\\,10)*5000)/(5*TB)",
                times: (0..<20).map { Double($0 < 10 ? $0 : $0 + 5000) / 5 }, end: 1004, isRemuxed: true),
        ]
    }

    @Test("Pictures of more than ten minutes are shown for that long", arguments: Slides.all)
    func slides(slides: Slides) async throws {
        try await withTemporaryFolder { folder in
            let input = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:\(slides.input)"]
            let codec = ["-fps_mode", "passthrough", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "1"]
            let made = slides.isRemuxed ? "made.mp4" : slides.name
            try await CachedTool("ffmpeg").run(input + codec + [made], in: folder)
            if slides.isRemuxed { try await CachedTool("ffmpeg").run(["-v", "error", "-i", made, "-c", "copy", slides.name], in: folder) }
            let rig = EngineRig(folder.appendingPathComponent(slides.name)) { $0.progressInterval = 50 }
            let duration = try await rig.open().duration
            #expect(abs(duration - slides.end) < 0.5, "\(duration)")
            try await rig.seek(1, to: 1000)
            let found = try #require(rig.screen.shown.last).time
            let expected = try #require(slides.times.last { $0 <= 1000 })
            #expect(abs(found - expected) < 0.001, "\(found)")
            rig.screen.wipe()
            try await rig.seek(2, to: 0)
            rig.start()
            #expect(abs(try await rig.ended() - slides.end) < 0.5)
            let times = rig.screen.shown.map(\.time)
            #expect(times.count == slides.times.count && zip(times, slides.times).allSatisfy { abs($0 - $1) < 0.001 }, "\(times)")
            try await rig.close()
        }
    }
}
