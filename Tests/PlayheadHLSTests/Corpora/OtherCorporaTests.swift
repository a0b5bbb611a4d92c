import TestSupport
import Testing

@testable import PlayheadHLS

/// The playlists of a Java library (all of RFC 8216bis, including lenient ones).
@Suite(.enabled(if: Corpus.has("m3u8-carlanton"))) struct CarlantonCorpusTests {
    @Test(arguments: Corpus.playlists("m3u8-carlanton"))
    func printsTheSameMeaning(path: String) throws {
        let url = "https://example.com/" + path
        let playlist = try HLSPlaylist.parse(try Corpus.bytes("m3u8-carlanton", path), url: url)
        let text = playlist.text
        let again = try HLSPlaylist.parse(text, url: url)
        #expect(again.meaning == playlist.meaning)
        #expect(again.text == text)
    }

    @Test(arguments: Corpus.playlists("m3u8-carlanton"))
    func kindFollowsTheFolder(path: String) throws {
        let playlist = try HLSPlaylist.parse(try Corpus.bytes("m3u8-carlanton", path))
        switch playlist {
        case .media(let playlist): #expect(!path.contains("multivariant") && !playlist.segments.isEmpty)
        case .multivariant(let playlist): #expect(path.contains("multivariant") && !playlist.variants.isEmpty)
        }
    }
}

/// The presentations of a player's test suite.
@Suite(.enabled(if: Corpus.has("hls-shaka"))) struct ShakaCorpusTests {
    @Test(arguments: Corpus.playlists("hls-shaka"))
    func parsesWithoutAWarning(path: String) throws {
        let playlist = try HLSPlaylist.parse(try Corpus.bytes("hls-shaka", path), url: "https://example.com/" + path)
        #expect(playlist.warnings == [])
        #expect(try HLSPlaylist.parse(playlist.text, url: "https://example.com/" + path).meaning == playlist.meaning)
    }
}
