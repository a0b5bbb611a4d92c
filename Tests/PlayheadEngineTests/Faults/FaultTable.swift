import Foundation
import PlayheadCore
import PlayheadOrigin
import PlayheadSamples
import PlayheadTransport
import Testing

@testable import PlayheadEngine

private typealias Stream = FaultRig.Stream

/// The media has six segments of one second, 180 frames.
extension FaultCase {
    private static let all = [0..<180]
    private static let ts = Stream.recording(.hlsTransportStream)
    private static let mp4 = Stream.recording(.hlsFragmentedMP4)
    private static let ladder = Stream.recording(.hlsSmallLadder)
    private static let top = "video-360p"

    /// Creates a case of the single rendition in which `segment` has a fault.
    private static func one(
        _ name: String, of stream: Stream = ts, segment: Int = 3, _ kind: Fault.Kind, _ requests: Fault.RequestSelection = .all,
        shown: [Range<Int>] = all, warnings: [PlaybackError.Kind] = []
    ) -> FaultCase {
        FaultCase(
            name: name, stream: stream, faults: [Fault(path: PathPattern("segment00\(segment).*"), requests: requests, kind: kind)],
            shown: shown, warnings: warnings)
    }

    /// Creates a case of the top rung of the ladder, selected manually, whose fourth segment has a fault.
    private static func rung(
        _ name: String, _ kind: Fault.Kind, path: String = "video-360p/segment003.*", _ requests: Fault.RequestSelection = .all,
        warnings: [PlaybackError.Kind]
    ) -> FaultCase {
        FaultCase(
            name: name, stream: ladder, faults: [Fault(path: PathPattern(path), requests: requests, kind: kind)], level: 3, shown: all,
            warnings: warnings)
    }

    private static let withoutFourth = [0..<90, 120..<180]

    /// All rows.
    static let table = playlists + sound + segments + keys + broadcasts + manifests + liveManifests

    // MARK: Playlists

    static let playlists: [FaultCase] = [
        FaultCase(
            name: "multivariant playlist: 404", stream: ladder, faults: [Fault(path: "/main.m3u8", kind: .status(404))],
            end: .failed(.manifestStatus(404))),
        FaultCase(
            name: "multivariant playlist: 500, always", stream: ladder, faults: [Fault(path: "/main.m3u8", kind: .status(500))],
            end: .failed(.manifestStatus(500))),
        FaultCase(
            name: "multivariant playlist: 500, twice", stream: ladder,
            faults: [Fault(path: "/main.m3u8", requests: .first(2), kind: .status(500))], shown: all),
        FaultCase(
            name: "multivariant playlist: a page of HTML", stream: ladder, faults: [Fault(path: "/main.m3u8", kind: .html)],
            end: .failed(.manifestInvalid)),
        FaultCase(
            name: "multivariant playlist: empty", stream: ladder, faults: [Fault(path: "/main.m3u8", kind: .emptyBody)],
            end: .failed(.manifestEmpty)),
        FaultCase(
            name: "multivariant playlist: leads back to itself", stream: ladder,
            twists: [.text("/main.m3u8") { _ in "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmain.m3u8\n" }], warnings: [.manifestLoop],
            end: .failed(.manifestLoop)),
        rung("a variant's playlist: 404", .status(404), path: "video-360p/main.m3u8", warnings: [.manifestStatus(404)]),
        rung("a variant's playlist: 503, once", .status(503), path: "video-360p/main.m3u8", .first(1), warnings: []),
        rung("a variant's playlist: no answer", .latency(60), path: "video-360p/main.m3u8", warnings: [.manifestUnreachable]),
        rung("a variant's playlist: garbage", .garbage(), path: "video-360p/main.m3u8", warnings: [.manifestInvalid]),
        FaultCase(
            name: "a variant's playlist: no segments", stream: ladder,
            twists: [.text("video-360p/main.m3u8") { _ in "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-ENDLIST\n" }], level: 3, shown: all,
            warnings: [.manifestEmpty]),
        FaultCase(
            name: "a variant's playlist: a multivariant one", stream: ladder,
            twists: [.text("video-360p/main.m3u8") { _ in "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n" }], level: 3, shown: all,
            warnings: [.manifestLoop]),
        FaultCase(
            name: "all variants' playlists: 404", stream: ladder, faults: [Fault(path: "video-*/main.m3u8", kind: .status(404))],
            warnings: [.manifestStatus(404)], end: .failed(.manifestStatus(404))),
        FaultCase(
            name: "playlists on the first host: unreachable", stream: .recording(.hlsSmallLadder, redundantBase: "http://backup.test/"),
            twists: [.fail("video-*/**", .unreachable, host: "live.test")], level: 3, shown: all, warnings: [.manifestUnreachable]),
        FaultCase(
            name: "subtitles' playlist: 404", stream: ladder,
            twists: [
                .text("/main.m3u8") { text in
                    text + "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"English\",LANGUAGE=\"en\",URI=\"none/main.m3u8\"\n"
                }
            ], level: 3, shown: all),
    ]

