import Foundation
import Testing

@testable import PlayheadTransport

@Suite("Objects of requests")
struct LoadObjectTests {
    private static let url = URL(filePath: "/a")

    @Test("A purpose implies an object with the same purpose", arguments: LoadKind.allCases)
    func purpose(kind: LoadKind) {
        #expect(LoadObject(kind).kind == kind)
        #expect(LoadRequest(url: Self.url, kind: kind).object == LoadObject(kind))
    }

    @Test(
        "An object implies the purpose of its requests",
        arguments: [
            (.multivariantPlaylist, .manifest), (.steeringManifest, .manifest), (.part(.audio), .segment),
            (.initializationSegment(.video), .segment), (.segment(.captions), .captions), (.sideTrack, .captions),
            (.adDocument, .feed), (.tracker, .feed), (.image, .media), (.thumbnail, .segment),
        ] as [(LoadObject, LoadKind)])
    func object(object: LoadObject, kind: LoadKind) {
        #expect(LoadRequest(url: Self.url, object: object).kind == kind)
    }

    @Test("A new purpose replaces the object")
    func replaced() {
        var request = LoadRequest(url: Self.url, object: .part(.audio))
        request.kind = .key
        #expect(request.object == .key)
    }

    @Test("Playlists and segments have a content, other objects have none")
    func content() {
        #expect(LoadObject.mediaPlaylist(.muxed).content == .muxed)
        #expect(LoadObject.part(.audio).content == .audio)
        #expect(LoadObject.keyFrame.content == .video)
        #expect(LoadObject.key.content == nil)
        #expect(LoadObject.multivariantPlaylist.content == nil)
    }
}
