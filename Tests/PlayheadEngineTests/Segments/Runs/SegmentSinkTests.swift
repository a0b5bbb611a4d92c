import PlayheadCore
import PlayheadHLS
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Tags before packed audio")
struct SegmentSinkTests {
    private static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    /// An ID3v2.4 tag of one frame, which is shorter than 128 bytes.
    private static func tag(_ frame: String, _ content: [UInt8]) -> [UInt8] {
        let frame = Array(frame.utf8) + number(content.count) + [0, 0] + content
        return Array("ID3".utf8) + [4, 0, 0] + number(frame.count) + frame
    }

    private static func timestamp(_ seconds: Int) -> [UInt8] {
        tag("PRIV", Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0] + number(0) + number(seconds * 90_000))
    }

    private static let title = tag("TIT2", [3] + Array("title".utf8))
    /// The header of a frame of ADTS, and a text.
    private static let sound: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x1F, 0xFC] + Array("sound".utf8)

    /// A tag of `size` bytes without frames.
    private static func emptyTag(_ size: Int) -> [UInt8] {
        let body = [UInt8](repeating: 0, count: size - 10)
        let length = [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: body.count >> $0 & 0x7F) }
        return Array("ID3".utf8) + [4, 0, 0] + length + body
    }

    private func sink() async throws -> SegmentSink {
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n0.aac\n#EXT-X-ENDLIST\n"
        guard case .media(let playlist) = try HLSPlaylist.parse(list, url: "http://sink.test/list.m3u8") else { throw CancellationError() }
        let feed = PlaylistFeed(
            url: "http://sink.test/list.m3u8", playlists: PlaylistLoader(loader: URLLoader(), options: RequestOptions()), variables: nil,
            clock: SystemClock())
        try await feed.take(playlist)
        let segment = try #require(feed.segment(at: SegmentCursor(sequence: 0)))
        let run = SegmentRun(segment, of: RenditionSelection(rendition: feed))
        run.begin(segment)
        return SegmentSink(run: run, segment: segment, decryptor: nil, metadata: nil)
    }

    /// Returns the bytes of a segment as they are appended to a run, and the first timestamp.
    private func append(_ bytes: [UInt8], pieces size: Int) async throws -> (bytes: [UInt8], timestamp: Double) {
        var sink = try await sink()
        let run = sink.run
        var rest = bytes[...]
        while !rest.isEmpty {
            try await sink.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        try sink.finish()
        run.finish()
        var found: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = try buffer.withUnsafeMutableBytes({ try run.read(into: $0) }), count > 0 { found += buffer.prefix(count) }
        return (found, run.tags.first)
    }

    @Test("All tags before the sound are removed; the first timestamp counts, in whichever tag it is", arguments: [1, 7, 100, 10_000])
    func severalTags(size: Int) async throws {
        for tags in [
            Self.timestamp(5), Self.title + Self.timestamp(5), Self.timestamp(5) + Self.title, Self.timestamp(5) + Self.timestamp(9),
            Self.title + Self.title + Self.timestamp(5),
        ] {
            let found = try await append(tags + Self.sound, pieces: size)
            #expect(found.bytes == Self.sound && found.timestamp == 5)
        }
    }

    @Test("A tag above the maximum size is passed on with the sound, a shorter one is removed")
    func largeTag() async throws {
        let (limit, piece) = (1 << 20, 1 << 16)
        let removed = try await append(Self.emptyTag(limit - piece) + Self.sound, pieces: piece)
        #expect((removed.bytes == Self.sound) as Bool)
        let large = Self.emptyTag(limit + 1) + Self.sound
        let found = try await append(large, pieces: piece)
        #expect((found.bytes == large) as Bool)
    }

    @Test("A tag that arrives in small pieces is not copied for each of them")
    func smallPieces() async throws {
        var sink = try await sink()
        let (tag, piece) = (Self.emptyTag(1 << 20 - 1), 4)
        let cost = try processorTime {
            for start in stride(from: 0, to: tag.count, by: piece) { try sink.put(Array(tag[start..<min(start + piece, tag.count)])) }
        }
        // The copies alone would be 128 GiB.
        #expect(cost < 8)
        try sink.put(Self.sound)
        try sink.finish()
        #expect(sink.run.length == Self.sound.count)
    }
}
