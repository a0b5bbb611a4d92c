import PlayheadCore
import PlayheadHLS
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("The ladder of a multivariant playlist")
struct LadderTests {
    private func variants(_ variants: [(attributes: String, uri: String)]) throws -> VariantLadder {
        let text = "#EXTM3U\n" + variants.map { "#EXT-X-STREAM-INF:\($0.attributes)\n\($0.uri)\n" }.joined()
        guard case .multivariant(let playlist) = try HLSPlaylist.parse(text, url: "http://h/main.m3u8") else { throw CancellationError() }
        return VariantLadder(playlist)
    }

    private func ladder(_ list: [(attributes: String, uri: String)]) throws -> Ladder { try variants(list).ladder }

    @Test("Rungs are ordered by bit rate, each playlist once, without audio-only variants")
    func order() throws {
        let variants = try variants([
            ("BANDWIDTH=3000000,RESOLUTION=1280x720", "c"), ("BANDWIDTH=1000000,RESOLUTION=640x360", "a"),
            ("BANDWIDTH=64000,CODECS=\"mp4a.40.2\"", "sound"), ("BANDWIDTH=1100000,RESOLUTION=640x360", "a"),
            ("BANDWIDTH=2000000,CODECS=\"avc1.4d401f,mp4a.40.2\"", "b"),
        ])
        #expect(variants.rungs.map(\.variant.uri) == ["a", "b", "c"])
        let ladder = variants.ladder
        #expect(ladder.rungs.flatMap(\.places).map(\.url) == ["http://h/a", "http://h/b", "http://h/c"])
        #expect(ladder.levels.map(\.index) == [0, 1, 2, 3])
        #expect(ladder.levels.map(\.label).dropFirst() == ["360p", "2000 kbit/s", "720p"])
    }

    @Test("Audio-only variants are kept if there are no others")
    func soundOnly() throws {
        let variants = try variants([("BANDWIDTH=128000,CODECS=\"mp4a.40.2\"", "b"), ("BANDWIDTH=64000,CODECS=\"opus\"", "a")])
        #expect(variants.rungs.map(\.variant.uri) == ["a", "b"])
    }

    @Test("Variants of a high dynamic range, of Dolby Vision, and for two eyes are left out, unless there are no others")
    func shownAsIntended() throws {
        let others: [(attributes: String, uri: String)] = [
            ("BANDWIDTH=2000000,RESOLUTION=640x360,VIDEO-RANGE=PQ", "pq"), ("BANDWIDTH=2100000,RESOLUTION=640x360,VIDEO-RANGE=HLG", "hlg"),
            ("BANDWIDTH=2200000,RESOLUTION=640x360,CODECS=\"dvh1.05.01,mp4a.40.2\"", "dolby"),
            ("BANDWIDTH=2300000,RESOLUTION=640x360,REQ-VIDEO-LAYOUT=\"CH-STEREO\"", "stereo"),
        ]
        let plain: [(attributes: String, uri: String)] = [
            ("BANDWIDTH=1000000,RESOLUTION=640x360,CODECS=\"avc1.4d401f\"", "a"),
            ("BANDWIDTH=1100000,RESOLUTION=640x360,VIDEO-RANGE=SDR", "b"),
            ("BANDWIDTH=1200000,RESOLUTION=640x360,REQ-VIDEO-LAYOUT=\"CH-STEREO,CH-MONO\"", "c"),
        ]
        #expect(try variants(others + plain).rungs.map(\.variant.uri) == ["a", "b", "c"])
        #expect(try variants(others).rungs.map(\.variant.uri) == ["pq", "hlg", "dolby", "stereo"])
    }

