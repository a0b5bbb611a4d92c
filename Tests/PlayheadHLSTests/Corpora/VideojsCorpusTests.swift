import Foundation
import TestSupport
import Testing

@testable import PlayheadHLS

/// The 60 playlists of the video.js parser, compared with the expected results.
@Suite(.enabled(if: Corpus.has("m3u8-videojs"))) struct VideojsCorpusTests {
    /// The intended differences; any other difference, or an obsolete entry, fails.
    static let deviations: [String: Set<String>] = [
        // EXTINF:0 is a legal duration, and the timeline is the sum of the written durations; the library sets 0.01 for its own arithmetic.
        "zeroDuration": ["segments.0.duration"],
        // No text follows the comma of `#EXTINF:;asljasdfii11)))00,`: there is no title. The library uses the invalid duration as the
        // title.
        "extinf": ["segments.1.title"],
        // A segment before any target duration has no duration in the library. Here it has the playlist's, so that the timeline has no
        // hole.
        "multipleTargetDurations": ["segments.0.duration"],
        // A part without an offset continues the part before it in the same resource (RFC 8216bis §4.4.4.9 by §4.4.4.2), across segments
        // too; the library restarts at 0 with each segment, which would read the beginning of the file again. BYTERANGE-START is 0 if
        // absent (RFC 8216bis §4.4.5.3); the library uses the end of the last part, although that is another resource.
        "llhls-delta-byte-range": ["preloadSegment.parts.0.byterange.offset", "preloadSegment.preloadHints.0.byterange.offset"],
    ]

    /// The keys that only the library has.
    static let ignored: Set<String> = ["allowCache", "dateTimeObject", "custom"]

    @Test func corpusIsComplete() {
        #expect(Corpus.playlists("m3u8-videojs").count == 60)
    }

    @Test(arguments: Corpus.playlists("m3u8-videojs"))
    func parsesAsExpected(path: String) throws {
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let playlist = try HLSPlaylist.parse(try Corpus.bytes("m3u8-videojs", path), url: "https://example.com/" + path)
        let json = try JSONSerialization.jsonObject(with: Data(try Corpus.bytes("m3u8-videojs", "expected/\(name).json")))
        let expected = Self.withoutIgnored(json)
        #expect(differences(expected, VideojsShape.of(playlist)) == Self.deviations[name, default: []])
    }

    @Test(arguments: Corpus.playlists("m3u8-videojs"))
    func printsTheSameMeaning(path: String) throws {
        let url = "https://example.com/" + path
        let playlist = try HLSPlaylist.parse(try Corpus.bytes("m3u8-videojs", path), url: url)
        #expect(try HLSPlaylist.parse(playlist.text, url: url).meaning == playlist.meaning)
    }

    private static func withoutIgnored(_ value: Any) -> Any {
        switch value {
        case let object as [String: Any]: object.filter { !ignored.contains($0.key) }.mapValues { withoutIgnored($0) }
        case let array as [Any]: array.map { withoutIgnored($0) }
        default: value
        }
    }
}
