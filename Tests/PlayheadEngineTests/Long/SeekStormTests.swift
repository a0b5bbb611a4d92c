import PlayheadCore
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadEngine

/// Seeks while the rung changes, by the policy at every segment and sometimes manually. The pictures contain their numbers.
@Suite("Many seeks during many switches", .tags(.manyThreads), .enabled(if: Samples.areThere), .timeLimit(.minutes(5)), .serialized)
struct SeekStormTests {
    private static let frameRate = 10.0

    @Test("Each seek reaches its frame, and the following frames are shown once and in order", arguments: SwitchStormTests.recipes)
    func seeks(recipe: SampleRecipe) async throws {
        let seed: UInt64 = 2_608
        var numbers = SeededGenerator(seed: seed)
        let policy = RandomPolicy(seed: seed)
        let rig = try await SwitchStormTests.rig(recipe, seed: seed) {
            $0.makePolicy = { _ in policy }
            $0.forwardBuffer = 4
            $0.backBuffer = 2
        }
        _ = try await rig.open()
        let last = SwitchStormTests.frames - 1
        for round in 0..<TestScale.pick(long: 200, short: 5) {
            if Int.random(in: 0..<3, using: &numbers) == 0 { rig.engine.send(.selectLevel(Int.random(in: 0...3, using: &numbers))) }
            // Of several seeks in a row the last one counts.
            let start = rig.log.count
            let targets = (0..<Int.random(in: 1...3, using: &numbers)).map { _ in Int.random(in: 0...last, using: &numbers) }
            for (index, target) in targets.enumerated() {
                let time = (Double(target) + 0.5) / Self.frameRate
                rig.engine.send(.seek(id: 10 * round + index, target: time, precision: .exact))
            }
            _ = try await rig.reached(10 * round + targets.count - 1, from: start)
            let mark = rig.screen.stamps.count - 1
            let frame = targets[targets.count - 1]
            let length = Int.random(in: 1...30, using: &numbers)
            rig.start()
            try await rig.played(to: Double(min(frame + length, last)) / Self.frameRate, from: start)
            let pause = rig.log.count
            rig.engine.send(.pause)
            _ = try await rig.log.wait(from: pause) { if case .paused = $0 { true } else { false } }
            let shown = Array(rig.screen.stamps.dropFirst(mark))
            #expect(
                shown == (0..<shown.count).map { frame + $0 } && shown.count > min(length, last - frame) / 2,
                "seed \(seed), round \(round): from frame \(frame) on \(shown.prefix(12).map { $0 ?? -1 })")
        }
        #expect(rig.warnings.isEmpty, "seed \(seed): \(rig.warnings)")
        #expect(rig.log.all.allSatisfy { if case .failed = $0 { false } else { true } })
        try await rig.close()
    }

    @Test("A seek to the last moment, whose audio is too short for its format to be recognized, causes no warning")
    func lastMoment() async throws {
        let recipe = try #require(SwitchStormTests.recipes.dropFirst().first)
        let rig = try await SwitchStormTests.rig(recipe, seed: 1) { _ in }
        _ = try await rig.open()
        rig.engine.send(.seek(id: 1, target: (Double(SwitchStormTests.frames) - 0.5) / Self.frameRate, precision: .exact))
        _ = try await rig.reached(1, from: 0)
        rig.start()
        try await rig.ended()
        #expect(rig.warnings.isEmpty, "\(rig.warnings)")
        #expect(rig.screen.stamps.last == SwitchStormTests.frames - 1)
        try await rig.close()
    }
}
