import PlayheadHLS
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Content that a multivariant playlist declares")
struct PlaylistContentTests {
    private static let text = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="apart",NAME="English",URI="sound.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="both",NAME="English",DEFAULT=YES
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="both",NAME="Deutsch",URI="deutsch.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="English",URI="text.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=100000,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="apart"
        apart.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="both"
        both.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.4d401f,mp4a.40.2"
        muxed.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="avc1.4d401f"
        silent.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=50000,CODECS="mp4a.40.2"
        radio.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=500000
        undeclared.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=20000,URI="frames.m3u8"
        """

    @Test(
        "Codecs and groups of renditions determine the content",
        arguments: [
            ("sound", .audio), ("deutsch", .audio), ("text", .captions), ("apart", .video), ("both", .muxed), ("muxed", .muxed),
            ("silent", .video), ("radio", .audio), ("undeclared", .unknown), ("frames", .video), ("other", .unknown),
        ] as [(String, MediaContent)])
    func content(name: String, content: MediaContent) throws {
        guard case .multivariant(let playlist) = try HLSPlaylist.parse(Self.text, url: "https://origin.example/main.m3u8") else {
            Issue.record("not a multivariant playlist")
            return
        }
        #expect(playlist.content(ofPlaylistAt: "https://origin.example/\(name).m3u8") == content)
    }
}
