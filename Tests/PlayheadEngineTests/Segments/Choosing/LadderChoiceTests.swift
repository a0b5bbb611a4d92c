import Foundation
import PlayheadAdaptive
import PlayheadCore
import PlayheadOrigin
import PlayheadSamples
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

/// A screen that takes 0.1 s of the clock for each picture of 640 pixels in width, three times as long as the picture lasts.
private final class SlowScreen: VideoOutput {
    let screen = Screen()
    private let clock: ManualClock

    init(_ clock: ManualClock) { self.clock = clock }

    func present(_ picture: VideoPicture) {
        screen.present(picture)
        if picture.width == 640 { clock.advance(by: 0.1) }
    }

    func clear() { screen.clear() }
}

/// Level selection of the app during playback: a ladder of 90p, 180p and 360p, six segments of one second.
@Suite("Selection of levels during playback", .tags(.idleClock), .enabled(if: Samples.areThere), .serialized, .timeLimit(.minutes(5)))
struct LadderChoiceTests {
    private static let slow = ThroughputMemory(logMean: log(150_000), spread: 0.2, latency: 0.05)
    private static let fast = ThroughputMemory(logMean: log(50_000_000), spread: 0.2, latency: 0.05)

    /// Returns the levels of the pictures, each run of one level once, and whether all frames were shown.
    private func levels(
        network: PlayheadOrigin.NetworkTrace? = nil, pacing: PlaybackPacing = .unpaced,
        _ configure: (inout EngineConfiguration) -> Void
    ) async throws -> [Int] {
        let rig = try await FaultRig(.recording(.hlsSmallLadder), network: network) { configuration in
            configuration.pacing = pacing
            configure(&configuration)
        }
        try await rig.play(nil)
        #expect(rig.rig.screen.stamps.compactMap(\.self).runs == [0..<180] && rig.rig.warnings.isEmpty)
        let levels = rig.rig.screen.shown.compactMap(\.level)
        try await rig.close()
        return levels.reduce(into: []) { runs, level in if runs.last != level { runs.append(level) } }
    }

    @Test("On a fast network no level above the cap of bit rate, size and view is played, and the level at the cap is")
    func caps() async throws {
        #expect(try await levels { _ in } == [3])
        #expect(try await levels { $0.qualityLimits.maxBitrate = 420_000 } == [2])
        #expect(try await levels { $0.qualityLimits.maxSize = PictureSize(width: 600, height: 400) } == [2])
        #expect(try await levels { $0.qualityLimits.viewSize = PictureSize(width: 100, height: 60) } == [1])
    }

    @Test("Limits that change during playback apply from the next segment on, downwards and upwards")
    func changingCaps() async throws {
        let rig = try await FaultRig(.recording(.hlsSmallLadder)) { configuration in
            configuration.pacing = .realTime
            configuration.forwardBuffer = 1.5
            configuration.throughputMemory = Self.fast
        }
        try await rig.play(1)
        rig.rig.engine.send(.setQualityLimits(QualityLimits(viewSize: PictureSize(width: 100, height: 60))))
        try await rig.run(for: 1.4)
        rig.rig.engine.send(.setQualityLimits(QualityLimits()))
        try await rig.run(for: 20) { rig.isOver }
        let levels = rig.rig.screen.shown.compactMap(\.level)
        #expect(levels.reduce(into: []) { runs, level in if runs.last != level { runs.append(level) } } == [3, 1, 3], "\(levels)")
        #expect(rig.rig.screen.stamps.compactMap(\.self).runs == [0..<180])
        try await rig.close()
    }

    @Test("A manually selected level is played, above caps and on a network that is too slow for it")
    func manual() async throws {
        let network = PlayheadOrigin.NetworkTrace(bytesPerSecond: 30_000, latency: 0.05)
        #expect(
            try await levels(network: network) {
                $0.initialLevel = 3
                $0.qualityLimits.maxBitrate = 1
            } == [3])
        #expect(try await levels { $0.initialLevel = 1 } == [1])
    }

    @Test("A level whose pictures are dropped is replaced by one with smaller pictures, with a warning, also where it is loaded")
    func tooSlow() async throws {
        var recipe = SampleRecipe.hlsSmallLadder
        recipe.duration = 16
        let output = Locked<SlowScreen?>(nil)
        let rig = try await FaultRig(.recording(recipe)) { configuration in
            configuration.pacing = .realTime
            configuration.throughputMemory = Self.fast
            guard let clock = configuration.clock as? ManualClock else { return }
            let screen = SlowScreen(clock)
            output.withLock { $0 = screen }
            configuration.videoOutput = screen
        }
        try await rig.play(nil)
        let shown = try #require(output.withLock { $0?.screen.shown })
        #expect([shown.first?.width, shown.last?.width] == [640, 320])
        #expect(rig.rig.warnings.map(\.kind) == [.decoderTooSlow])
        let change = try #require(shown.first { $0.width == 320 })
        // Two periods of 3 s, and the reserve of a second that is kept.
        #expect((6...8).contains(change.time), "changed at \(change.time)")
        try await rig.close()
    }

    @Test("A remembered throughput selects the first level")
    func memory() async throws {
        #expect(try await levels { $0.throughputMemory = Self.fast }.first == 3)
        #expect(try await levels { $0.throughputMemory = Self.slow }.first == 1)
    }

    @Test(
        "On a network that is barely fast enough for the lowest level a higher segment is abandoned, and the highest level is not played"
    )
    func low() async throws {
        let network = PlayheadOrigin.NetworkTrace(bytesPerSecond: 22_000, latency: 0.05)
        let found = try await levels(network: network, pacing: .realTime) { $0.throughputMemory = Self.fast }
        #expect(found.contains(1) && !found.contains(3) && found.count <= 3, "\(found)")
    }
}
