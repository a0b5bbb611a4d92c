import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadOrigin
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Loading playlists", .timeLimit(.minutes(5)))
struct PlaylistLoaderTests {
    private func error(_ prepare: (LoopbackOrigin) -> Void, path: String = "a.m3u8") async throws -> PlaybackError {
        let origin = try await LoopbackOrigin.start()
        prepare(origin)
        var options = RequestOptions()
        options.timeouts.progress = 0.2
        let loader = PlaylistLoader(loader: URLLoader(), options: options)
        let error = await #expect(throws: PlaybackError.self) {
            let playlist = try await loader.mediaPlaylist(at: origin.url(path).absoluteString, variables: nil)
            Issue.record("parsed as \(playlist.text)")
        }
        await origin.stop()
        return try #require(error)
    }

    @Test("Errors name the problem and the URL")
    func failures() async throws {
        let good = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n"
        let missing = try await error { _ in }
        #expect(missing.kind == .manifestStatus(404) && missing.url?.hasSuffix("/a.m3u8") == true)
        #expect(try await error { $0.add("a.m3u8", text: "<html></html>") }.kind == .manifestInvalid)
        #expect(try await error { $0.add("a.m3u8", text: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nb.m3u8\n") }.kind == .manifestLoop)
        for kind in [Fault.Kind.cut(afterBytes: 20), .cut(afterBytes: nil), .stall(afterBytes: 20)] {
            let broken = try await error { origin in
                origin.add("a.m3u8", text: good)
                origin.addFault(Fault(kind: kind))
            }
            #expect(broken.kind == .manifestUnreachable, "\(kind)")
        }
        let loader = PlaylistLoader(loader: URLLoader(), options: RequestOptions())
        for url in ["", "no scheme", "http://"] {
            let invalid = await #expect(throws: PlaybackError.self) { _ = try await loader.playlist(at: url) }
            #expect(invalid?.kind == .invalidURL, "\(url)")
        }
    }

    @Test("A playlist or manifest above the maximum size is refused")
    func tooLarge() async throws {
        let (limit, url) = (LoadKind.manifest.maximumBytes, "https://a/a.m3u8")
        let scripted = ScriptedLoader([url: .bytes([UInt8](repeating: 0x0A, count: limit + 1))])
        let loader = PlaylistLoader(loader: scripted, options: RequestOptions())
        let error = await #expect(throws: PlaybackError.self) { _ = try await loader.bytes(at: url, of: .multivariantPlaylist) }
        #expect(error?.underlying == "The response is larger than \(limit) bytes." && error?.url == url)
    }

    @Test("Relative references are resolved against the URL after redirects")
    func redirects() async throws {
        let origin = try await LoopbackOrigin.start()
        origin.add("deep/b.m3u8", text: "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n")
        origin.addFault(Fault(path: "a.m3u8", kind: .redirect(to: "/deep/b.m3u8")))
        let loader = PlaylistLoader(loader: URLLoader(), options: RequestOptions())
        let playlist = try await loader.mediaPlaylist(at: origin.url("a.m3u8").absoluteString, variables: nil)
        #expect(playlist.url(for: "a.ts") == origin.url("deep/a.ts").absoluteString)
        await origin.stop()
    }
}