    // MARK: Sound

    static let sound: [FaultCase] = [
        FaultCase(
            name: "sound's playlist: 404", stream: ladder, faults: [Fault(path: "audio-en/main.m3u8", kind: .status(404))], level: 3,
            shown: all, warnings: [.manifestStatus(404)], audioTrack: 1),
        FaultCase(
            name: "all playlists of sound: 404", stream: ladder, faults: [Fault(path: "audio-*/main.m3u8", kind: .status(404))], level: 3,
            shown: all, warnings: [.manifestStatus(404)], audioTrack: -1),
        FaultCase(
            name: "sound's initialization section: 404", stream: ladder, faults: [Fault(path: "audio-en/init*", kind: .status(404))],
            level: 3, shown: all, warnings: [.segmentStatus(404)], audioTrack: 1),
        FaultCase(
            name: "sound's segments: 404, all", stream: ladder, faults: [Fault(path: "audio-en/segment*", kind: .status(404))], level: 3,
            shown: all, warnings: [.segmentStatus(404)], audioTrack: 1),
        FaultCase(
            name: "all segments of all sound: 404", stream: ladder, faults: [Fault(path: "audio-*/segment*", kind: .status(404))], level: 3,
            shown: all, warnings: [.segmentStatus(404)]),
        FaultCase(
            name: "sound's segments: 404 from the second on", stream: ladder,
            faults: (1..<6).map { Fault(path: PathPattern("audio-en/segment00\($0).*"), kind: .status(404)) }, level: 3, shown: all,
            warnings: [.segmentStatus(404)], audioTrack: 1),
        FaultCase(
            name: "segments of all sound: 404 from the second on", stream: ladder,
            faults: (1..<6).map { Fault(path: PathPattern("audio-*/segment00\($0).*"), kind: .status(404)) }, level: 3, shown: all,
            warnings: [.segmentStatus(404)]),
        FaultCase(
            name: "one segment of sound: 404", stream: ladder, faults: [Fault(path: "audio-en/segment003.*", kind: .status(404))], level: 3,
            shown: all, warnings: [.segmentStatus(404)], audioTrack: 0),
    ]

    // MARK: Segments

