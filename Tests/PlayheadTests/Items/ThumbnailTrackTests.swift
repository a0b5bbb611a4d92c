import Foundation
import PlayheadOrigin
import Testing

@testable import Playhead

@MainActor
@Suite("Thumbnail tracks", .timeLimit(.minutes(5)))
struct ThumbnailTrackTests {
    private let text = """
        WEBVTT

        00:00.000 --> 00:05.000
        sprite.jpg#xywh=0,0,160,90

        00:05.000 --> 00:10.000
        /pictures/2.jpg

        00:10.000 --> 00:15.000
        sprite.jpg#xywh=nonsense

        00:15.000 --> 00:20.000
        file:///etc/passwd

        """

    private func item(_ origin: LoopbackOrigin) -> PlayerItem {
        let track = ItemTrack(url: origin.url("a/thumbs.vtt"), kind: .thumbnails)
        return PlayerItem(
            PlaylistEntry(
                sources: [ItemSource(url: origin.url("a/a.mp4"))], tracks: [track], assetOptions: AssetOptions(headers: ["X-Item": "a"])))
    }

    @Test("The picture of a position is returned, with one request with the item's header")
    func references() async throws {
        try await RealRig.run { rig in
            rig.origin.add("a/thumbs.vtt", text: text)
            rig.player.load(item(rig.origin))
            let first = try await rig.player.thumbnailReference(at: 4.9)
            #expect(first?.url == rig.origin.url("a/sprite.jpg") && first?.region == .init(x: 0, y: 0, width: 160, height: 90))
            let second = try await rig.player.thumbnailReference(at: 5)
            #expect(second?.url == rig.origin.url("pictures/2.jpg") && second?.region == nil)
            let third = try await rig.player.thumbnailReference(at: 12)
            #expect(third != nil && third?.region == nil)
            for position in [16.0, 99, -1] {
                let none = try await rig.player.thumbnailReference(at: position)
                #expect(none == nil)
            }
            let requests = rig.origin.requests.filter { $0.path == "a/thumbs.vtt" }
            #expect(requests.count == 1 && requests.first?.headers["X-Item"] == "a")
        }
    }

    @Test("An unavailable or invalid track throws, and is requested again")
    func failures() async throws {
        try await RealRig.run { rig in
            rig.player.load(item(rig.origin))
            await #expect { _ = try await rig.player.thumbnailReference(at: 1) } throws: {
                ($0 as? PlaybackError)?.kind == .captionsStatus(404)
            }
            rig.origin.add("a/thumbs.vtt", text: "no captions")
            await #expect { _ = try await rig.player.thumbnailReference(at: 1) } throws: {
                ($0 as? PlaybackError)?.kind == .captionsInvalid
            }
            rig.origin.add("a/thumbs.vtt", text: text)
            let found = try await rig.player.thumbnailReference(at: 1)
            #expect(found != nil)
            await #expect { _ = try await rig.player.thumbnailReference(at: .nan) } throws: {
                ($0 as? PlaybackError)?.kind == .invalidValue
            }
            rig.player.load(PlayerItem(url: rig.origin.url("b.mp4")))
            rig.player.release()
            let none = try await rig.player.thumbnailReference(at: 1)
            #expect(none == nil)
        }
    }
}
