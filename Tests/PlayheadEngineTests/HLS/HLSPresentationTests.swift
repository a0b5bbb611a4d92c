import PlayheadCore
import PlayheadHLS
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Presentations of a multivariant playlist")
struct HLSPresentationTests {
    private func presentation(_ lines: String, _ texts: [String: String] = [:]) throws -> HLSPresentation {
        let url = "http://h.test/main.m3u8"
        return HLSPresentation(
            url: url, playlist: try HLSPlaylist.parse("#EXTM3U\n" + lines, url: url),
            resources: SegmentResources(loader: TextLoader(texts), options: RequestOptions(), clock: SystemClock()),
            timeline: PresentationTimeline(), metadata: nil, report: { _ in })
    }

    @Test("EXT-X-START of the multivariant playlist applies to media playlists without one")
    func start() async throws {
        let segments = (0..<6).map { "#EXTINF:2,\n\($0).ts\n" }.joined() + "#EXT-X-ENDLIST\n"
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n"
        let presentation = try presentation(
            "#EXT-X-START:TIME-OFFSET=6.5\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nb.m3u8\n",
            ["a.m3u8": head + segments, "b.m3u8": head + "#EXT-X-START:TIME-OFFSET=3\n" + segments])
        #expect(try await presentation.rendition(at: "http://h.test/a.m3u8", following: nil).startTime == 6.5)
        #expect(try await presentation.rendition(at: "http://h.test/b.m3u8", following: nil).startTime == 3)
        await presentation.close()
    }

    @Test("Thumbnails come from I-frames that are shown as intended, if there are any")
    func thumbnails() throws {
        let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=64x36\na.m3u8\n"
        let bright = "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=64x36,VIDEO-RANGE=PQ,URI=\"pq.m3u8\"\n"
        let standard = "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=32x18,VIDEO-RANGE=SDR,URI=\"sdr.m3u8\"\n"
        func places(_ lines: String) throws -> [String] {
            try presentation(lines).keyFramePlaces(fitting: PictureSize(width: 64, height: 36)).filter(\.isIFramesOnly).map(\.url)
        }
        #expect(try places(variant + bright + standard) == ["http://h.test/sdr.m3u8"])
        #expect(try places(variant + bright) == ["http://h.test/pq.m3u8"])
    }
}
