import Foundation
import Playhead
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import Testing

@MainActor
@Suite("Thumbnails of a player", .enabled(if: Samples.arePossible), .timeLimit(.minutes(5)))
struct ThumbnailTests {
    private func stamp(_ thumbnail: Thumbnail) -> Int? {
        let green = stride(from: 1, to: thumbnail.pixels.count, by: 4).map { thumbnail.pixels[$0] }
        return FrameStamp.read(luma: green, bytesPerRow: thumbnail.width, width: thumbnail.width, height: thumbnail.height)
    }

    @Test("are refused before an item is open, and without a position")
    func refusals() async throws {
        let player = Player()
        await #expect { _ = try await player.thumbnail(at: 1) } throws: { ($0 as? PlaybackError)?.kind == .commandRefused }
        await #expect { _ = try await player.thumbnail(at: .nan) } throws: { ($0 as? PlaybackError)?.kind == .invalidValue }
    }

    @Test("on demand, positions are relative to the start, and the thumbnail reports its own")
    func onDemand() async throws {
        try await RealRig.run { rig in
            rig.player.load(try await rig.item(Samples.mp4, "mp4"))
            await rig.wait(for: .onReady)
            let thumbnail = try await rig.player.thumbnail(at: 1.7, fitting: PictureSize(width: 160, height: 160))
            #expect(stamp(thumbnail) == 30 && abs(thumbnail.time - 1) < 0.01)
            #expect(thumbnail.width == 160 && thumbnail.height == 90)
        }
    }

    @Test("in DVR, positions are relative to the live edge")
    func dvr() async throws {
        try await RealRig.run { rig in
            let folder = try await Samples.streams.folder(of: .hlsFragmentedMP4)
            let broadcast = try LiveBroadcast(
                of: folder, options: LiveOptions(window: .event, initialDuration: 6, isContinuous: true), isKept: true)
            rig.player.load(PlayerItem(url: rig.origin.serve(broadcast), isDVR: true))
            await rig.wait(for: .onReady)
            #expect(rig.player.timeline.kind == .dvr)
            let clock = rig.player.configuration.clock
            let began = clock.now
            let thumbnail = try await rig.player.thumbnail(at: -1)
            // The key frame is up to a second earlier, and the live edge has advanced.
            #expect(thumbnail.time < -0.99 && thumbnail.time > -2.1 - (clock.now - began))
            #expect(stamp(thumbnail).map { $0 % 30 } == 0)
        }
    }
}
