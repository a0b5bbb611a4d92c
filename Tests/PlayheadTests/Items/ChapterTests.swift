import Foundation
import Playhead
import PlayheadTestKit
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

    @Test("They come in order, titled in one line, by one request with the item's header")
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

    @Test("An item without a track has none, and one whose track can't be had throws")
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
}