    static let segments: [FaultCase] = [
        one("a segment: 404", .status(404), shown: withoutFourth, warnings: [.segmentStatus(404)]),
        one("a segment: 403", .status(403), shown: withoutFourth, warnings: [.segmentStatus(403)]),
        one("a segment: 410", .status(410), shown: withoutFourth, warnings: [.segmentStatus(410)]),
        one("a segment: 500, always", .status(500), shown: withoutFourth, warnings: [.segmentStatus(500)]),
        one("a segment: 500, three times", .status(500), .first(3)),
        one("a segment: 503 with Retry-After 2, once", .status(503, retryAfter: 2), .first(1)),
        one(
            "a segment: 503 with Retry-After 60", .status(503, retryAfter: 60), shown: withoutFourth, warnings: [.segmentStatus(503)]),
        one("the first segment: 404", segment: 0, .status(404), shown: [30..<180], warnings: [.segmentStatus(404)]),
        FaultCase(
            name: "the last segment: 404", stream: ts, faults: [Fault(path: "segment005.*", kind: .status(404))], shown: [0..<150],
            end: .failed(.segmentStatus(404))),
        FaultCase(
            name: "the last segment of a stream with B-frames: 404",
            stream: .recording(SampleRecipe(.hls(HLSLayout(segments: .transportStream)), duration: 6, bFrames: 2)),
            faults: [Fault(path: "segment005.*", kind: .status(404))], shown: [0..<150], end: .failed(.segmentStatus(404))),
        FaultCase(
            name: "three segments in a row: 404", stream: ts,
            faults: (1..<4).map { Fault(path: PathPattern("segment00\($0).*"), kind: .status(404)) }, shown: [0..<30, 120..<180],
            warnings: [.segmentStatus(404)]),
        FaultCase(
            name: "four segments in a row: 404", stream: ts,
            faults: (1..<5).map { Fault(path: PathPattern("segment00\($0).*"), kind: .status(404)) }, shown: [0..<30],
            warnings: [.segmentStatus(404)], end: .failed(.segmentStatus(404))),
        rung("a segment of one rung: 404", .status(404), warnings: [.segmentStatus(404)]),
        FaultCase(
            name: "a segment of all rungs: 404", stream: ladder, faults: [Fault(path: "video-*/segment003.*", kind: .status(404))],
            level: 3, shown: withoutFourth, warnings: [.segmentStatus(404)]),
        FaultCase(
            name: "segments on the first host: unreachable", stream: .recording(.hlsSmallLadder, redundantBase: "http://backup.test/"),
            twists: [.fail("video-*/segment*", .unreachable, host: "live.test")], level: 3, shown: all, warnings: [.segmentUnreachable]),
        FaultCase(
            name: "a segment of one rung: comes too slowly", stream: ladder,
            faults: [Fault(path: "video-360p/segment003.*", kind: .bandwidth(bytesPerSecond: 1500))], shown: all, isRealTime: true,
            asks: [("video-360p/segment003.*", 1), ("video-*/segment003.*", 2), ("video-*/segment004.*", 1)]),
        one("a segment: no answer, once", .latency(60), .first(1)),
        one("a segment: no answer, always", .latency(60), shown: withoutFourth, warnings: [.segmentUnreachable]),
        rung("a segment of one rung: no answer", .latency(60), warnings: [.segmentUnreachable]),
        one("a segment: stalls in the middle", .stall(afterBytes: 9000), .first(1)),
        one("a segment: cut in the middle, and resumed", .cut(afterBytes: 9000), .first(1)),
        one("a segment: cut before its first byte", .cut(afterBytes: 0), .first(1)),
        one("a segment: stalls before its first byte", .stall(afterBytes: 0), .first(1)),
        FaultCase(
            name: "a segment: cut before its first byte each time", stream: ts,
            faults: [Fault(path: "segment003.*", kind: .cut(afterBytes: 0))], shown: withoutFourth, warnings: [.segmentUnreachable],
            asks: [("segment003.*", 1 + 3)]),
        FaultCase(
            name: "a segment: cut in the middle, without ranges", stream: ts,
            faults: [
                Fault(path: "segment003.*", requests: .first(1), kind: .cut(afterBytes: 9000)),
                Fault(path: "segment003.*", kind: .ignoreRanges),
            ], shown: all),
        FaultCase(
            name: "a segment: cut in the middle, then 503", stream: ts,
            faults: [
                Fault(path: "segment003.*", requests: .first(1), kind: .cut(afterBytes: 9000)),
                Fault(path: "segment003.*", requests: .from(2), kind: .status(503)),
            ], warnings: [.segmentStatus(503)], asks: [("segment003.*", 1 + 1 + 3)]),
        one("a segment: the connection is cut each time", .cut(afterBytes: nil), shown: withoutFourth, warnings: [.segmentUnreachable]),
        one("a segment: shorter than announced", .contentLength(offset: 1000), warnings: [.incomplete]),
        rung("a segment of one rung: truncated", .truncated(afterBytes: 3001), warnings: [.segmentInvalid]),
        one(
            "a segment: truncated, and nothing in its place", .truncated(afterBytes: 9000), shown: [0..<93, 120..<180],
            warnings: [.segmentInvalid]),
        one("a segment: a page of HTML", .html, shown: withoutFourth, warnings: [.segmentInvalid]),
        rung("a segment of one rung: a page of HTML", .html, warnings: [.segmentInvalid]),
        one("a segment: no bytes", .emptyBody, shown: withoutFourth, warnings: [.segmentInvalid]),
        rung("a segment of one rung: no bytes", .emptyBody, warnings: [.segmentInvalid]),
        one("a segment of MPEG-2 TS: garbage", .garbage(), shown: withoutFourth, warnings: [.segmentInvalid]),
        one("the first segment of MPEG-2 TS: garbage", segment: 0, .garbage(), shown: [30..<180], warnings: [.segmentInvalid]),
        one("a segment of fragmented MP4: garbage", of: mp4, .garbage(), shown: withoutFourth, warnings: [.segmentInvalid]),
        rung("a segment of one rung: garbage", .garbage(), warnings: [.segmentInvalid]),
        FaultCase(
            name: "a segment of fragmented MP4: its boxes have damaged contents", stream: mp4,
            twists: [.edit("segment003.*") { damaged($0) }], shown: withoutFourth, warnings: [.segmentInvalid]),
        FaultCase(
            name: "a segment of one rung: its boxes have damaged contents", stream: ladder,
            twists: [.edit("video-360p/segment003.*") { damaged($0) }], level: 3, shown: all, warnings: [.segmentInvalid]),
        one("a segment: redirects that never end", .redirect(to: nil), shown: withoutFourth, warnings: [.segmentStatus(302)]),
        FaultCase(
            name: "a segment: a redirect to another host", stream: ts,
            faults: [Fault(path: "segment003.*", requests: .first(1), kind: .redirect(to: "http://other.test/segment003.3.ts"))], shown: all
        ),
        FaultCase(
            name: "an initialization section: incomplete, once", stream: mp4,
            faults: [Fault(path: "init*", requests: .first(1), kind: .truncated(afterBytes: 300))], shown: [30..<180],
            warnings: [.segmentInvalid]),
        rung(
            "an initialization section of one rung: incomplete", .truncated(afterBytes: 300), path: "video-360p/init*",
            warnings: [.segmentInvalid]),
        rung("an initialization section of one rung: 404", .status(404), path: "video-360p/init*", warnings: [.segmentStatus(404)]),
        FaultCase(
            name: "the initialization sections of all rungs: 404", stream: ladder,
            faults: [Fault(path: "video-*/init*", kind: .status(404))],
            level: 3, warnings: [.segmentStatus(404)], end: .failed(.segmentStatus(404))),
        FaultCase(
            name: "a discontinuity with another size and other codecs", stream: .recording(.hlsCodecChange), shown: all),
    ]

