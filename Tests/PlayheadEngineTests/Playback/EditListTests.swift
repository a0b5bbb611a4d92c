import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Edit lists of MP4", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct EditListTests {
    /// Shortens each edit of a file, and its duration, to `seconds`, as editors trim films.
    private func trimmed(_ bytes: [UInt8], to seconds: Int) -> [UInt8] {
        var bytes = bytes
        func set(_ type: String, at distance: Int) {
            let name = Array(type.utf8)
            for place in bytes.indices.dropLast(distance + 4) where bytes[place..<place + 4].elementsEqual(name) {
                // The timescale of the movie is 1000.
                for (index, shift) in [24, 16, 8, 0].enumerated() {
                    bytes[place + distance + index] = UInt8(truncatingIfNeeded: (seconds * 1000) >> shift)
                }
            }
        }
        set("mvhd", at: 20)
        set("elst", at: 12)
        return bytes
    }

    @Test("A film that an edit ends early plays to the end of the edit")
    func end() async throws {
        try await withTemporaryFolder { folder in
            let source = folder.appendingPathComponent("whole.mp4")
            try await CachedTool("ffmpeg").run(
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc2=d=6:s=160x90:r=30", "-f", "lavfi", "-i", "sine=d=6:r=48000", "-c:v",
                    "libx264",
                    "-bf", "0", "-c:a", "aac", source.lastPathComponent,
                ], in: folder)
            let url = folder.appendingPathComponent("trimmed.mp4")
            try Data(trimmed([UInt8](try Data(contentsOf: source)), to: 2)).write(to: url)
            let rig = EngineRig(url)
            let description = try await rig.open()
            #expect(abs(description.duration - 2) < 0.1)
            rig.start()
            let end = try await rig.ended()
            #expect(abs(end - 2) < 0.1)
            #expect(!rig.log.all.contains { if case .failed = $0 { true } else { false } })
            try await rig.close()
        }
    }
}
