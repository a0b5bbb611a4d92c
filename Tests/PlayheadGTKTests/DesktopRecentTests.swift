import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Tests the cover of sound and the pictures of recent items.
@Suite("The desktop player's recent items", .tags(.windows), .enabled(if: DesktopRig.isPossible), .serialized, .timeLimit(.minutes(5)))
struct DesktopRecentTests {
    @Test("Recent items have a private picture in the cache, which the start screen shows, and which is deleted when they are forgotten")
    func pictures() async throws {
        try await withTemporaryFolder { folder in
            let sample = try await DesktopTests().sample(SampleRecipe(.file(.mp4), duration: 70, width: 160, height: 90, bFrames: 2))
            let film = folder.appending(path: "film.mp4")
            try FileManager.default.copyItem(atPath: sample, toPath: film.path)
            let environment = ["XDG_STATE_HOME": folder.path, "XDG_CACHE_HOME": folder.path]
            let first = try await DesktopRig([film.path], environment: environment)
            try await first.event("onPlay")
            try await first.press("5", expect: "onSeeked")
            try await first.press("space", expect: "onPause")
            let cache = folder.appending(path: "playhead/thumbnails")
            try await eventually("a picture") { Self.files(in: cache).count == 1 }
            let picture = cache.appending(path: try #require(Self.files(in: cache).first))
            let attributes = try FileManager.default.attributesOfItem(atPath: picture.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try Data(contentsOf: picture).starts(with: [0x89, 0x50, 0x4E, 0x47]))
            try await first.xdotool("key", "q")
            try await eventually("the end") { try await first.windows().isEmpty }

            let second = try await DesktopRig([], environment: environment)
            try await second.places("the recent item") { ($0["recent0"]?.height ?? 0) > 90 }
            try await second.xdotool("key", "ctrl+comma")
            try await second.places("the preferences") { $0["forget"] != nil }
            try await second.xdotool("key", "Tab")
            try await second.places("the focus on the button") { $0["focus"] != nil && $0["focus"] == $0["forget"] }
            try await second.xdotool("key", "Return")
            try await second.places("the question") { $0["focus"] == nil }
            try await second.xdotool("key", "Tab")
            try await second.xdotool("key", "Return")
            try await eventually("no picture") { Self.files(in: cache).isEmpty }
            try await second.places("no recent item") { $0["recent0"] == nil }
        }
    }

    private static func files(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { !$0.hasPrefix(".") }
    }

    @Test("Sound alone shows its cover, or an icon in its place, and no title above")
    func sound() async throws {
        let sample = try await DesktopTests().sample(SampleRecipe(.file(.mp4), duration: 6, width: 160, height: 90, bFrames: 2))
        try await withTemporaryFolder { folder in
            let song = folder.appending(path: "song.m4a")
            _ = try await outputOfTool(
                "ffmpeg",
                [
                    "-loglevel", "error", "-i", sample, "-vn", "-c", "copy", "-metadata", "title=Evening", "-metadata", "artist=Sines",
                    song.path,
                ],
                environment: [:])
            let rig = try await DesktopRig([song.path])
            try await rig.event("onPlay")
            try await rig.places("the icon of the sound in the middle, and no title") { places in
                guard let cover = places["cover"], let bar = places["bar"] else { return false }
                return cover.width == cover.height && cover.bottom < bar.y && abs(cover.x + cover.width / 2 - 480) < 2
                    && places["title"] == nil
            }
        }
    }
}
