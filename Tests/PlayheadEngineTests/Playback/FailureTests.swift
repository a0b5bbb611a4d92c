import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import PlayheadTransport
import TestSupport
import Testing

@Suite("Media that cannot be played", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct FailureTests {
    private func openingFailure(_ path: String, _ prepare: (LoopbackOrigin) -> Void) async throws -> PlaybackError {
        let origin = try await LoopbackOrigin.start()
        prepare(origin)
        let rig = EngineRig(origin.url(path))
        let error = try await rig.openingFailure()
        try await rig.close()
        await origin.stop()
        return error
    }

    private static let page = Array("<!DOCTYPE html><html><body>Log in</body></html>".utf8)

    @Test("Opening fails with an error that has the reason and the URL")
    func opening() async throws {
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nsegment.ts\n#EXT-X-ENDLIST\n"
        #expect(try await openingFailure("no.mp4") { _ in }.kind == .httpStatus(404))
        #expect(try await openingFailure("a.mp4") { $0.add("a.mp4", []) }.kind == .emptyMedia)
        #expect(try await openingFailure("a.mp4") { $0.add("a.mp4", Self.page) }.kind == .unsupportedFormat)
        #expect(try await openingFailure("no.m3u8") { _ in }.kind == .manifestStatus(404))
        #expect(try await openingFailure("a.m3u8") { $0.add("a.m3u8", Self.page) }.kind == .manifestInvalid)
        #expect(try await openingFailure("a.m3u8") { $0.add("a.m3u8", text: "#EXTM3U\n#EXT-X-ENDLIST\n") }.kind == .manifestEmpty)
        #expect(try await openingFailure("a.m3u8") { $0.add("a.m3u8", []) }.kind == .manifestEmpty)
        let loop = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n"
        #expect(try await openingFailure("a.m3u8") { $0.add("a.m3u8", text: loop) }.kind == .manifestLoop)
        let missing = try await openingFailure("a.m3u8") { $0.add("a.m3u8", text: playlist) }
        #expect(missing.kind == .segmentStatus(404) && missing.url?.hasSuffix("segment.ts") == true)
        let html = try await openingFailure("a.m3u8") { origin in
            origin.add("a.m3u8", text: playlist)
            origin.add("segment.ts", Self.page, type: "text/html")
        }
        #expect(html.kind == .segmentInvalid && html.url?.hasSuffix("segment.ts") == true)
        let garbage = try await openingFailure("a.m3u8") { origin in
            origin.add("a.m3u8", text: playlist)
            origin.add("segment.ts", [UInt8](repeating: 0x5A, count: 50_000))
        }
        #expect(garbage.kind == .segmentInvalid)
    }

    @Test("A file that does not exist, and a folder")
    func files() async throws {
        for path in ["/no/such/file.mp4", FileManager.default.temporaryDirectory.path] {
            let rig = EngineRig(URL(fileURLWithPath: path))
            #expect(try await rig.openingFailure().kind == .fileUnreadable)
            try await rig.close()
        }
    }

    @Test("A truncated file plays up to its end, and fails there")
    func truncated() async throws {
        let bytes = try await Samples.bytes(Samples.small)
        let origin = try await LoopbackOrigin.start()
        origin.add("a.mp4", Array(bytes.prefix(bytes.count / 2)))
        let rig = EngineRig(origin.url("a.mp4"))
        _ = try await rig.open()
        rig.start()
        #expect(try await rig.failure().kind == .truncated)
        #expect(rig.screen.shown.count > 60)
        try await rig.close()
        await origin.stop()
    }

    @Test("One track is played even if reading fails before the first packet of the other", arguments: [GappedStream.Track.audio, .video])
    func missingTrackBeforeFailure(track: GappedStream.Track) async throws {
        let file = try await GappedStream(track: track, place: .beginning, packaging: .mkv).url()
        let bytes = try [UInt8](Data(contentsOf: file))
        let url = try #require(URL(string: "http://example.test/late.mkv"))
        let rig = EngineRig(url, loader: RefusingLoader(bytes: bytes, limit: bytes.count / 10))
        _ = try await rig.open()
        rig.start()
        #expect(try await rig.failure().kind == .httpStatus(403))
        #expect(rig.waits.count <= 1)
        #expect(track == .audio ? rig.screen.shown.count > 5 : rig.engine.statistics.audioFrames > 10_000)
        try await rig.close()
    }

    /// The names of the six segments of one second.
    private func segmentNames() async throws -> [String] {
        let files = FileManager.default.enumerator(
            atPath: try await Samples.url(.hlsTransportStream).deletingLastPathComponent().path)
        let names = (files?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".ts") }.sorted()
        try #require(names.count == 6)
        return names
    }

    @Test("A segment that fails to load is skipped with a warning, and playback continues after it", arguments: [true, false])
    func missingSegment(isHTML: Bool) async throws {
        let (origin, url) = try await Samples.serve(.hlsTransportStream)
        let name = try await segmentNames()[3]
        origin.addFault(Fault(path: PathPattern(name), kind: isHTML ? .html : .status(404)))
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        let warnings = rig.log.warnings
        #expect(warnings.map(\.kind) == [isHTML ? .segmentInvalid : .segmentStatus(404)])
        #expect(warnings.first?.url?.hasSuffix(name) == true)
        #expect(rig.screen.stamps == (Array(0..<90) + Array(120..<180)).map(Optional.some))
        try await rig.close()
        await origin.stop()
    }

    @Test("Media loaded before the missing rest is played before the failure is reported", arguments: [true, false])
    func missingRest(isHTML: Bool) async throws {
        let (origin, url) = try await Samples.serve(.hlsTransportStream)
        let names = try await segmentNames()
        for name in names[3...] { origin.addFault(Fault(path: PathPattern(name), kind: isHTML ? .html : .status(404))) }
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.start()
        let error = try await rig.failure()
        #expect(error.kind == (isHTML ? .segmentInvalid : .segmentStatus(404)))
        #expect(error.url?.hasSuffix(names[5]) == true)
        // Three segments of one second.
        #expect(rig.screen.shown.count >= 88 && rig.screen.shown.count <= 90)
        try await rig.close()
        await origin.stop()
    }

    @Test("A segment that breaks off is resumed at that position")
    func brokenSegments() async throws {
        let (origin, url) = try await Samples.serve(.hlsTransportStream)
        origin.addFault(Fault(path: "*.ts", requests: .firstOfEachPath(1), kind: .cut(afterBytes: 9000)))
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        #expect(rig.screen.stamps == Array(0..<180).map(Optional.some))
        try await rig.close()
        await origin.stop()
    }

    @Test("Garbage in the middle of a file affects only the damaged part, and nothing traps or hangs")
    func damaged() async throws {
        var numbers = SeededGenerator(seed: 21)
        for format in [SampleFormat.mp4, .matroska, .mpegTS, .webm, .mp3, .oggOpus] {
            var bytes = try await Samples.bytes(SampleRecipe(.file(format), duration: 2, width: 160, height: 90))
            for _ in 0..<20 { bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = .random(in: 0...255, using: &numbers) }
            let origin = try await LoopbackOrigin.start()
            origin.add("a.\(format.fileExtension)", bytes)
            let rig = EngineRig(origin.url("a.\(format.fileExtension)"))
            do {
                _ = try await rig.open()
                rig.start()
                try await rig.ended()
            } catch is ReportLog.Failure {
                #expect(rig.log.all.contains { if case .failed = $0 { true } else { false } })
            }
            try await rig.close()
            await origin.stop()
        }
    }
}

/// A loader that serves a file without the bytes from `limit` to the last 4 KiB.
private struct RefusingLoader: Loader {
    let bytes: [UInt8]
    let limit: Int

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let offset = Int(request.byteRange?.offset ?? 0)
        let isTail = offset >= bytes.count - 4096
        guard offset < limit || isTail else { throw LoadError(.status(403), kind: request.kind, url: request.url) }
        return LoadResponse(
            status: 206, url: request.url, contentLength: Int64(bytes.count - offset), totalLength: Int64(bytes.count), acceptsRanges: true,
            body: LoadBody(bytes: Array(bytes[offset..<(isTail ? bytes.count : limit)])))
    }
}
