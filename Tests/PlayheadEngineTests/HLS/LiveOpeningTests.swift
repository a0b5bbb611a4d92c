import PlayheadOrigin
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Opening of live streams", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct LiveOpeningTests {
    @Test("What is listed suffices: opening does not wait for the next segment of an origin that blocks reloads")
    func blockingReload() async throws {
        let options = LiveOptions(canBlockReload: true)
        let rig = try await FaultRig(.live(.hlsLowLatency, options)) { $0.pacing = .realTime }
        let began = rig.clock.now
        try await rig.play(0)
        #expect(rig.isOpen && rig.clock.now == began, "\(rig.clock.now - began) s")
        try await rig.close()
    }

    @Test("A start at the default position needs no segment before it because of some frames")
    func firstPicture() async throws {
        let (origin, _) = try await Samples.serve(.hlsTransportStream)
        let segments = (0..<6).map { "#EXTINF:1,\nsegment00\($0).ts\n" }.joined()
        origin.add("live.m3u8", text: "#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(segments)")
        let rig = EngineRig(origin.url("live.m3u8"))
        _ = try await rig.open()
        try await rig.loaded(to: 5.9)
        let paths = origin.requests.map(\.path).filter { $0.hasSuffix(".ts") }
        #expect(paths.map { $0.suffix(13) } == ["segment003.ts", "segment004.ts", "segment005.ts"].map { $0.suffix(13) })
        try await rig.close()
        await origin.stop()
    }
}
