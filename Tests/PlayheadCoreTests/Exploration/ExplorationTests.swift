import PlayheadCore
import TestSupport
import Testing
import TraceChecking

/// A million random steps: the contract holds for any behaviour of the app, the engine and the clock.
@Suite struct ExplorationTests {
    static let stepsPerRun = 250_000
    static let runs: [(seed: UInt64, isHonest: Bool, autoplay: Bool, repeats: Bool)] = [
        (1, true, false, false), (2, true, true, true), (3, false, false, false), (4, false, true, true),
    ]

    @Test(arguments: runs)
    func theContractHoldsWhateverHappens(run: (seed: UInt64, isHonest: Bool, autoplay: Bool, repeats: Bool)) {
        var random = SeededGenerator(seed: run.seed)
        var steps = 0
        var edges: Set<[PlaybackState]> = []
        var kinds: Set<Timeline.Kind> = []
        var jumps = 0
        var decisions = 0
        while steps < Self.stepsPerRun {
            var options = PlaybackOptions(autoplay: run.autoplay, repeats: run.repeats)
            options.skipsFailedItems = run.repeats
            options.audioLanguages = run.repeats ? ["de"] : []
            var explorer = Explorer(options: options)
            explorer.isHonest = run.isHonest
            if random.oneIn(2) { explorer.feed(.setDecisionTimeout(15)) }
            let length = 50 + random.below(400)
            for _ in 0..<length {
                explorer.step(&random)
                if !explorer.checker.breaches.isEmpty { break }
            }
            explorer.isHonest ? explorer.finishHonestly(&random) : explorer.finish()
            steps += max(explorer.steps, 50)
            edges.formUnion(explorer.checker.edges)
            decisions += explorer.decisions
            kinds.formUnion(explorer.checker.kinds)
            jumps += explorer.checker.jumps
            guard explorer.checker.breaches.isEmpty else {
                Issue.record("after \(explorer.recent.map { "\($0)" }.joined(separator: "\n")):\n\(explorer.checker.breaches)")
                return
            }
        }
        #expect(kinds == Set(Timeline.Kind.allCases) && jumps > 0 && decisions > 100)
        // Failures are in the runs with false reports; a repeating list does not stay at its end.
        guard !run.isHonest, !run.repeats else { return }
        let table = Set(StateGraph.table.flatMap { from, followers in followers.map { [from, $0] } })
        // The machine does not use two edges of the table: waiting for data never returns to starting, and a playback that fails while
        // closing is closed anyway.
        #expect(table.subtracting(edges) == [[.buffering, .play], [.stopping, .error]])
    }
}

extension Explorer {
    /// An honest engine must bring the player to the intended state; then a release ends everything.
    mutating func finishHonestly(_ random: inout SeededGenerator) {
        guard checker.breaches.isEmpty else { return }
        quiesce(&random)
        let settles = isSettled
        note(settles, "it hangs")
        let (state, engineRuns) = (machine.state, engine.runs)
        note(state != .playing || engineRuns, "it plays but the engine stands")
        note(state != .paused && state != .ready || !engineRuns, "it is paused but the engine runs")
        finish()
    }

    /// Nothing remains after a release.
    mutating func finish() {
        guard checker.breaches.isEmpty else { return }
        feed(.release)
        let (state, seeks, watchdog) = (machine.state, checker.openSeeks, checker.armed)
        note(state == .idle, "not idle after release")
        note(seeks.isEmpty, "seeks are left after release")
        note(watchdog == nil, "a watchdog is left after release")
    }
}
