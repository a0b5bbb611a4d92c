import TestSupport
import Testing

@testable import PlayheadHLS

/// Random damage to playlists: the result is always a playlist or an error, and printed text can be parsed.
@Suite struct PlaylistFuzzTests {
    static let seeds: [[UInt8]] = [
        LowLatencyTests.text, MultivariantPlaylistTests.text,
        """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-TARGETDURATION:10
        #EXT-X-MEDIA-SEQUENCE:5
        #EXT-X-DEFINE:NAME="a",VALUE="b"
        #EXT-X-KEY:METHOD=AES-128,URI="k{$a}",IV=0x0000000000000000000000000000002A
        #EXT-X-MAP:URI="init.mp4",BYTERANGE="720@0"
        #EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:00.120+01:00
        #EXTINF:9.009,title
        #EXT-X-BYTERANGE:1000@720
        main.mp4
        #EXT-X-DISCONTINUITY
        #EXT-X-BITRATE:800
        #EXT-X-DATERANGE:ID="x",START-DATE="2026-11-21T18:00:00Z",DURATION=4.5,SCTE35-OUT=0xFC,X-A="b"
        #EXT-X-CUE-OUT:DURATION=30
        #EXTINF:10,
        #EXT-X-BYTERANGE:500
        main.mp4
        #EXT-X-GAP
        #EXTINF:3.003,
        https://h.example/{$a}.ts
        #EXT-X-ENDLIST
        """,
    ].map { Array($0.utf8) }

    static let words: [[UInt8]] = [
        "\"", "{$a}", "{$", "#EXT-X-KEY:METHOD=NONE\n", "-", "99999999999999999999", "9223372036854775807", "2305843009213693951", "NaN",
        "1e308", ",,", "=",
        "\r\n", "\n\n", "@", "#EXT", "#EXTM3U\n", "0x", "\u{FEFF}", "é", "\0", "#EXT-X-STREAM-INF:", "#EXTINF:", "..", "//", "?", "%", "T",
        ":",
    ].map { Array($0.utf8) }

    @Test(arguments: 0..<20)
    func damagedPlaylistsNeverTrap(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed &* 7919 &+ 1)
        var parsed = 0
        let rounds = TestScale.rounds(1000)
        for round in 0..<rounds {
            var bytes = Self.seeds[round % Self.seeds.count]
            for _ in 0..<Int.random(in: 1...6, using: &generator) { Self.damage(&bytes, &generator) }
            guard
                let playlist = try? HLSPlaylist.parse(
                    bytes, url: "https://h.example/a/b.m3u8?c=d", variables: round.isMultiple(of: 2) ? [:] : nil)
            else { continue }
            parsed += 1
            if case .media(let media) = playlist {
                for segment in media.segments {
                    #expect(segment.duration >= 0 && segment.endTime.isFinite && (segment.byteRange?.length ?? 0) >= 0)
                }
                _ = media.segments.last.map { media.url(for: $0.uri) }
                _ = media.segment(at: media.duration / 2)
            }
            // Printed text has the same meaning, unless damage made a new reference out of substituted text, or left nothing that
            // determines the kind.
            let text = playlist.text
            if text.contains("{$") || Self.withoutAttributes(playlist) { continue }
            #expect(try HLSPlaylist.parse(text, url: "https://h.example/a/b.m3u8?c=d").meaning == playlist.meaning)
        }
        // Damage that is always refused would test nothing.
        #expect(parsed > rounds * 3 / 10)
    }

    @Test func noiseNeverTraps() {
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<TestScale.rounds(2000) {
            let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            _ = try? HLSPlaylist.parse(bytes)
            _ = try? HLSPlaylist.parse(Array("#EXTM3U\n#EXT".utf8) + bytes)
            _ = URIReference.resolve(String(decoding: bytes, as: UTF8.self), against: String(decoding: bytes.reversed(), as: UTF8.self))
        }
    }

    private static func withoutAttributes(_ playlist: HLSPlaylist) -> Bool {
        guard case .multivariant(let playlist) = playlist else { return false }
        return playlist.variants.isEmpty && playlist.iFrameVariants.isEmpty && playlist.renditions.isEmpty && playlist.sessionData.isEmpty
            && playlist.sessionKeys.isEmpty && playlist.contentSteering == nil
    }

    /// Changes random bytes.
    static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &generator))
        case 3: bytes.removeLast(bytes.count - place)
        case 4: bytes.replaceSubrange(place..<min(bytes.count, place + 1), with: words.randomElement(using: &generator) ?? [])
        default: bytes.insert(contentsOf: words.randomElement(using: &generator) ?? [], at: place)
        }
    }
}
