import PlayheadCore
import PlayheadSamples
import Synchronization
import TestSupport
import Testing

@testable import PlayheadEngine

/// Every frame is shown once and in order, however often the rung changes. The pictures contain their numbers.
@Suite("Many switches", .tags(.manyThreads), .enabled(if: Samples.areThere), .timeLimit(.minutes(5)), .serialized)
struct SwitchStormTests {
    /// The number of segments of six frames: 500 in a long run.
    private static let segments = TestScale.pick(long: 500, short: 60)
    static let frames = 6 * segments

    private static func recipe(_ segments: HLSLayout.Segments, _ languages: [String], wraps: Bool = false) -> SampleRecipe {
        let rungs = [(96, 54, 60_000), (128, 72, 100_000), (160, 90, 150_000)].map {
            HLSLayout.Rung(width: $0.0, height: $0.1, bitrate: $0.2)
        }
        let wrap = 8_589_934_592.0 / 90_000
        return SampleRecipe(
            .hls(
                HLSLayout(
                    segments: segments, segmentDuration: 0.6, rungs: rungs, languages: languages,
                    timestampOffset: wraps ? wrap - Double(frames) / 20 : 0)),
            duration: Double(frames) / 10, frameRate: 10)
    }

    static let recipes = [
        recipe(.transportStream, []), recipe(.transportStream, ["en"], wraps: true), recipe(.fragmentedMP4, []),
        recipe(.fragmentedMP4, ["en"]),
    ]

    static func rig(
        _ recipe: SampleRecipe, screen: Screen = Screen(), seed: UInt64, configure: (inout EngineConfiguration) -> Void
    ) async throws -> EngineRig {
        let folder = try await Samples.url(recipe).deletingLastPathComponent()
        let loader = ChoppingLoader(root: folder, seed: seed)
        return EngineRig(loader.url("main.m3u8"), screen: screen, loader: loader, configure: configure)
    }

    /// Returns the first frame that differs from the expected one, for the output of the test.
    private func firstFault(_ stamps: [Int?], _ truth: [Int]) -> String? {
        let index = zip(stamps, truth).enumerated().first { $1.0 != $1.1 }?.offset ?? min(stamps.count, truth.count)
        if stamps.count == truth.count, index == truth.count { return nil }
        return "\(stamps.count) of \(truth.count) frames; from \(index) on \(stamps.dropFirst(index).prefix(12).map { $0 ?? -1 })"
    }

    @Test("A rung change at every segment loses and repeats no frame and no sound", arguments: recipes)
    func everySegment(recipe: SampleRecipe) async throws {
        let seed: UInt64 = 77
        let policy = RandomPolicy(seed: seed)
        let storm = try await Self.rig(recipe, seed: seed) { $0.makePolicy = { _ in policy } }
        _ = try await storm.open()
        storm.start()
        try await storm.ended()
        #expect(firstFault(storm.screen.stamps, Array(0..<Self.frames)) == nil, "seed \(seed)")
        let levels = storm.screen.shown.map(\.level)
        let changes = zip(levels, levels.dropFirst()).count { $0 != $1 }
        #expect(changes >= Self.segments - 10, "\(changes) changes")
        #expect(storm.warnings.isEmpty)
        let difference = storm.engine.statistics.audioFrames - (try await soundLength(of: recipe))
        #expect(difference == 0, "\(difference) samples more than without switches")
        try await storm.close()
    }

    /// The number of samples of sound that are played without switches.
    private func soundLength(of recipe: SampleRecipe) async throws -> Int {
        let calm = try await Self.rig(recipe, seed: 1) { $0.initialLevel = 1 }
        _ = try await calm.open()
        calm.start()
        try await calm.ended()
        try await calm.close()
        #expect(firstFault(calm.screen.stamps, Array(0..<Self.frames)) == nil)
        return calm.engine.statistics.audioFrames
    }

    @Test("Segments that are abandoned in the middle lose and repeat no frame and no sound", arguments: recipes)
    func abandonment(recipe: SampleRecipe) async throws {
        let seed: UInt64 = 4711
        let policy = RandomPolicy(seed: seed, abandonment: 0.06)
        let rig = try await Self.rig(recipe, seed: seed) { $0.makePolicy = { _ in policy } }
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        #expect(firstFault(rig.screen.stamps, Array(0..<Self.frames)) == nil, "seed \(seed)")
        #expect(policy.count.abandoned.withLock { $0 } > Self.segments / 5)
        let difference = rig.engine.statistics.audioFrames - (try await soundLength(of: recipe))
        #expect(difference == 0, "\(difference) samples more than without switches")
        #expect(rig.warnings.isEmpty)
        try await rig.close()
    }

    @Test("Manual switches in sequence lose and repeat no frame", arguments: recipes)
    func byHand(recipe: SampleRecipe) async throws {
        let seed: UInt64 = 5
        let numbers = SharedNumbers(seed: seed)
        let engine = Mutex<PlaybackEngine?>(nil)
        let shown = Mutex(0)
        let asked = Mutex(0)
        let screen = Screen(onPresent: {
            let number = shown.withLock { count in
                count += 1
                return count
            }
            guard number.isMultiple(of: 8) else { return }
            asked.withLock { $0 += 1 }
            engine.withLock { $0 }?.send(.selectLevel(numbers.next(in: 1...3)))
        })
        let rig = try await Self.rig(recipe, screen: screen, seed: seed) {
            $0.initialLevel = 1
            $0.forwardBuffer = 4
        }
        engine.withLock { $0 = rig.engine }
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        engine.withLock { $0 = nil }
        #expect(firstFault(rig.screen.stamps, Array(0..<Self.frames)) == nil, "seed \(seed)")
        #expect(asked.withLock { $0 } >= Self.frames / 10)
        let levels = rig.screen.shown.map(\.level)
        // How many of the commands take effect depends on how far loading is ahead.
        #expect(zip(levels, levels.dropFirst()).count { $0 != $1 } > Self.segments / 20)
        #expect(rig.warnings.isEmpty)
        try await rig.close()
    }
}
