import Foundation
import PlayheadCore
import PlayheadOrigin
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadEngine

/// Samples have a key frame at each whole second, and 30 numbered frames per second.
@Suite("Thumbnails", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct ThumbnailTests {
    private static let size = PictureSize(width: 320, height: 180)

    /// Opens the stream that an origin serves from the folder of `entry`.
    private func withEngine(
        _ entry: URL, configure: (inout EngineConfiguration) -> Void = { _ in }, _ body: (EngineRig, LoopbackOrigin) async throws -> Void
    ) async throws {
        let origin = try await LoopbackOrigin.start(root: entry.deletingLastPathComponent())
        let rig = EngineRig(origin.url(entry.lastPathComponent), configure: configure)
        _ = try await rig.open()
        try await body(rig, origin)
        try await rig.close()
        await origin.stop()
    }

    private func expectKeyFrames(_ rig: EngineRig, _ size: PictureSize = Self.size, _ comment: Comment? = nil) async throws {
        for (time, second) in [(0, 0), (0.99, 0), (1, 1), (4.5, 4), (2.97, 2), (5.99, 5), (100, 5), (-3, 0), (3.001, 3)] {
            let thumbnail = try await rig.engine.thumbnail(at: time, fitting: size)
            #expect(thumbnail.stamp == second * 30, "at \(time)")
            #expect(abs(thumbnail.time - Double(second)) < 0.05, "at \(time)")
            #expect(thumbnail.width <= size.width && thumbnail.height <= size.height)
        }
    }

    @Test(
        "An I-frame playlist provides the key frame at or before a time, only by byte ranges",
        arguments: [SampleRecipe.hlsTransportStream, .hlsFragmentedMP4, .hlsByteRanges, .hlsFragmentedMP4ByteRanges, .hlsSmallLadder])
    func iFrames(recipe: SampleRecipe) async throws {
        try await withTemporaryFolder { folder in
            let entry = try IFramePresentation.make(of: try await Samples.url(recipe), in: folder)
            try await withEngine(entry) { rig, origin in
                try await rig.loaded(to: 5.9)
                origin.clearRequests()
                try await expectKeyFrames(rig)
                let requests = origin.requests
                #expect(requests.filter { $0.path.hasSuffix(".m3u8") }.map(\.path).allSatisfy { $0.hasSuffix("iframes.m3u8") })
                let media = requests.filter { !$0.path.hasSuffix(".m3u8") && !$0.path.contains("init") }
                // Each of the six is loaded once, and no segment completely.
                #expect(media.filter { $0.range != nil }.count >= 6 && media.reduce(0) { $0 + $1.bytesSent } < 200_000)
            }
        }
    }

    @Test("I-frames inside encrypted segments are loaded in whole blocks", arguments: [SampleRecipe.hlsTransportStream, .hlsFragmentedMP4])
    func enciphered(recipe: SampleRecipe) async throws {
        let clear = try await Samples.url(recipe)
        try await withTemporaryFolder { folder in
            let secret = try EncryptedPresentation.make(.aes128, of: clear, in: folder.appendingPathComponent("secret"))
            let entry = try IFramePresentation.make(
                of: secret, in: folder.appendingPathComponent("iframes"), clear: clear.deletingLastPathComponent())
            try await withEngine(entry) { rig, origin in
                try await expectKeyFrames(rig)
                #expect(origin.requests.contains { $0.path == "iframes.m3u8" } && rig.warnings.isEmpty)
            }
        }
    }

    @Test(
        "Without an I-frame playlist the segments of the lowest level are used, and for a file its key frames",
        arguments: [SampleRecipe.hlsTransportStream, .hlsSmallLadder, .small6])
    func fallback(recipe: SampleRecipe) async throws {
        let entry = try await Samples.url(recipe)
        try await withEngine(entry) { rig, _ in try await expectKeyFrames(rig, PictureSize(width: 160, height: 90)) }
        let local = EngineRig(entry)
        _ = try await local.open()
        try await expectKeyFrames(local, PictureSize(width: 160, height: 90))
        try await local.close()
    }

    @Test("The I-frame playlist whose picture is just large enough is used", arguments: [(160, 90), (300, 180), (640, 360)])
    func choice(width: Int, height: Int) async throws {
        try await withTemporaryFolder { folder in
            let entry = try IFramePresentation.make(of: try await Samples.url(.hlsSmallLadder), in: folder)
            try await withEngine(entry) { rig, origin in
                let thumbnail = try await rig.engine.thumbnail(at: 2.5, fitting: PictureSize(width: width, height: height))
                #expect(thumbnail.stamp == 60 && max(thumbnail.width, 1) == width)
                let asked = origin.requests.filter { $0.path.hasSuffix("iframes.m3u8") }.map(\.path)
                #expect(asked == ["video-\(height)p/iframes.m3u8"])
            }
        }
    }

    @Test("A missing I-frame playlist is replaced")
    func missing() async throws {
        try await withTemporaryFolder { folder in
            let entry = try IFramePresentation.make(of: try await Samples.url(.hlsTransportStream), in: folder)
            try await withEngine(entry) { rig, origin in
                origin.addFault(Fault(path: "iframes.m3u8", kind: .status(404)))
                try await expectKeyFrames(rig)
            }
        }
    }

    @Test("A recent thumbnail is not loaded again")
    func cached() async throws {
        try await withTemporaryFolder { folder in
            let entry = try IFramePresentation.make(of: try await Samples.url(.hlsTransportStream), in: folder)
            try await withEngine(entry) { rig, origin in
                try await rig.loaded(to: 5.9)
                let first = try await rig.engine.thumbnail(at: 3.1, fitting: Self.size)
                let count = origin.requests.count
                let second = try await rig.engine.thumbnail(at: 3.9, fitting: Self.size)
                #expect(first == second && origin.requests.count == count)
            }
        }
    }

    @Test("While one thumbnail is loaded only the newest other request waits")
    func newest() async throws {
        try await withTemporaryFolder { folder in
            let entry = try IFramePresentation.make(of: try await Samples.url(.hlsTransportStream), in: folder)
            try await withEngine(entry) { rig, origin in
                _ = try await rig.engine.thumbnail(at: 0, fitting: Self.size)
                try await rig.loaded(to: 5.9)
                origin.clearRequests()
                origin.addFault(Fault(path: "segment001.ts", kind: .stall(afterBytes: 100)))
                let engine = rig.engine
                let slow = Task { try await engine.thumbnail(at: 1.5, fitting: Self.size) }
                _ = try await origin.requests { !$0.isEmpty }
                let dropped = Task { try await engine.thumbnail(at: 2.5, fitting: Self.size) }
                try await eventually("it waits") { await engine.thumbnails?.hasWaiting == true }
                let last = Task { try await engine.thumbnail(at: 4.5, fitting: Self.size) }
                await #expect(throws: CancellationError.self) { try await dropped.value }
                #expect(origin.requests.count == 1)
                slow.cancel()
                #expect(try await last.value.stamp == 120)
                await #expect(throws: CancellationError.self) { try await slow.value }
            }
        }
    }

    @Test("Cancelling the task ends the loading, and the next request succeeds")
    func cancelling() async throws {
        try await withTemporaryFolder { folder in
            let entry = try IFramePresentation.make(of: try await Samples.url(.hlsTransportStream), in: folder)
            try await withEngine(entry) { rig, origin in
                try await rig.loaded(to: 5.9)
                origin.addFault(Fault(path: "segment001.ts", kind: .stall(afterBytes: 100)))
                origin.clearRequests()
                let engine = rig.engine
                let stalled = Task { try await engine.thumbnail(at: 1.5, fitting: Self.size) }
                _ = try await origin.requests { $0.contains { $0.path == "segment001.ts" } }
                stalled.cancel()
                await #expect(throws: CancellationError.self) { try await stalled.value }
                #expect(try await engine.thumbnail(at: 2.5, fitting: Self.size).stamp == 60)
            }
        }
    }

    @Test("Playback continues frame by frame beside many thumbnails")
    func undisturbed() async throws {
        try await withTemporaryFolder { folder in
            let entry = try IFramePresentation.make(of: try await Samples.url(.hlsSmallLadder), in: folder)
            try await withEngine(entry) { rig, _ in
                let engine = rig.engine
                let scrubbing = Task {
                    for step in 0..<60 { _ = try? await engine.thumbnail(at: Double(step % 12) / 2, fitting: Self.size) }
                }
                rig.start()
                try await rig.ended()
                await scrubbing.value
                #expect(rig.screen.stamps == Array(0..<180).map(Optional.some) && rig.warnings.isEmpty)
            }
        }
    }

    @Test("There is no thumbnail of sound, and none before anything is open")
    func none() async throws {
        let origin = try await LoopbackOrigin.start(root: try await Samples.url(.hlsPackedAudio).deletingLastPathComponent())
        let rig = EngineRig(origin.url("main.m3u8"))
        await #expect(throws: PlaybackError.self) { try await rig.engine.thumbnail(at: 1, fitting: Self.size) }
        _ = try await rig.open()
        await #expect(throws: PlaybackError.self) { try await rig.engine.thumbnail(at: 1, fitting: Self.size) }
        try await rig.close()
        await origin.stop()
    }

    @Test("In a live window later key frames are found as they are published")
    func live() async throws {
        try await withTemporaryFolder { folder in
            let source = try await Samples.url(.hlsTransportStream)
            let entry = try IFramePresentation.make(of: source, in: folder)
            let origin = try await LoopbackOrigin.start(root: folder)
            func publish(_ count: Int) throws {
                for name in ["main.m3u8", "iframes.m3u8"] {
                    let lines = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8).split(separator: "\n")
                        .filter { !$0.hasPrefix("#EXT-X-PLAYLIST-TYPE") && $0 != "#EXT-X-ENDLIST" }
                    let last = lines.indices.filter { lines[$0].hasPrefix("segment") }[count - 1]
                    origin.add(name, text: lines[...last].joined(separator: "\n") + "\n")
                }
            }
            try publish(4)
            let rig = EngineRig(origin.url(entry.lastPathComponent)) { $0.clock = ScaledClock(speed: 10) }
            _ = try await rig.open()
            let early = try await rig.engine.thumbnail(at: 1.5, fitting: Self.size)
            #expect(early.stamp == 30)
            #expect(try await rig.engine.thumbnail(at: 5.5, fitting: Self.size).stamp == 90)
            try publish(6)
            try await eventually("the playlist is loaded anew") { try await rig.engine.thumbnail(at: 5.5, fitting: Self.size).stamp == 150 }
            #expect(try await rig.engine.thumbnail(at: 1.5, fitting: Self.size) == early)
            try await rig.close()
            await origin.stop()
        }
    }
}

extension SampleRecipe {
    /// A file of 6 s with one key frame per second.
    fileprivate static var small6: SampleRecipe { Samples.small }
}

extension Thumbnail {
    /// The number of the frame in the picture.
    var stamp: Int? {
        let green = stride(from: 1, to: pixels.count, by: 4).map { pixels[$0] }
        return FrameStamp.read(luma: green, bytesPerRow: width, width: width, height: height)
    }
}
