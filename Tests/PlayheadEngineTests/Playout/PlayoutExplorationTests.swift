import Testing

@testable import PlayheadEngine

@Suite("Playout: random worlds")
struct PlayoutExplorationTests {
    /// The number of worlds for each argument.
    private static let worlds: UInt64 = 30

    @Test(
        "Playback waits only for missing data, shows every picture that can be shown, keeps picture and sound in sync, and ends once",
        arguments: 0..<8 as Range<UInt64>)
    func explore(part: UInt64) {
        var (shown, dropped, skipped, stalls, failures) = (0, 0, 0, 0, 0)
        for seed in part * Self.worlds..<(part + 1) * Self.worlds {
            var world = PlayoutWorld(PlayoutScenario(seed: seed), seed: seed)
            world.run()
            #expect(world.seen.violations.isEmpty, "seed \(seed): \(world.seen.violations)")
            shown += world.seen.shown
            dropped += world.seen.dropped
            skipped += world.seen.skippedGaps
            stalls += world.seen.stalls
            failures += world.seen.failures
        }
        // Worlds without events would prove nothing.
        #expect(shown > 500 && dropped > 10 && skipped > 5 && stalls > 5 && failures > 0, "\((shown, dropped, skipped, stalls, failures))")
    }
}
