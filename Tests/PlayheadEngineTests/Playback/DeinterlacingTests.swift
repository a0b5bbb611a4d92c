import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadEngine
import PlayheadSamples
import Synchronization
import TestSupport
import Testing

/// Interlaced pictures of broadcasts.
@Suite("Deinterlacing", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct DeinterlacingTests {
    /// Measures the comb of each picture: the share of lines that are more like the line after the next one than like the next one.
    private final class CombScreen: VideoOutput {
        let shown = Mutex<[(time: Double, comb: Double)]>([])

        func present(_ picture: VideoPicture) {
            guard let pixels = picture.rgba(width: picture.width, height: picture.height) else { return }
            let row = picture.width * 4
            func difference(_ a: Int, _ b: Int) -> Int {
                stride(from: 0, to: row, by: 4).reduce(0) { $0 + abs(Int(pixels[a * row + $1]) - Int(pixels[b * row + $1])) }
            }
            let lines = 0..<picture.height - 2
            let combed = lines.filter { difference($0, $0 + 2) + 500 < difference($0, $0 + 1) }.count
            shown.withLock { $0.append((picture.time, Double(combed) / Double(lines.count))) }
        }

        func clear() {}
    }

    private func make(isMarked: Bool, in folder: URL) async throws -> URL {
        let bars = "color=white:s=64x96:r=50[w];color=black:s=160x96:r=50[b];[b][w]overlay=x='mod(n*6\\,96)':y=0,tinterlace=interleave_top"
        let marks = isMarked ? ["-vf", "fieldorder=tff", "-flags", "+ilme+ildct", "-x264opts", "tff=1"] : []
        let file = folder.appendingPathComponent("interlaced-\(isMarked).mkv")
        try await CachedTool("ffmpeg").run(
            ["-v", "error", "-f", "lavfi", "-i", bars, "-t", "2", "-r", "25", "-c:v", "libx264", "-threads", "1", "-g", "10"] + marks
                + [file.path], in: folder)
        return file
    }

    private func play(_ url: URL, _ deinterlacing: Deinterlacing) async throws -> [(time: Double, comb: Double)] {
        let screen = CombScreen()
        let rig = EngineRig(url) { configuration in
            configuration.videoOutput = screen
            configuration.deinterlacing = deinterlacing
        }
        _ = try await rig.open()
        // A seek finds its picture although the filter returns pictures one later.
        #expect(abs(try await rig.seek(1, to: 1.21) - 1.21) < 0.05)
        #expect(screen.shown.withLock { $0.last.map { abs($0.time - 1.2) < 0.01 } } == true)
        screen.shown.withLock { $0 = [] }
        try await rig.seek(2, to: 0)
        rig.start()
        try await rig.ended()
        try await rig.close()
        return screen.shown.withLock { $0 }
    }

    @Test("Marked pictures are deinterlaced, all or none if configured; their number and times stay the same")
    func modes() async throws {
        try await withTemporaryFolder { folder in
            let (marked, unmarked) = (try await make(isMarked: true, in: folder), try await make(isMarked: false, in: folder))
            for (file, mode, isCombed) in [
                (marked, Deinterlacing.automatic, false), (marked, .off, true), (marked, .on, false), (unmarked, .automatic, true),
                (unmarked, .on, false),
            ] {
                let shown = try await play(file, mode)
                let hasAll = shown.count == 50 && shown.enumerated().allSatisfy { abs($1.time - Double($0) * 0.04) < 0.002 }
                #expect(hasAll, "\(file.lastPathComponent) \(mode)")
                #expect(shown.contains { $0.comb > 0.3 } == isCombed, "\(file.lastPathComponent) \(mode): \(shown.map(\.comb).max() ?? 0)")
            }
        }
    }
}
