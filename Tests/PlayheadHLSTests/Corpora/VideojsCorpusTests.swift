import Foundation
import TestSupport
import Testing

@testable import PlayheadHLS

/// The 60 playlists of the video.js parser, against the result that it expects of each.
@Suite(.enabled(if: Corpus.has("m3u8-videojs"))) struct VideojsCorpusTests {
    /// Where we differ on purpose; anything else that differs, or doesn't any more, fails.
    static let deviations: [String: Set<String>] = [
        // EXTINF:0 is a legal duration, and the timeline is the sum of what is written; the library sets 0.01 for its own arithmetic.
        "zeroDuration": ["segments.0.duration"],
        // Nothing stands behind the comma of `#EXTINF:;asljasdfii11)))00,`: there is no title. The library takes the unreadable duration for it.
        "extinf": ["segments.1.title"],
        // A segment before any target duration has no length in the library. We give it the playlist's, so that the timeline has no hole.
        "multipleTargetDurations": ["segments.0.duration"],
        // A part without an offset follows on the part before it in the same resource (RFC 8216bis §4.4.4.9 by §4.4.4.2), across segments too;
        // the library starts over at 0 with each segment, which would read the beginning of the file again.
        // BYTERANGE-START is 0 when absent (RFC 8216bis §4.4.5.3); the library takes the end of the last part, though that is another resource.
        "llhls-delta-byte-range": ["preloadSegment.parts.0.byterange.offset", "preloadSegment.preloadHints.0.byterange.offset"],
    ]

    /// Keys that are the library's own.
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
