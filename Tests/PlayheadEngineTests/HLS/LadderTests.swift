import PlayheadHLS
import Testing

@testable import PlayheadEngine

@Suite("The ladder of a multivariant playlist")
struct LadderTests {
    private func ladder(_ variants: [(attributes: String, uri: String)]) throws -> Ladder {
        let text = "#EXTM3U\n" + variants.map { "#EXT-X-STREAM-INF:\($0.attributes)\n\($0.uri)\n" }.joined()
        guard case .multivariant(let playlist) = try HLSPlaylist.parse(text, url: "http://h/main.m3u8") else { throw CancellationError() }
        return Ladder(playlist)
    }

    @Test("goes from the lowest bitrate up, each playlist once, without those that only sound")
    func order() throws {
        let ladder = try ladder([
            ("BANDWIDTH=3000000,RESOLUTION=1280x720", "c"), ("BANDWIDTH=1000000,RESOLUTION=640x360", "a"),
            ("BANDWIDTH=64000,CODECS=\"mp4a.40.2\"", "sound"), ("BANDWIDTH=1100000,RESOLUTION=640x360", "a"),
            ("BANDWIDTH=2000000,CODECS=\"avc1.4d401f,mp4a.40.2\"", "b"),
        ])
        #expect(ladder.variants.map(\.uri) == ["a", "b", "c"])
        #expect(ladder.levels.map(\.index) == [0, 1, 2, 3])
        #expect(ladder.levels.map(\.label).dropFirst() == ["360p", "2000 kbit/s", "720p"])
    }

    @Test("keeps those that only sound where there are no others")
    func soundOnly() throws {
        let ladder = try ladder([("BANDWIDTH=128000,CODECS=\"mp4a.40.2\"", "b"), ("BANDWIDTH=64000,CODECS=\"opus\"", "a")])
        #expect(ladder.variants.map(\.uri) == ["a", "b"])
    }

    @Test("starts on the highest rung that network and app allow, on the lowest if none is")
    func start() throws {
        let ladder = try ladder([
            ("BANDWIDTH=1000000,RESOLUTION=640x360", "a"), ("BANDWIDTH=2000000,RESOLUTION=960x540", "b"),
            ("BANDWIDTH=8000000,RESOLUTION=1920x1080", "c"),
        ])
        #expect(ladder.rung(level: 0, maxBitrate: nil, estimate: 6_000_000) == 1)
        #expect(ladder.rung(level: 0, maxBitrate: 1_500_000, estimate: 6_000_000) == 0)
        #expect(ladder.rung(level: 0, maxBitrate: 1, estimate: 1) == 0)
        #expect(ladder.rung(level: 3, maxBitrate: 1, estimate: 1) == 2)
        for nonsense in [-1, 4, .max, .min + 1] { #expect(ladder.rung(level: nonsense, maxBitrate: nil, estimate: .max) == 2) }
    }
}
