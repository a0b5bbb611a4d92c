import Foundation
import PlayheadCore
import PlayheadSamples
import PlayheadTransport
import Synchronization
import Testing

@testable import PlayheadEngine

/// Every request of a playback states the object that it loads.
@Suite("Objects of the requests of a playback", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct RequestedObjectsTests {
    /// Records the objects of requests by their paths.
    private final class Recorder: Loader {
        private let base = URLLoader()
        private let found = Mutex<[String: LoadObject]>([:])

        var objects: [String: LoadObject] { found.withLock { $0 } }

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            found.withLock { $0[request.url.path] = request.object }
            return try await base.load(request)
        }
    }

    private func play(_ recipe: SampleRecipe) async throws -> [String: LoadObject] {
        let (origin, url) = try await Samples.serve(recipe)
        let recorder = Recorder()
        let rig = EngineRig(url, loader: recorder)
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        rig.engine.send(.close(playback: 1))
        await origin.stop()
        return recorder.objects
    }

    @Test("Separate audio: playlists, initialization segments and segments have the declared content")
    func separateAudio() async throws {
        let objects = Set(try await play(.hlsAlternateAudio).values)
        for content in [MediaContent.video, .audio] {
            #expect(objects.isSuperset(of: [.mediaPlaylist(content), .initializationSegment(content), .segment(content)]))
        }
        #expect(objects.count == 7 && objects.contains(.multivariantPlaylist))
    }

    @Test("A media playlist alone declares no content")
    func single() async throws {
        #expect(Set(try await play(.hlsTransportStream).values) == [.multivariantPlaylist, .segment(.unknown)])
    }

    @Test("A whole file is one object")
    func file() async throws {
        #expect(Set(try await play(Samples.small).values) == [.file])
    }
}