    /// Removes the segments of playlists until a time in seconds.
    private static func withoutSegments(_ path: PathPattern, to time: Double = .infinity) -> Twist {
        Twist(
            path: path, to: time,
            action: .edit { Array((String(decoding: $0, as: UTF8.self).split(separator: "#EXTINF").first ?? "").utf8) })
    }

    /// Overwrites everything in a movie fragment except the headers of its boxes.
    private static func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let name = Array("moof".utf8)
        guard let place = bytes.indices.dropLast(200).first(where: { Array(bytes[$0..<$0 + 4]) == name }) else { return bytes }
        for offset in place + 4..<place + 100 { bytes[offset] = 0xFF }
        return bytes
    }

    // MARK: Keys

    /// Creates a case in which the third and fourth segment have a key with a fault.
    private static func key(_ name: String, _ kind: Fault.Kind, warnings: [PlaybackError.Kind]) -> FaultCase {
        FaultCase(
            name: name, stream: .encrypted(.hlsTransportStream, .aes128), faults: [Fault(path: "key1.bin", kind: kind)],
            shown: [0..<60, 120..<180], warnings: warnings)
    }

    static let keys: [FaultCase] = [
        key("a key: 404", .status(404), warnings: [.keyStatus(404)]),
        key("a key: of a wrong length", .truncated(afterBytes: 10), warnings: [.keyInvalid]),
        key("a key: another one", .garbage(), warnings: [.segmentInvalid]),
    ]

    // MARK: Live

    private static let air = Stream.live(.hlsFragmentedMP4, LiveOptions(isContinuous: true))
    private static func air(_ seconds: Double) -> Stream { .live(.hlsFragmentedMP4, LiveOptions(isContinuous: true), for: seconds) }
    private static let hosts = Stream.live(
        .hlsSmallLadder, LiveOptions(isContinuous: true, redundantBase: "http://backup.test/"), for: 20)
    private static let lowLatency = Stream.live(.hlsLowLatency, LiveOptions(isContinuous: true, parts: .resources), for: 20)
    private static let start = 1_700_000_000.0

    static let broadcasts: [FaultCase] = [
        FaultCase(name: "live: nothing goes wrong", stream: air, fewest: 600, end: .playing),
        FaultCase(
            name: "live: the playlist has no segment for 4 s", stream: air, twists: [withoutSegments("main.m3u8", to: 4)], fewest: 450,
            end: .playing),
        FaultCase(
            name: "live: the playlists of a ladder have no segment for 4 s",
            stream: .live(.hlsSmallLadder, LiveOptions(isContinuous: true)),
            twists: [withoutSegments("video-*/main.m3u8", to: 4)], fewest: 450, end: .playing),
        FaultCase(
            name: "live: the playlist never has a segment", stream: air(60), twists: [withoutSegments("main.m3u8")],
            end: .failed(.manifestEmpty)),
        FaultCase(
            name: "live: the playlist is frozen for 5 s", stream: air, live: [LiveFault(.frozen, at: 6, duration: 5)], fewest: 600,
            warnings: [.manifestStale], end: .playing),
        FaultCase(
            name: "live: the playlist is frozen indefinitely", stream: air(80), live: [LiveFault(.frozen, at: 6)], fewest: 240,
            warnings: [.manifestStale], end: .failed(.manifestStale)),
        FaultCase(
            name: "live: all playlists of a ladder with separate sound are frozen indefinitely",
            stream: .live(.hlsSmallLadder, LiveOptions(isContinuous: true), for: 80), live: [LiveFault(.frozen, at: 6)], fewest: 240,
            warnings: [.manifestStale], end: .failed(.manifestStale)),
        FaultCase(
            name: "live: one host's playlists are frozen", stream: hosts,
            live: [LiveFault(.frozen, at: 4, path: "video-*/**", host: "live.test")], level: 3, fewest: 570, warnings: [.manifestStale],
            end: .playing),
        FaultCase(
            name: "live: the playlist: 404, for longer than its window", stream: air(30),
            twists: [.fail("main.m3u8", .status(404), from: 5, to: 13)], holes: 1...1,
            fewest: 600, warnings: [.manifestStatus(404), .segmentGap], end: .playing),
        FaultCase(
            name: "live: the playlist: 404, for 4 s", stream: air, twists: [.fail("main.m3u8", .status(404), from: 5, to: 9)], fewest: 600,
            warnings: [.manifestStatus(404)], end: .playing),
        FaultCase(
            name: "live: the playlist: 404, permanently", stream: air(80), twists: [.fail("main.m3u8", .status(404), from: 5)], fewest: 200,
            warnings: [.manifestStatus(404)], end: .failed(.manifestStatus(404))),
        FaultCase(
            name: "live: the playlist: garbage, for 3 s", stream: air,
            twists: [Twist(path: "main.m3u8", from: 5, to: 8, action: .edit { _ in [0x80, 0x81, 0, 1] })], fewest: 570,
            warnings: [.manifestInvalid], end: .playing),
        FaultCase(
            name: "live: one host's playlists: 404", stream: hosts,
            twists: [.fail("video-*/main.m3u8", .status(404), host: "live.test", from: 4)], level: 3, fewest: 570,
            warnings: [.manifestStatus(404)], end: .playing),
        FaultCase(
            name: "live: one host's playlists are 20 s old", stream: hosts,
            live: [LiveFault(.behind(20), at: 4, path: "video-*/**", host: "live.test")], level: 3, fewest: 570,
            warnings: [.manifestInvalid, .manifestStale], end: .playing),
        FaultCase(
            name: "live: the encoder restarts", stream: air, live: [LiveFault(.restart, at: 8)], holes: 1...1, fewest: 480,
            end: .playing),
        FaultCase(
            name: "live: segments are marked as missing", stream: air, live: [LiveFault(.gap, at: 5, duration: 2)], holes: 1...1,
            fewest: 500,
            warnings: [.segmentGap], end: .playing),
        FaultCase(
            name: "live: segments are missing", stream: air, live: [LiveFault(.missing, at: 5, duration: 2)], holes: 1...1, fewest: 500,
            warnings: [.segmentStatus(404)], end: .playing),
        FaultCase(
            name: "live: the newest segment: 404, for a second", stream: air,
            twists: [.fail("segment*", .status(404), from: 7, to: 8.4)], fewest: 570, warnings: [.segmentStatus(404)], end: .playing),
        FaultCase(
            name: "live: segments are gone 4 s before they leave the window",
            stream: .live(
                .hlsFragmentedMP4, LiveOptions(window: .segments(10), isContinuous: true)),
            live: [LiveFault(.expiry(-4))], fewest: 600, end: .playing),
        FaultCase(
            name: "live: the window slides past a player that waits", stream: air(10), pause: 60, holes: 1...2, fewest: 200,
            warnings: [.segmentGap], end: .playing),
        FaultCase(
            name: "live: the target duration is said to be 10 s", stream: air, live: [LiveFault(.targetDuration(10))], holes: 0...9,
            fewest: 300, warnings: [.segmentGap], end: .playing),
        FaultCase(name: "live: it ends", stream: air(60), live: [LiveFault(.end, at: 8)], fewest: 330, end: .ended),
        FaultCase(
            name: "live: the dates of one rung are 30 s off",
            stream: .live(
                .hlsSmallLadder, LiveOptions(startDate: start, isContinuous: true)),
            live: [LiveFault(.skew(30), path: "audio-*/**")], level: 3, fewest: 570, end: .playing),
        FaultCase(
            name: "live: a delta update that does not fit",
            stream: .live(
                .hlsFragmentedMP4, LiveOptions(window: .segments(30), isContinuous: true, canSkipUntil: 6)),
            twists: [
                .text("main.m3u8", query: "_HLS_skip") { text in
                    text.replacing("SKIPPED-SEGMENTS=", with: "SKIPPED-SEGMENTS=9")
                }
            ], fewest: 570, warnings: [.manifestInvalid], end: .playing),
        FaultCase(
            name: "live: a blocking reload that is never answered", stream: lowLatency,
            twists: [.fail("video-*/main.m3u8", .headTimeout, query: "_HLS_msn", from: 4)], fewest: 500,
            warnings: [.manifestUnreachable], end: .playing),
        FaultCase(
            name: "live: low latency: blocking reloads of the sound: 400", stream: lowLatency,
            twists: [.fail("audio-*/main.m3u8", .status(400), query: "_HLS_msn")], fewest: 500, warnings: [.manifestStatus(400)],
            end: .playing, audioTrack: 0),
        FaultCase(
            name: "live: low latency: parts are announced and not listed", stream: lowLatency,
            twists: [
                .text("*/main.m3u8") { text in
                    text.split(separator: "\n").filter { !$0.hasPrefix("#EXT-X-PART:") && !$0.hasPrefix("#EXT-X-PRELOAD-HINT:") }
                        .joined(separator: "\n") + "\n"
                }
            ], fewest: 500, end: .playing, isRealTime: true),
        FaultCase(
            name: "live: low latency: a part: 404", stream: lowLatency,
            faults: [Fault(path: "video-*/*.5.part2.*", kind: .status(404))], fewest: 480, warnings: [.segmentStatus(404)],
            end: .playing),
    ]
}
