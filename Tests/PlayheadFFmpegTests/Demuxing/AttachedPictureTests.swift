import Foundation
import OriginTestSupport
import PlayheadSamples
import Testing

@testable import PlayheadFFmpeg

@Suite(.enabled(if: Samples.areThere))
struct AttachedPictureTests {
    @Test(arguments: [
        ("mp3", ["-map", "0", "-map", "1", "-c:v", "copy", "-metadata:s:v", "comment=Cover (front)"]),
        ("flac", ["-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic"]),
        ("m4a", ["-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic"]),
        ("mka", ["-map", "0", "-attach", "cover.png", "-metadata:s:t", "mimetype=image/png"]), ("ogg", ["-map", "0"]),
    ])
    func `the cover is found, and is not a track`(_ format: String, _ options: [String]) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let ffmpeg = try CachedTool("ffmpeg")
        try await ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", "color=red:s=16x16", "-frames:v", "1", "cover.png"], in: folder)
        let cover = [UInt8](try Data(contentsOf: folder.appendingPathComponent("cover.png")))
        let inputs = ["-f", "lavfi", "-i", "sine=duration=1", "-i", "cover.png"]
        try await ffmpeg.run(["-v", "error"] + inputs + options + ["-metadata", "album=Album", "a.\(format)"], in: folder)
        let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("a.\(format)")))
        let demuxer = try Demuxer(source: MemorySource(bytes))
        #expect(demuxer.artwork == (format == "ogg" ? nil : cover))
        #expect(demuxer.bestStream(.video) == nil && demuxer.bestStream(.audio) != nil)
    }

    @Test("A cover above the maximum size is ignored")
    func tooLarge() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let ffmpeg = try CachedTool("ffmpeg")
        try await ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", "color=red:s=16x16", "-frames:v", "1", "cover.png"], in: folder)
        let cover = try FileHandle(forWritingTo: folder.appendingPathComponent("cover.png"))
        try cover.truncate(atOffset: UInt64(16 << 20) + 1)
        try cover.close()
        let inputs = ["-f", "lavfi", "-i", "sine=duration=1"]
        let options = ["-attach", "cover.png", "-metadata:s:t", "mimetype=image/png"]
        try await ffmpeg.run(["-v", "error"] + inputs + options + ["a.mka"], in: folder)
        let demuxer = try Demuxer(source: MemorySource([UInt8](try Data(contentsOf: folder.appendingPathComponent("a.mka")))))
        #expect(demuxer.streams.contains { $0.isAttachedPicture } && demuxer.artwork?.count == nil)
    }
}
