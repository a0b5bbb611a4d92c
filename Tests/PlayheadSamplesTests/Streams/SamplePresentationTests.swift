import Foundation
import OriginTestSupport
import TestSupport
import Testing

@testable import PlayheadSamples

@Suite("Generated HLS presentations", .serialized)
struct SamplePresentationTests {
    private func playlist(_ recipe: SampleRecipe, _ body: (URL, String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let url = try await SampleStreams(cache: folder).url(of: recipe)
            try await body(url, try String(contentsOf: url, encoding: .utf8))
        }
    }

    @Test(
        "hold every frame, in segments of a second", .enabled(if: Probe.isPossible),
        arguments: [
            (SampleRecipe.hlsTransportStream, "segment000.ts"), (.hlsFragmentedMP4, "segment000.m4s"), (.hlsByteRanges, "segments.ts"),
            (.hlsFragmentedMP4ByteRanges, "segments.mp4"),
        ])
    func onDemand(recipe: SampleRecipe, first: String) async throws {
        try await playlist(recipe) { url, text in
            #expect(text.split(separator: "\n").count { $0.hasPrefix("#EXTINF:1.0") } == 6)
            #expect(text.split(separator: "\n").first { !$0.hasPrefix("#") } == Substring(first))
            #expect(text.contains("#EXT-X-MAP") == first.contains(".m"))
            #expect(text.contains("#EXT-X-BYTERANGE") == first.hasPrefix("segments."))
            #expect(text.hasSuffix("#EXT-X-ENDLIST\n"))
            let probe = try await Probe(url)
            #expect(probe.frames(.video) == 180)
            #expect(probe.hasAudio)
        }
    }

    @Test("continue after a discontinuity in another size, with separate timestamps", .enabled(if: Probe.isPossible))
    func discontinuity() async throws {
        try await playlist(.hlsDiscontinuity) { url, text in
            let lines = text.split(separator: "\n").map(String.init)
            let mark = try #require(lines.firstIndex(of: "#EXT-X-DISCONTINUITY"))
            #expect(lines[..<mark].count { $0.hasPrefix("first/segment") } == 3)
            #expect(lines[mark...].count { $0.hasPrefix("second/segment") } == 3)
            let folder = url.deletingLastPathComponent()
            #expect(try await Probe(folder.appendingPathComponent("first/segment000.ts")).widths == [320])
            #expect(try await Probe(folder.appendingPathComponent("second/segment000.ts")).widths == [240])
        }
    }

    @Test("start each segment of packed audio with its timestamp", .enabled(if: Probe.isPossible))
    func packedAudio() async throws {
        try await playlist(.hlsPackedAudio) { url, text in
            let names = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            #expect(names.count == 6)
            var frames = 0
            for name in names {
                let bytes = [UInt8](try Data(contentsOf: url.deletingLastPathComponent().appendingPathComponent(String(name))))
                let tag = PackedAudio.timestampTag(PackedAudio.firstTimestamp + frames * 1920)
                #expect(bytes.starts(with: tag))
                #expect(bytes[tag.count] == 0xff)
                var offset = tag.count
                while offset < bytes.count {
                    offset += Int(bytes[offset + 3] & 3) << 11 | Int(bytes[offset + 4]) << 3 | Int(bytes[offset + 5]) >> 5
                    frames += 1
                }
                #expect(offset == bytes.count)
            }
            #expect(abs(Double(frames) * 1024 / 48_000 - 6) < 0.05)
            #expect(try await Probe(url).hasAudio)
        }
    }

    @Test("encode a timestamp according to the specification")
    func timestampTag() {
        let tag = PackedAudio.timestampTag(0x1_2345_6789)
        let expected: [UInt8] =
            [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 63] + Array("PRIV".utf8) + [0, 0, 0, 53, 0, 0]
            + Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0, 0, 0, 0, 1, 0x23, 0x45, 0x67, 0x89]
        #expect(tag == expected)
    }

    @Test("offer rungs and languages in a multivariant playlist that FFmpeg understands", .enabled(if: Probe.isPossible))
    func ladder() async throws {
        try await playlist(.hlsSmallLadder) { url, text in
            #expect(text.contains("#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"audio\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES"))
            #expect(text.contains("LANGUAGE=\"de\",DEFAULT=NO"))
            #expect(text.contains("CODECS=\"avc1.4d401e,mp4a.40.2\",RESOLUTION=640x360,FRAME-RATE=30.000,AUDIO=\"audio\""))
            let bandwidths = text.split(separator: "\n").compactMap { line in
                line.hasPrefix("#EXT-X-STREAM-INF:BANDWIDTH=") ? Int(line.dropFirst(28).prefix { $0 != "," }) : nil
            }
            #expect(bandwidths.count == 3)
            #expect(bandwidths == bandwidths.sorted())
            let master = try await Probe(url)
            #expect(Set(master.widths) == [160, 320, 640])
            #expect(master.audioCount >= 2)
            for rung in ["90p", "180p", "360p"] {
                let rendition = try await Probe(url.deletingLastPathComponent().appendingPathComponent("video-\(rung)/main.m3u8"))
                #expect(rendition.frames(.video) == 180)
                #expect(!rendition.hasAudio)
            }
        }
    }

    @Test("are played by FFmpeg from an origin", .enabled(if: Probe.isPossible))
    func served() async throws {
        try await withTemporaryFolder { folder in
            let root = try await SampleStreams(cache: folder).folder(of: .hlsByteRanges)
            try await withOrigin(root: root) { origin in
                let probe = try await Probe(origin.url("main.m3u8"))
                #expect(probe.frames(.video) == 180)
                #expect(origin.requests.contains { $0.path == "segments.ts" && $0.range != nil })
            }
        }
    }
}
