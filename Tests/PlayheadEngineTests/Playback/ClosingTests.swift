import Foundation
import PlayheadCore
import PlayheadOrigin
import PlayheadSamples
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Closing", .enabled(if: Samples.areThere && ProcessTable.isThere), .serialized, .timeLimit(.minutes(5)))
struct ClosingTests {
    /// Opens, starts, seeks or switches, and closes as soon as `moment` returns.
    private func play(_ url: URL, _ variant: Int, until moment: (EngineRig) async throws -> Void) async throws {
        let clock = ScaledClock(speed: 4)
        let speaker = Speaker(clock: clock)
        let loader = URLLoader()
        let rig = EngineRig(url, loader: loader) { configuration in
            configuration.forwardBuffer = 1
            configuration.makeAudioOutput = { speaker }
            configuration.clock = clock
            configuration.pacing = variant % 2 == 0 ? .realTime : .unpaced
        }
        rig.engine.send(.open(playback: 1, item: 0))
        rig.start()
        try await moment(rig)
        if variant % 3 == 1 { rig.engine.send(.seek(id: 1, target: 4.5, precision: .exact)) }
        if variant % 5 == 2 { rig.engine.send(.selectLevel(3)) }
        if variant % 5 == 3 { rig.engine.send(.selectAudioTrack(1)) }
        try await rig.close()
        #expect(rig.log.all.last == .closed && rig.log.all.filter { $0 == .closed }.count == 1)
        #expect(rig.screen.clearCount == 1)
        await loader.shutdown()
    }

    @Test("After any report the engine closes, and reports that last", arguments: [0, 1, 2, 3, 4, 5, 7, 9, 12, 16, 20, 24])
    func everyReport(number: Int) async throws {
        for recipe in [SampleRecipe.hlsSmallLadder, Samples.small] {
            let (origin, url) = try await Samples.serve(recipe)
            try await play(url, number) { rig in
                if number > 0 { _ = try await rig.log.wait(from: number - 1) { _ in true } }
            }
            await origin.stop()
        }
    }

    @Test("After any request, even one that is never completely answered, the engine closes", arguments: 1..<8)
    func everyRequest(number: Int) async throws {
        for (recipe, requests) in [(SampleRecipe.hlsSmallLadder, number), (Samples.small, 1)] {
            let (origin, url) = try await Samples.serve(recipe)
            origin.addFault(Fault(requests: .from(requests), kind: .stall(afterBytes: 300 * (number - 1))))
            try await play(url, number) { _ in try await origin.requests { $0.count >= requests } }
            await origin.stop()
        }
    }

    @Test("Nothing of a closed playback is left in memory", arguments: ViewerDecoding.allCases, ["on demand", "live", "low latency"])
    func memory(decoding: ViewerDecoding, kind: String) async throws {
        let stream = try await Samples.url(kind == "low latency" ? .hlsLowLatency : .hlsFragmentedMP4)
        let origin = try await LoopbackOrigin.start(root: stream.deletingLastPathComponent())
        var url = origin.url(stream.lastPathComponent)
        if kind != "on demand" {
            url = origin.serve(try LiveBroadcast(of: stream, options: LiveOptions(parts: kind == "low latency" ? .resources : nil)))
        }
        weak var store: PacketStore?
        weak var loader: URLLoader?
        do {
            let ownLoader = URLLoader()
            let rig = EngineRig(url, loader: ownLoader) { configuration in
                configuration.decoding = decoding
                configuration.pacing = .realTime
                configuration.clock = SystemClock()
            }
            _ = try await rig.open()
            let position = await rig.engine.position
            rig.start()
            try await rig.played(to: position + 0.5)
            (store, loader) = (await rig.engine.store, ownLoader)
            try await rig.close()
            await ownLoader.shutdown()
        }
        try await eventually("the end of the store") { store == nil }
        try await eventually("the end of the loader") { loader == nil }
        await origin.stop()
    }

    @Test("The descriptor of a file is closed")
    func descriptors() async throws {
        let source = try await Samples.url(Samples.small)
        // A copy ensures that no other test has the same file open.
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString).mp4")
        try FileManager.default.copyItem(at: source, to: copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        for number in 0..<10 {
            try await play(copy, number) { rig in
                if number > 0 { _ = try await rig.log.wait(from: number - 1) { _ in true } }
            }
            #expect(ProcessTable.descriptors(of: copy.lastPathComponent) == 0)
        }
    }

    @Test(
        "The engine closes immediately if the origin never answers",
        arguments: [Fault.Kind.latency(3600), .stall(afterBytes: 0), .stall(afterBytes: 3000)])
    func silence(kind: Fault.Kind) async throws {
        for recipe in [SampleRecipe.hlsTransportStream, Samples.small] {
            let (origin, url) = try await Samples.serve(recipe)
            origin.addFault(Fault(kind: kind))
            let rig = EngineRig(url)
            rig.engine.send(.open(playback: 1, item: 0))
            try await origin.requests { !$0.isEmpty }
            try await rig.close()
            #expect(rig.log.all.last == .closed)
            await origin.stop()
        }
    }
}
