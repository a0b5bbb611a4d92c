import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadOrigin
import PlayheadSamples
import PlayheadTransport
import Synchronization
import TestSupport
import Testing

@testable import PlayheadEngine

/// Complete playbacks from origins with impossible numbers.
@Suite("Impossible numbers of origins", .tags(.idleClock), .enabled(if: Samples.areThere), .serialized, .timeLimit(.minutes(5)))
struct HostileOriginTests {
    private static let segments = FaultRig.Stream.recording(.hlsTransportStream)
    private static let fragments = FaultRig.Stream.recording(.hlsFragmentedMP4)
    private static let ladder = FaultRig.Stream.recording(.hlsSmallLadder)

    /// All frames of a recording, by number.
    private static let all = [0..<180]

    /// Inserts a line before each segment of media playlists.
    private static func before(_ line: String) -> Twist {
        .text("**.m3u8") { $0.replacingOccurrences(of: "#EXTINF:", with: "\(line)\n#EXTINF:") }
    }

    private func play(_ stream: FaultRig.Stream, _ twists: [Twist]) async throws -> FaultRig {
        let rig = try await FaultRig(stream, twists: twists)
        try await rig.play(nil)
        return rig
    }

    @Test(
        "Impossible bit rates of segments are ignored",
        arguments: ["2305843009213693951", "9223372036854775807", "1000000001", "18446744073709551616", "1000000000", "0", "-1"])
    func segmentBitrates(rate: String) async throws {
        let rig = try await play(Self.ladder, [Self.before("#EXT-X-BITRATE:\(rate)")])
        #expect(rig.failure == nil && rig.isOver)
        #expect(rig.rig.screen.stamps.compactMap { $0 }.runs == Self.all)
        try await rig.close()
    }