    @Test("Variants with equal properties are one rung with several places")
    func redundant() throws {
        let variants = try variants([
            ("BANDWIDTH=1000000,RESOLUTION=640x360", "http://a/low"), ("BANDWIDTH=2000000,RESOLUTION=1280x720", "http://a/high"),
            ("BANDWIDTH=1000000,RESOLUTION=640x360", "http://b/low"), ("BANDWIDTH=2000000,RESOLUTION=1280x720", "http://b/high"),
            ("BANDWIDTH=2000000,RESOLUTION=1920x1080", "http://a/other"),
        ])
        #expect(
            variants.rungs.map { $0.alternatives.map(\.uri) }
                == [["http://a/low", "http://b/low"], ["http://a/high", "http://b/high"], ["http://a/other"]])
        #expect(variants.ladder.levels.count == 4)
        #expect(variants.ladder.rungs.map { $0.places.map(\.url) } == variants.rungs.map { $0.alternatives.map(\.uri) })
    }

    @Test("A variant of another pathway is a place of the rung with its sound, or of one with other sound if there is no such rung")
    func pathways() throws {
        let sounds = ["one", "two", "three"].map { "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\($0)\",NAME=\"\($0)\",URI=\"\($0)\"\n" }
        let streams = [("P", "one", "a"), ("P", "two", "b"), ("Q", "one", "c"), ("P", "one", "d"), ("Q", "three", "e")].map {
            "#EXT-X-STREAM-INF:BANDWIDTH=1000000,RESOLUTION=640x360,PATHWAY-ID=\"\($0)\",AUDIO=\"\($1)\"\n\($2)\n"
        }
        let text = "#EXTM3U\n" + sounds.joined() + streams.joined()
        guard case .multivariant(let playlist) = try HLSPlaylist.parse(text, url: "http://h/main.m3u8") else { throw CancellationError() }
        #expect(VariantLadder(playlist).rungs.map { $0.alternatives.map(\.uri) } == [["a", "c", "d"], ["b", "e"]])
    }

    @Test("The cost is proportional to the number of variants")
    func cost() {
        var playlist = MultivariantPlaylist(url: "http://h/main.m3u8")
        playlist.variants = (1...20_000).map { number in
            var variant = Variant(uri: "\(number)", bandwidth: 1_000_000)
            variant.resolution = Resolution(width: number, height: 360)
            return variant
        }
        var count = 0
        let cost = processorTime { count = VariantLadder(playlist).rungs.count }
        // A comparison of all pairs takes far longer.
        #expect(count == 20_000 && cost < 5)
    }

    @Test("The ladder is capped by bit rate, by size and by the smallest picture that fills the view, but is never empty")
    func caps() throws {
        let ladder = try ladder([
            ("BANDWIDTH=1000000,RESOLUTION=640x360", "a"), ("BANDWIDTH=2000000,RESOLUTION=960x540", "b"),
            ("BANDWIDTH=8000000,RESOLUTION=1920x1080", "c"),
        ])
        #expect(ladder.highest(within: QualityLimits()) == 2)
        #expect(ladder.highest(within: QualityLimits(maxBitrate: 2_500_000)) == 1)
        #expect(ladder.highest(within: QualityLimits(maxBitrate: 1)) == 0)
        #expect(ladder.highest(within: QualityLimits(maxSize: PictureSize(width: 1280, height: 720))) == 1)
        #expect(ladder.highest(within: QualityLimits(maxSize: PictureSize(width: 960, height: 400))) == 0)
        #expect(ladder.highest(within: QualityLimits(maxSize: PictureSize(width: 10, height: 10))) == 0)
        #expect(ladder.highest(within: QualityLimits(viewSize: PictureSize(width: 800, height: 450))) == 1)
        #expect(ladder.highest(within: QualityLimits(viewSize: PictureSize(width: 10, height: 10))) == 0)
        #expect(ladder.highest(within: QualityLimits(viewSize: PictureSize(width: 4000, height: 3000))) == 2)
        #expect(
            ladder.highest(
                within: QualityLimits(maxSize: PictureSize(width: 700, height: 700), viewSize: PictureSize(width: 800, height: 450))) == 0)
        #expect(ladder.highest(within: QualityLimits(maxBitrate: 1_200_000, viewSize: PictureSize(width: 800, height: 450))) == 0)
    }
}
