import Foundation
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadEngine

/// Files that another program writes while they play.
@Suite("Growing files", .enabled(if: Samples.areThere), .timeLimit(.minutes(2)))
struct GrowingFileTests {
    @Test(
        "A file that grows plays to its new end, and its duration grows",
        arguments: [
            ("ts", []), ("ts", ["-bf", "2"]), ("mkv", ["-live", "1", "-cluster_time_limit", "500"]),
            ("flv", ["-flvflags", "no_duration_filesize"]),
            ("mp4", ["-movflags", "frag_keyframe+empty_moov"]), ("wav", ["-vn"]),
        ] as [(String, [String])])
    func growth(_ format: String, _ options: [String]) async throws {
        try await withTemporaryFolder { folder in
            let inputs = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=4", "-f", "lavfi", "-i", "sine=duration=4"]
            let codecs = format == "wav" ? [] : ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-threads", "1", "-c:a", "aac"]
            // A pipe, as in a recording whose header is not written again.
            try await Tool("sh").run(
                ["-c", "ffmpeg -v error \"$@\" -f \(format == "mkv" ? "matroska" : format == "ts" ? "mpegts" : format) - > whole", "sh"]
                    + inputs + codecs + options, in: folder)
            let bytes = try Data(contentsOf: folder.appendingPathComponent("whole"))
            let file = folder.appendingPathComponent("growing.\(format)")
            try bytes.prefix(bytes.count / 2).write(to: file)
            let writer = try FileHandle(forWritingTo: file)
            try writer.seekToEnd()
            let rig = EngineRig(file)
            let opened = try await rig.open()
            rig.start()
            try await rig.played(to: 1)
            try writer.write(contentsOf: bytes[(bytes.count / 2)...])
            try writer.close()
            let end = try await rig.ended()
            #expect(abs(end - 4) < 0.1, "\(end) after \(rig.log.all)")
            #expect(opened.duration < 3.5 && rig.warnings.isEmpty)
            #expect(format == "wav" || rig.screen.shown.count == 100)
            try await rig.close()
        }
    }
}
