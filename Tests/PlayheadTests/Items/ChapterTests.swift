import Foundation
import Playhead
import PlayheadOrigin
import PlayheadSamples
import TestSupport
import Testing

@testable import Playhead

@Suite("Chapters of an item", .timeLimit(.minutes(5)))
@MainActor
struct ChapterTests {
    private let text = """
        WEBVTT

        00:05.000 --> 00:10.000
        The <i>second</i>
        part

        00:00.000 --> 00:05.000
        Beginning

        """

    private func item(_ origin: LoopbackOrigin) -> PlayerItem {
        let track = ItemTrack(url: origin.url("chapters.vtt"), kind: .chapters)
        return PlayerItem(
            PlaylistEntry(
                sources: [ItemSource(url: origin.url("a.mp4"))], tracks: [track], assetOptions: AssetOptions(headers: ["X-Item": "a"])))
    }

    @Test("Chapters are in order, with one-line titles, loaded by one request with the item's header")
    func chapters() async throws {
        try await RealRig.run { rig in
            rig.origin.add("chapters.vtt", text: text)
            rig.player.load(item(rig.origin))
            for _ in 0..<2 {
                let chapters = try await rig.player.chapters()
                #expect(chapters.map(\.title) == ["Beginning", "The second part"])
                #expect(chapters.map(\.range) == [TimeRange(start: 0, end: 5), TimeRange(start: 5, end: 10)])
            }
            let requests = rig.origin.requests.filter { $0.path == "chapters.vtt" }
            #expect(requests.count == 1 && requests.first?.headers["X-Item"] == "a")
        }
    }

    @Test("The chapters of a track are reported instead of those in the file")
    func reported() async throws {
        let file = try await SampleFile.withChapters("mp4")
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        try await RealRig.run { rig in
            rig.origin.add("a.mp4", Array(try Data(contentsOf: file)))
            rig.origin.add("chapters.vtt", text: text)
            rig.player.load(item(rig.origin))
            await rig.wait(for: .onReady)
            try await eventually("the track is loaded") { rig.player.media?.chapters?.first?.title == "Beginning" }
            rig.player.play()
            await rig.wait(for: .onComplete)
            #expect(rig.trace.events.compactMap { ($0 as? ChapterEvent)?.chapter.title } == ["Beginning"])
        }
    }

    @Test("An item without a track has no chapters, and one whose track is unavailable throws")
    func none() async throws {
        try await RealRig.run { rig in
            rig.player.load(item(rig.origin))
            await #expect { _ = try await rig.player.chapters() } throws: { ($0 as? PlaybackError)?.kind == .captionsStatus(404) }
        }
        try await RealRig.run { rig in
            rig.player.load(PlayerItem(url: rig.origin.url("b.mp4")))
            let none = try await rig.player.chapters()
            #expect(none.isEmpty)
        }
    }

    @Test(
        "Chapters in a file are available once it is open, also from its asset; a separate track takes precedence",
        arguments: ["mp4", "mkv", "mp3"])
    func inside(container: String) async throws {
        let file = try await SampleFile.withChapters(container)
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        try await RealRig.run { rig in
            rig.player.load(PlayerItem(url: file))
            let early = try await rig.player.chapters()
            #expect(early.isEmpty)
            rig.player.play()
            await rig.wait(for: .onFirstFrame)
            let chapters = try await rig.player.chapters()
            #expect(chapters.map(\.title) == ["Opening", "The = second; part"])
            #expect(chapters.map(\.range.start).elementsEqual([0, 1], by: { abs($0 - $1) < 0.05 }))
            #expect(abs((chapters.last?.range.end ?? 0) - 2) < 0.1)
            await rig.wait(for: .onComplete)
            #expect(rig.trace.events.compactMap { ($0 as? ChapterEvent)?.chapter } == chapters)
        }
        let asset = try await Asset(url: file).load(.chapters)
        #expect(asset.map(\.title) == ["Opening", "The = second; part"])
    }
}

/// A file made by `ffmpeg`.
private enum SampleFile {
    static func withChapters(_ container: String) async throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-chapters-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let metadata = """
            ;FFMETADATA1
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=1000
            title=Opening
            [CHAPTER]
            TIMEBASE=1/1000
            START=1000
            END=2000
            title=The \\= second\\; part
            """
        let list = folder.appendingPathComponent("chapters.txt")
        try Data(metadata.utf8).write(to: list)
        let file = folder.appendingPathComponent("film." + container)
        let codec = container == "mp3" ? "libmp3lame" : "aac"
        guard
            let ffmpeg = ["/usr/bin", "/usr/local/bin"].map({ URL(fileURLWithPath: $0 + "/ffmpeg") }).first(where: {
                FileManager.default.isExecutableFile(atPath: $0.path)
            })
        else { throw SampleStreamError.toolNotFound("ffmpeg") }
        let process = try ChildProcess(
            ffmpeg,
            arguments: [
                "-v", "error", "-nostdin", "-f", "lavfi", "-i", "sine=duration=2", "-i", list.path, "-map", "0:a", "-map_metadata", "1",
                "-c:a", codec, "-y", file.path,
            ], environment: ["PATH": "/usr/bin:/bin"], readsOutput: true)
        let output = process.output
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                // The output ends when the command exits.
                _ = output?.readDataToEndOfFile()
                withExtendedLifetime(process) {}
                continuation.resume()
            }
        }
        return file
    }
}
