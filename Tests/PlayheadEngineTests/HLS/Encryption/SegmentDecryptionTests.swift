import PlayheadCore
import PlayheadFFmpeg
import PlayheadHLS
import Testing

@testable import PlayheadEngine

@Suite("Decryption of segments")
struct SegmentDecryptionTests {
    private let key = [UInt8](0..<16)
    private let vector = [UInt8](16..<32)
    private let section = "#EXT-X-MAP:URI=\"init.mp4\"\n"

    private func playlist(_ body: String) throws -> MediaPlaylist {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:258\n\(body)#EXT-X-ENDLIST\n"
        guard case .media(let playlist) = try HLSPlaylist.parse(Array(text.utf8), url: "https://a/b/list.m3u8") else {
            throw CancellationError()
        }
        return playlist
    }

    private func keys() -> KeyLoader {
        KeyLoader(
            loader: ScriptedLoader([
                "https://a/k": .bytes(key), "https://a/b/k2": .bytes(key.reversed()), "https://a/long": .bytes(key + key),
            ]), options: RequestOptions(), clock: SystemClock())
    }

    @Test("Keys follow the playlist from segment to segment, relative to its URL")
    func rotation() async throws {
        let list = try playlist(
            """
            #EXTINF:2,
            0.ts
            #EXT-X-KEY:METHOD=AES-128,URI="/k"
            #EXTINF:2,
            1.ts
            #EXTINF:2,
            2.ts
            #EXT-X-KEY:METHOD=AES-128,URI="k2",IV=0x101112131415161718191a1b1c1d1e1f
            #EXTINF:2,
            3.ts
            #EXT-X-KEY:METHOD=AES-256,URI="../long"
            #EXTINF:2,
            4.ts
            #EXT-X-KEY:METHOD=AES-256-CTR,URI="../long"
            #EXTINF:2,
            5.ts
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k2"
            #EXTINF:2,
            6.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:2,
            7.ts

            """)
        let keys = keys()
        var got: [SegmentDecryption] = []
        for segment in list.segments { got.append(try await keys.decryption(for: SegmentEncryption(of: segment, resolve: list.url(for:)))) }
        // The first segment has number 258, 0x102.
        func number(_ last: UInt8) -> [UInt8] { [UInt8](repeating: 0, count: 14) + [1, last] }
        #expect(
            got == [
                .none, .bytes(SegmentCipher(.chained, key: key, vector: number(3))),
                .bytes(SegmentCipher(.chained, key: key, vector: number(4))),
                .bytes(SegmentCipher(.chained, key: key.reversed(), vector: vector)),
                .bytes(SegmentCipher(.chained, key: key + key, vector: number(6))),
                .bytes(SegmentCipher(.counted, key: key + key, vector: number(7))),
                .bytes(SegmentCipher(.samples, key: key.reversed(), vector: number(8))), .none,
            ])
    }

    @Test("The vector of a segment that the list numbers otherwise than the origin is derived from the origin's number")
    func renumbered() async throws {
        let list = try playlist("#EXT-X-KEY:METHOD=AES-128,URI=\"/k\"\n#EXTINF:2,\n1.ts\n")
        var segment = try #require(list.segments.first)
        segment.originSequence = 9
        let decryption = try await keys().decryption(for: SegmentEncryption(of: segment, resolve: list.url(for:)))
        #expect(decryption == .bytes(SegmentCipher(.chained, key: key, vector: [UInt8](repeating: 0, count: 15) + [9])))
    }

    @Test("The samples of fragmented MP4 are decrypted with one key", arguments: ["SAMPLE-AES", "SAMPLE-AES-CTR"])
    func commonEncryption(method: String) async throws {
        let list = try playlist("#EXT-X-KEY:METHOD=\(method),URI=\"/k\"\n\(section)#EXTINF:2,\n1.m4s\n")
        let segment = try #require(list.segments.first)
        let decryption = try await keys().decryption(for: SegmentEncryption(of: segment, resolve: list.url(for:)))
        #expect(decryption == .samples(.one(try #require(ContentKey(key)))) && decryption.cipher == nil)
        let map = try #require(segment.map)
        #expect(try await keys().decryption(for: SegmentEncryption(of: map, resolve: list.url(for:))).cipher == nil)
    }

    @Test("An initialization section is encrypted like segments, with its own vector")
    func sections() async throws {
        let list = try playlist(
            "#EXT-X-KEY:METHOD=AES-128,URI=\"/k\",IV=0x101112131415161718191a1b1c1d1e1f\n\(section)#EXT-X-KEY:METHOD=AES-128,URI=\"k2\"\n#EXTINF:2,\n1.m4s\n"
        )
        let segment = try #require(list.segments.first)
        let map = try #require(segment.map)
        let decryption = try await keys().decryption(for: SegmentEncryption(of: map, resolve: list.url(for:)))
        #expect(decryption == .bytes(SegmentCipher(.chained, key: key, vector: vector)))
        #expect(try await keys().decryption(for: SegmentEncryption(of: segment, resolve: list.url(for:))).cipher?.key == key.reversed())
        let clear = try playlist("\(section)#EXTINF:2,\n1.m4s\n")
        let clearMap = try #require(clear.segments.first?.map)
        #expect(SegmentEncryption(of: clearMap, resolve: clear.url(for:)) == .none)
        let wrong = try playlist("#EXT-X-KEY:METHOD=AES-128,URI=\"/k\"\n\(section)#EXTINF:2,\n1.m4s\n")
        let wrongMap = try #require(wrong.segments.first?.map)
        let error = await #expect(throws: PlaybackError.self) {
            _ = try await keys().decryption(for: SegmentEncryption(of: wrongMap, resolve: wrong.url(for:)))
        }
        #expect(error?.kind == .manifestInvalid && error?.url == "https://a/b/init.mp4")
    }

    @Test("Segments protected by DRM, and keys of another length, are rejected")
    func refused() async throws {
        let skd = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://x\",KEYFORMAT=\"com.apple.streamingkeydelivery\",KEYFORMATVERSIONS=\"1\"\n"
        for (tag, kind) in [
            (skd, PlaybackError.Kind.protectedContent), ("#EXT-X-KEY:METHOD=AES-128,URI=\"/long\"\n", .keyInvalid),
            ("#EXT-X-KEY:METHOD=AES-128,URI=\"/none\"\n", .keyStatus(404)), ("#EXT-X-KEY:METHOD=AES-256,URI=\"/k\"\n", .keyInvalid),
        ] {
            let list = try playlist("\(tag)#EXTINF:2,\n1.ts\n")
            let error = await #expect(throws: PlaybackError.self) {
                _ = try await keys().decryption(for: SegmentEncryption(of: #require(list.segments.first), resolve: list.url(for:)))
            }
            #expect(error?.kind == kind)
        }
        // The samples of fragmented MP4 name their keys, which the app may have.
        let list = try playlist("\(skd)\(section)#EXTINF:2,\n1.m4s\n")
        let segment = try #require(list.segments.first)
        let decryption = try await keys().decryption(for: SegmentEncryption(of: segment, resolve: list.url(for:)))
        guard case .samples(.licensed(let protection)) = decryption else {
            Issue.record("\(decryption)")
            return
        }
        #expect(protection.error.kind == .protectedContent && protection.licenseURL == nil)
    }
}