    @Test("Any size of a segment on one rung is valid beside rungs of any bit rate", arguments: [1, 2, 3])
    func ladderSizes(level: Int) async throws {
        let rates = ["1", "1000000000", "1000000000000"]
        let twist = Twist.text("/main.m3u8") { text in
            var place = -1
            return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                guard line.hasPrefix("#EXT-X-STREAM-INF:") else { return String(line) }
                place += 1
                return String(line).replacing(/BANDWIDTH=\d+/, with: "BANDWIDTH=\(rates[(place + level) % 3])")
            }.joined(separator: "\n")
        }
        let rig = try await play(Self.ladder, [twist, Self.before("#EXT-X-BITRATE:1000000000")])
        #expect(rig.failure == nil && rig.isOver)
        #expect(rig.rig.screen.stamps.compactMap { $0 }.runs == Self.all)
        try await rig.close()
    }

    @Test(
        "Impossible byte ranges end in an error or a warning",
        arguments: ["2000000000000000000@0", "1@2305843009213693951", "0@0"])
    func byteRanges(range: String) async throws {
        for stream in [Self.segments, Self.ladder] {
            let rig = try await play(stream, [Self.before("#EXT-X-BYTERANGE:\(range)")])
            #expect(rig.isOver)
            try await rig.close()
        }
    }

    @Test(
        "Times of fragments out of range continue after the previous segment, or end in an error if FFmpeg rejects them",
        arguments: [UInt64(Int64.max), UInt64(Int64.max) - 1, 1 << 62, 1 << 63, .max, 1 << 61, 1 << 53])
    func fragmentTimes(ticks: UInt64) async throws {
        let rig = try await play(
            Self.fragments, [.edit("segment00*") { Self.isFirst($0) ? $0 : Self.withTime(ticks, in: $0) }])
        #expect(rig.isOver)
        if ticks <= 1 << 62 { #expect(rig.failure == nil, "\(rig.failure as Any)") }
        for shown in rig.rig.screen.shown { #expect(shown.time.isFinite && abs(shown.time) < 1e6) }
        try await rig.close()
    }

    /// The positions of the times in `tfdt` boxes of version 1.
    private static func times(in bytes: [UInt8]) -> [Int] {
        bytes.indices.dropLast(16).filter { bytes[$0..<$0 + 5].elementsEqual(Array("tfdt".utf8) + [1]) }.map { $0 + 8 }
    }

    private static func isFirst(_ bytes: [UInt8]) -> Bool {
        times(in: bytes).contains { bytes[$0..<$0 + 8].allSatisfy { $0 == 0 } }
    }

    private static func withTime(_ ticks: UInt64, in bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for place in times(in: bytes) {
            for offset in 0..<8 { bytes[place + offset] = UInt8(truncatingIfNeeded: ticks >> UInt64(56 - 8 * offset)) }
        }
        return bytes
    }

    @Test(
        "Live reloads with sequence numbers that restart and jump are followed, or end in an error",
        arguments: TestScale.pick(long: [0, 1, 2, 3], short: [0, 2]))
    func liveReloads(seed: Int) async throws {
        let random = Mutex(SeededGenerator(seed: UInt64(seed)))
        let numbers = [
            "-2305843009213693951", "2305843009213693951", "-9223372036854775808", "9223372036854775807", "0", "1", "2147483648",
        ]
        let twist = Twist.text("**.m3u8") { text in
            random.withLock { random in
                let number = numbers.randomElement(using: &random) ?? "0"
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter {
                    !$0.hasPrefix("#EXT-X-DISCONTINUITY-SEQUENCE:") && (seed < 2 || !$0.hasPrefix("#EXT-X-MEDIA-SEQUENCE:"))
                }
                let other = seed < 2 ? "" : "\n#EXT-X-MEDIA-SEQUENCE:\(numbers.randomElement(using: &random) ?? "0")"
                return lines.joined(separator: "\n").replacingOccurrences(
                    of: "#EXTM3U", with: "#EXTM3U\n#EXT-X-DISCONTINUITY-SEQUENCE:\(number)\(other)")
            }
        }
        for recipe in [SampleRecipe.hlsTransportStream, .hlsSmallLadder] {
            let rig = try await FaultRig(.live(recipe, LiveOptions(isContinuous: true), for: 16), twists: [twist])
            try await rig.play(16)
            if seed < 2, recipe == .hlsTransportStream { #expect(rig.failure == nil && rig.rig.screen.shown.count > 200) }
            try await rig.close()
        }
    }

    @Test(
        "Impossible durations and live values end in a warning or an error",
        arguments: [
            "#EXT-X-TARGETDURATION:%", "#EXT-X-PART-INF:PART-TARGET=%", "#EXT-X-START:TIME-OFFSET=%", "#EXT-X-SKIP:SKIPPED-SEGMENTS=%",
            "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=%,HOLD-BACK=%,PART-HOLD-BACK=%", "#EXTINF:%,",
            "#EXT-X-DATERANGE:ID=\"d\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-01-01T00:00:00Z\",DURATION=%,X-RESUME-OFFSET=%",
        ])
    func values(line: String) async throws {
        let numbers = [
            "1e308", "-9223372036854775808", "nan", "999999999", "1000000001", "9223372036854775807", "0.000000000000000001",
        ]
        for number in numbers.prefix(TestScale.pick(long: numbers.count, short: 3)) {
            let filled = line.replacingOccurrences(of: "%", with: number)
            let rig = try await FaultRig(
                .live(.hlsTransportStream, LiveOptions(isContinuous: true), for: 10),
                twists: [
                    .text("**.m3u8") { text in
                        filled.hasPrefix("#EXTINF")
                            ? text.replacing(/#EXTINF:[0-9.]+,/, with: filled)
                            : text.replacingOccurrences(of: "#EXTM3U", with: "#EXTM3U\n\(filled)")
                    }
                ])
            try await rig.play(10)
            try await rig.close()
        }
    }

    @Test("A resumed segment may be announced with any length", arguments: [Int64.max, Int64.max - 1, 1 << 62, 0, -1, .min])
    func resumedLengths(length: Int64) async throws {
        let (origin, url) = try await Samples.serve(.hlsTransportStream)
        let rig = EngineRig(url, loader: ResumingLoader(length: length))
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        #expect(rig.screen.stamps.compactMap { $0 }.runs == Self.all)
        try await rig.close()
        await origin.stop()
    }

    @Test(
        "A server may announce any length of a file or a segment",

        arguments: TestScale.pick(
            long: ["9223372036854775807", "9000000000000000000", "1125899906842625"], short: ["9223372036854775807"]))
    func announcedLengths(length: String) async throws {
        let file = try await Samples.url(.hlsTransportStream)
        let origin = try await LoopbackOrigin.start(root: file.deletingLastPathComponent())
        let bytes = try [UInt8](Data(contentsOf: file.deletingLastPathComponent().appendingPathComponent("segment001.ts")))
        let answer = OriginResponse(
            headers: [HeaderField("Content-Length", length), HeaderField("Connection", "close")], body: bytes, type: "video/mp2t")
        origin.add("segment001.ts") { _ in answer }
        origin.add("file.ts") { _ in answer }
        for path in [file.lastPathComponent, "file.ts"] {
            // The pauses between attempts, and the timeout of a transfer without progress, are shorter.
            let rig = EngineRig(origin.url(path)) { configuration in
                configuration.clock = ScaledClock(speed: 30)
                configuration.requestOptions.timeouts = LoadTimeouts(head: 10, progress: 1)
            }
            rig.engine.send(.open(playback: 1, item: 0))
            rig.start()
            _ = try? await rig.ended()
            try await rig.close()
        }
        await origin.stop()
    }

    @Test("Of a thousand variants of which none exists, some are tried")
    func missingVariants() async throws {
        let variants = (0..<1000).map { "#EXT-X-STREAM-INF:BANDWIDTH=\(100_000 + $0)\nnone/\($0).m3u8\n" }
        let rig = try await play(Self.ladder, [.text("/main.m3u8") { _ in "#EXTM3U\n" + variants.joined() }])
        #expect(rig.failure?.kind == .manifestStatus(404) && rig.loader.activity < 200)
        try await rig.close()
    }
}

/// A loader that cuts segments off in the middle, and announces a given length for the rest.
private struct ResumingLoader: Loader {
    let length: Int64
    private let base = URLLoader()

    init(length: Int64) { self.length = length }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        guard request.kind == .segment else { return try await base.load(request) }
        var whole = request
        whole.byteRange = nil
        let bytes = try await base.loadWhole(whole, upTo: 1 << 26).bytes
        if let range = request.byteRange {
            return LoadResponse(
                status: 206, url: request.url, contentLength: length, body: LoadBody(bytes: Array(bytes.dropFirst(Int(range.offset)))))
        }
        let error = LoadError(.connectionLost, kind: .segment, url: request.url)
        return LoadResponse(url: request.url, contentLength: Int64(bytes.count), body: LoadBody(source: BrokenBody(bytes, error)))
    }
}

/// The first half of some bytes, followed by an error.
private final class BrokenBody: LoadBodySource {
    private let half: Mutex<[UInt8]?>
    private let error: LoadError

    init(_ bytes: [UInt8], _ error: LoadError) {
        half = Mutex(Array(bytes.prefix(bytes.count / 2)))
        self.error = error
    }

    func next() async throws -> [UInt8]? {
        guard let bytes = half.withLock({ $0.take() }) else { throw error }
        return bytes
    }

    func cancel() {}
}
