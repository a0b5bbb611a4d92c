import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization
import TestSupport
import Testing

@testable import PlayheadEngine

/// Data from an origin never takes more memory than the limit, however long or numerous segments are.
@Suite("Endless segments", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct EndlessSegmentTests {
    /// An origin that sends a segment repeatedly without an end.
    private final class Origin: Loader, LoadBodySource {
        let playlist: String
        private let segment: [UInt8]
        private let isEndless: Bool
        private let sent = Mutex(0)

        init(playlist: String, segment: [UInt8], isEndless: Bool) {
            self.playlist = playlist
            self.segment = segment
            self.isEndless = isEndless
        }

        /// The number of bytes that were read.
        var count: Int { sent.withLock { $0 } }

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            guard request.kind == .segment else {
                return LoadResponse(status: 200, url: request.url, contentLength: nil, body: LoadBody(bytes: Array(playlist.utf8)))
            }
            guard !isEndless else { return LoadResponse(status: 200, url: request.url, contentLength: nil, body: LoadBody(source: self)) }
            sent.withLock { $0 += segment.count }
            return LoadResponse(status: 200, url: request.url, contentLength: nil, body: LoadBody(bytes: segment))
        }

        func next() async throws -> [UInt8]? {
            try Task.checkCancellation()
            sent.withLock { $0 += segment.count }
            return segment
        }

        func cancel() {}
    }

    private func taken(_ playlist: String, isEndless: Bool) async throws -> Int {
        let folder = try await Samples.url(.hlsTransportStream).deletingLastPathComponent()
        let segment = [UInt8](try Data(contentsOf: folder.appendingPathComponent("segment000.ts")))
        let origin = Origin(playlist: playlist, segment: segment, isEndless: isEndless)
        let url = try #require(URL(string: "http://folder.test/list.m3u8"))
        let rig = EngineRig(url, loader: origin) { $0.forwardBytes = 1 << 20 }
        _ = try await rig.open()
        // Playback is paused, and data is loaded until there is enough.
        var timeout = IdleWait()
        var last = -1
        var quiet = 0
        while quiet < 100, origin.count < 100 << 20 {
            let isBusy = await timeout.isBusy()
            quiet = origin.count == last && !isBusy ? quiet + 1 : 0
            last = origin.count
            await Task.yield()
        }
        let bytes = origin.count
        #expect(await rig.engine.store.bytes < 3 << 20)
        try await rig.close()
        return bytes
    }

    @Test("One segment does not end")
    func endless() async throws {
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nsegment.ts\n#EXT-X-ENDLIST\n"
        // The data that the demuxer probes is added.
        #expect(try await taken(playlist, isEndless: true) < 16 << 20)
    }

    @Test("Very many different segments have no duration according to the playlist")
    func many() async throws {
        let segments = (0..<5000).map { "#EXT-X-DISCONTINUITY\n#EXTINF:0.001,\nsegment\($0).ts\n" }.joined()
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(segments)#EXT-X-ENDLIST\n"
        #expect(try await taken(playlist, isEndless: false) < 32 << 20)
    }

    @Test("Few decoded pictures are kept ready")
    func pictures() async throws {
        let rig = EngineRig(try await Samples.url(Samples.small))
        _ = try await rig.open()
        try await rig.loaded(to: 5.9)
        #expect(await rig.engine.queuedPictures <= 4)
        try await rig.seek(1, to: 3)
        #expect(await rig.engine.queuedPictures <= 4)
        try await rig.close()
    }
}
