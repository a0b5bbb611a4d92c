import Foundation
import Playhead
import PlayheadOrigin
import PlayheadSamples
import PlayheadTransport
import Testing

/// Bad input: each case raises the right event, with its code and URL, and nothing hangs.
@MainActor
@Suite("Bad input", .timeLimit(.minutes(5)))
struct BadInputTests {
    @Test("A file that does not exist")
    func noFile() async throws {
        try await expect(121_003) { _ in URL(fileURLWithPath: "/nothing/here.mp4") }
    }

    @Test("A host that does not exist")
    func noHost() async throws {
        try await expect(121_000) { _ in url("http://nothing.invalid/a.mp4") }
    }

    @Test("A connection that is refused")
    func refused() async throws {
        let port = try UnansweredPort()
        try await expect(121_000) { _ in url("http://127.0.0.1:\(port.number)/a.mp4") }
        port.close()
    }

    @Test("A URL of an unknown kind")
    func unknownScheme() async throws {
        try await expect(120_003) { _ in url("gopher://example.com/a.mp4") }
    }

    @Test("Status codes, for media and for playlists", arguments: [404, 403, 410, 500])
    func status(code: Int) async throws {
        try await expect(121_000 + code) { origin in
            origin.addFault(Fault(path: "a.mp4", kind: .status(code)))
            return origin.url("a.mp4")
        }
        try await expect(132_000 + code) { origin in
            origin.addFault(Fault(path: "a.m3u8", kind: .status(code)))
            return origin.url("a.m3u8")
        }
    }

    @Test("HTML in place of media, and of a playlist")
    func html() async throws {
        try await expect(124_003) { origin in
            origin.addFault(Fault(path: "a.mp4", kind: .html))
            return origin.url("a.mp4")
        }
        try await expect(132_600) { origin in
            origin.addFault(Fault(path: "a.m3u8", kind: .html))
            return origin.url("a.m3u8")
        }
    }

    @Test("An empty file, over HTTP and on disk")
    func empty() async throws {
        try await expect(124_005) { origin in
            origin.add("a.mp4", [])
            return origin.url("a.mp4")
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString).mp4")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await expect(124_005) { _ in file }
    }

    @Test("Garbage")
    func garbage() async throws {
        try await expect(124_003) { origin in
            origin.add("a.mp4", Array(repeating: 0, count: 200_000))
            origin.addFault(Fault(path: "a.mp4", kind: .garbage(seed: 1)))
            return origin.url("a.mp4")
        }
    }

