import Foundation
import PlayheadCore
import PlayheadOrigin
import PlayheadSamples
import PlayheadTestKit
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite(
    "DASH of the origin", .tags(.idleClock), .enabled(if: Samples.areThere),
    .timeLimit(.minutes(TestScale.isLong ? 60 : 10)), .serialized)
struct BroadcastManifestTests {
    /// An engine that plays a broadcast on the same clock.
    private struct Rig: ClockedRig {
        let clock: ManualClock
        let loader: LiveLoader
        let rig: EngineRig
        var activity: Int { loader.requestCount }

        init(_ options: LiveOptions, _ change: (inout EngineConfiguration) -> Void = { _ in }) async throws {
            let clock = ManualClock()
            self.clock = clock
            loader = LiveLoader(try LiveBroadcast(of: try await Samples.url(BroadcastManifestTests.recipe), options: options), clock: clock)
            rig = EngineRig(loader.url, loader: loader) { configuration in
                configuration.clock = clock
                configuration.pacing = .realTime
                change(&configuration)
            }
        }
    }

    /// A broadcast with low latency that repeats its recording without end.
    private static var lowLatency: LiveOptions {
        LiveOptions(initialDuration: 6, startDate: Date().timeIntervalSince1970, isContinuous: true, parts: .resources, hasManifest: true)
    }

    /// The recording: 8 s of 30 pictures per second, which carry their numbers, with separate sound.
    private static let recipe = SampleRecipe.hlsLowLatency
    private static let count = 240

    @Test("A recording on demand has the pictures and the sound of its playlist")
    func onDemand() async throws {
        let (origin, url) = try await Samples.serveManifest(Self.recipe)
        let rig = EngineRig(url)
        let opened = try await rig.open()
        rig.start()
        #expect(abs(try await rig.ended() - 8) < 0.05 && abs(opened.duration - 8) < 0.05)
        #expect(rig.screen.stamps == Array(0..<Self.count) && rig.warnings.isEmpty)
        #expect(opened.audioTracks.map(\.language) == ["en"])
        try await rig.close()
        await origin.stop()
    }

    @Test(
        "A broadcast plays without a gap over the repetitions of its recording, as periods that patches add or with continuous times, to its end",
        arguments: [false, true])
    func live(isContinuous: Bool) async throws {
        // Three repetitions; with --long an hour.
        let duration = TestScale.pick(long: 3600, short: 20)
        let options = LiveOptions(
            initialDuration: 6, endsAfter: Double(duration), startDate: Date().timeIntervalSince1970, isContinuous: isContinuous,
            hasManifest: true, hasPatches: !isContinuous)
        let all = try await Rig(options)
        let rig = all.rig
        try await all.play(Double(duration) + 60)
        let stamps = rig.screen.stamps.compactMap(\.self)
        let steps = zip(stamps, stamps.dropFirst()).map { ($1 - $0 + Self.count) % Self.count }
        #expect(steps.allSatisfy { $0 == 1 } && rig.warnings.isEmpty && rig.waits.isEmpty, "\(stamps) \(rig.warnings) \(rig.waits)")
        #expect(all.loader.requests.contains { $0.path.hasSuffix(".mpp") } != isContinuous)
        #expect(stamps.count > (duration - 2) * 30 && rig.log.all.contains { if case .ended = $0 { true } else { false } })
        try await rig.close()
    }

    @Test("With low latency a viewer without decoding receives the chunks as they are produced, and does not stall")
    func undecoded() async throws {
        let duration = 20.0
        let all = try await Rig(Self.lowLatency) { $0.decoding = .none }
        try await all.play(duration)
        let (rig, window) = (all.rig, try #require(all.opened?.window))
        #expect(window.isLowLatency && rig.warnings.isEmpty && rig.waits.isEmpty, "\(rig.warnings) \(rig.waits)")
        let played = rig.engine.statistics.played
        #expect(abs(played - duration) < 0.5, "\(played) s")
        try await rig.close()
    }

    @Test("With low latency playback stays at the announced distance from the live edge, without a gap")
    func lowLatency() async throws {
        let duration = TestScale.pick(long: 3600, short: 20)
        let all = try await Rig(Self.lowLatency)
        try await all.play(Double(duration))
        let (rig, window) = (all.rig, try #require(all.opened?.window))
        #expect(window.isLowLatency && window.targetLatency < 2)
        let stamps = rig.screen.stamps.compactMap(\.self)
        let steps = zip(stamps, stamps.dropFirst()).map { ($1 - $0 + Self.count) % Self.count }
        #expect(steps.allSatisfy { $0 == 1 } && rig.warnings.isEmpty && rig.waits.isEmpty, "\(stamps) \(rig.warnings) \(rig.waits)")
        // The presentation begins with the window; the broadcast began six seconds before the clock.
        let last = try #require(rig.screen.shown.last?.time)
        let edge = all.clock.now - window.measuredAt + window.edge
        #expect(abs(edge - last - window.targetLatency) < 0.15, "\(edge - last) s behind the edge, not \(window.targetLatency) s")
        try await rig.close()
    }
}