    @Test("A playlist that lists itself, directly or indirectly")
    func loop() async throws {
        try await expect(132_632) { origin in
            origin.add("a.m3u8", text: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\na.m3u8\n")
            return origin.url("a.m3u8")
        }
        try await expect(132_632, at: nil) { origin in
            origin.add("a.m3u8", text: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nb.m3u8\n")
            origin.add("b.m3u8", text: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\na.m3u8\n")
            return origin.url("a.m3u8")
        }
    }

    @Test("A playlist without segments")
    func noSegments() async throws {
        try await expect(132_631) { origin in
            origin.add("a.m3u8", text: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n")
            return origin.url("a.m3u8")
        }
    }

    @Test("A redirect to itself")
    func redirects() async throws {
        try await expect(121_006) { origin in
            origin.addFault(Fault(path: "a.mp4", kind: .redirect(to: nil)))
            return origin.url("a.mp4")
        }
    }

    @Test("A stream without a track that can be decoded", .enabled(if: Samples.arePossible))
    func noTrack() async throws {
        try await expect(124_006) { origin in
            origin.add("a.mkv", MatroskaSubtitles.file)
            return origin.url("a.mkv")
        }
    }

    @Test("A truncated file plays the available media, and then reports the truncation", .enabled(if: Samples.arePossible))
    func truncated() async throws {
        try await RealRig.run { rig in
            let item = try await rig.item(SampleRecipe(.file(.mp4), duration: 4), "a")
            rig.origin.addFault(Fault(path: "*.mp4", kind: .truncated(afterBytes: 120_000)))
            rig.player.load(item)
            rig.player.play()
            #expect(await rig.wait(for: .onError))
            let error = rig.trace.all(ErrorEvent.self).first?.error
            #expect(error?.code == 224_021 && error?.url == item.url.absoluteString, "\(String(describing: error))")
            #expect(rig.player.statistics.framesShown > 20 && rig.player.statistics.framesShown < 120)
            #expect(rig.player.state == .error && !rig.trace.contains(.onComplete))
            OrderRules.check(rig.trace.events)
        }
    }

    @Test("A missing segment in the middle of a presentation", .enabled(if: Samples.arePossible))
    func missingSegment() async throws {
        try await RealRig.run { rig in
            let item = try await rig.item(Samples.transportStream, "a")
            let segments = try FileManager.default.contentsOfDirectory(
                atPath: try await Samples.streams.folder(of: Samples.transportStream).path
            )
            .filter { $0.hasSuffix(".ts") }.sorted()
            let last = try #require(segments.last)
            rig.origin.addFault(Fault(path: PathPattern("a/\(last)"), kind: .status(404)))
            rig.player.load(item)
            rig.player.play()
            #expect(await rig.wait(for: .onError))
            let error = rig.trace.all(ErrorEvent.self).first?.error
            #expect(error?.code == 233_404 && error?.url == rig.origin.url("a/\(last)").absoluteString, "\(String(describing: error))")
            #expect(rig.player.statistics.framesShown >= 30)
            OrderRules.check(rig.trace.events)
        }
    }

    private func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }

    /// Loads the URL from `prepare`, and expects a setup error with this code at this URL (by default the item's; nil: any).
    private func expect(
        _ code: Int, at wanted: String? = "item", sourceLocation: SourceLocation = #_sourceLocation,
        _ prepare: (LoopbackOrigin) async throws -> URL
    ) async throws {
        // Transient failures are not retried, because retries run in real time.
        try await RealRig.run(configure: { $0.network.loader = RetryingLoader(URLLoader(), policy: .never, clock: SystemClock()) }) { rig in
            let url = try await prepare(rig.origin)
            rig.player.load(PlayerItem(url: url))
            rig.player.play()
            #expect(await rig.wait(for: .onSetupError), sourceLocation: sourceLocation)
            let error = rig.trace.all(SetupErrorEvent.self).first?.error
            #expect(error?.code == code, "\(String(describing: error))", sourceLocation: sourceLocation)
            if wanted != nil {
                #expect(error?.url == url.absoluteString, "\(String(describing: error))", sourceLocation: sourceLocation)
            } else {
                #expect(error?.url != nil, sourceLocation: sourceLocation)
            }
            #expect(rig.player.state == .error && rig.player.currentItem?.status == .failed, sourceLocation: sourceLocation)
            #expect(!rig.trace.contains(.onReady), sourceLocation: sourceLocation)
            OrderRules.check(rig.trace.events, sourceLocation: sourceLocation)
        }
    }
}

/// The smallest Matroska file (RFC 9559) with one text track.
enum MatroskaSubtitles {
    static var file: [UInt8] {
        let header = element(
            [0x1A, 0x45, 0xDF, 0xA3],
            element([0x42, 0x82], Array("matroska".utf8)) + element([0x42, 0x87], [4]) + element([0x42, 0x85], [2]))
        let info = element(
            [0x15, 0x49, 0xA9, 0x66], element([0x2A, 0xD7, 0xB1], [0x0F, 0x42, 0x40]) + element([0x44, 0x89], [0x45, 0x7A, 0, 0]))
        let track = element(
            [0xAE],
            element([0xD7], [1]) + element([0x73, 0xC5], [1]) + element([0x83], [0x11]) + element([0x86], Array("S_TEXT/UTF8".utf8)))
        let tracks = element([0x16, 0x54, 0xAE, 0x6B], track)
        let block = element([0xA0], element([0xA1], [0x81, 0, 0, 0] + Array("Hello".utf8)) + element([0x9B], [0x03, 0xE8]))
        let cluster = element([0x1F, 0x43, 0xB6, 0x75], element([0xE7], [0]) + block)
        return header + element([0x18, 0x53, 0x80, 0x67], info + tracks + cluster)
    }

    /// An EBML element (RFC 8794 §4): its id, its length in two bytes, and its data.
    private static func element(_ id: [UInt8], _ data: [UInt8]) -> [UInt8] {
        id + [0x40 | UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
    }
}
