import PlayheadCore
import TestSupport
import Testing

/// Every input in every state, and in the different situations of a state: nothing traps, and the contract holds, also afterwards.
@Suite struct ExhaustiveTests {
    /// A path to a situation.
    struct Situation: Sendable, CustomTestStringConvertible {
        var name: String
        var state: PlaybackState
        /// The steps; engine reports refer to the current playback.
        var script: [Step]
        var testDescription: String { name }
    }

    enum Step: Sendable {
        case command(MachineInput)
        case report(EngineReport)
        case proceedBeforePlay
        case proceedBeforeComplete
    }

    private static let load: [Step] = [.command(.load(items: ItemDescription.samples, index: 2))]
    private static let ready = load + [.report(.opened(.sample))]
    private static let held = ready + [.command(.play(.external))]
    private static let starting = held + [.proceedBeforePlay]
    private static let playing = starting + [.report(.started(position: 0)), .report(.firstFrame)]
    private static let ended = playing + [.report(.ended(duration: 10)), .proceedBeforeComplete]
    private static let deciding: [Step] = [.command(.setDecisionTimeout(2))]
    private static let seek = MachineInput.seek(id: 1, target: 5, precision: .exact)
    private static let seekToEnd = MachineInput.seek(id: 1, target: 50, precision: .exact)

    static let situations: [Situation] = [
        Situation(name: "idle at first", state: .idle, script: []),
        Situation(name: "idle after stop", state: .idle, script: ready + [.command(.stop), .report(.closed)]),
        Situation(name: "idle after release", state: .idle, script: playing + [.command(.release)]),
        Situation(name: "opening", state: .opening, script: load),
        Situation(name: "opening, asked to play and seek", state: .opening, script: load + [.command(.play(.external)), .command(seek)]),
        Situation(name: "ready", state: .ready, script: ready),
        Situation(name: "play, checkpoint held", state: .play, script: held),
        Situation(name: "play, engine starting", state: .play, script: starting),
        Situation(name: "playing", state: .playing, script: playing),
        Situation(name: "playing, at the end", state: .playing, script: playing + [.report(.ended(duration: 10))]),
        Situation(name: "buffering, stalled", state: .buffering, script: playing + [.report(.waiting(.stalled))]),
        Situation(
            name: "buffering for a seek", state: .buffering, script: playing + [.command(seek), .report(.seekLeftBuffer(id: 1))]),
        Situation(name: "pausing", state: .pausing, script: playing + [.command(.pause(.external))]),
        Situation(name: "paused", state: .paused, script: playing + [.command(.pause(.external)), .report(.paused(position: 1))]),
        Situation(
            name: "paused at the end", state: .paused, script: playing + [.command(.pause(.external)), .report(.ended(duration: 10))]),
        Situation(name: "paused before the start", state: .paused, script: held + [.command(.pause(.external))]),
        Situation(name: "seeking from ready", state: .seeking, script: ready + [.command(seek)]),
        Situation(name: "seeking from playing", state: .seeking, script: playing + [.command(seek)]),
        Situation(name: "seeking, then paused", state: .seeking, script: playing + [.command(seek), .command(.pause(.external))]),
        Situation(name: "seeking to the end", state: .seeking, script: playing + [.command(seekToEnd)]),
        Situation(
            name: "seeking, at the end", state: .seeking, script: playing + [.command(seekToEnd), .report(.seeked(id: 1, position: 10))]),
        Situation(name: "stopping", state: .stopping, script: playing + [.command(.stop)]),
        Situation(name: "stopping for a load", state: .stopping, script: playing + load),
        Situation(
            name: "ended", state: .ended, script: ended),
        Situation(name: "ended, deciding", state: .ended, script: deciding + ended + [.command(.next)]),
        Situation(name: "idle, deciding", state: .idle, script: deciding + playing + [.command(.previous), .report(.closed)]),
        Situation(
            name: "idle, deciding, with a seek", state: .idle,
            script: deciding + playing + [.command(.selectItem(1)), .report(.closed), .command(seek)]),
        Situation(name: "error at setup", state: .error, script: load + [.report(.failed(PlaybackError(.emptyMedia)))]),
        Situation(name: "error", state: .error, script: playing + [.report(.failed(PlaybackError(.decoding)))]),
    ]

    private static func explorer(at situation: Situation) -> Explorer {
        var explorer = Explorer(options: PlaybackOptions())
        for step in situation.script {
            let playback = explorer.machine.playback
            switch step {
            case .command(let command): explorer.feed(command)
            case .report(let report): explorer.feed(.engine(playback: playback, report))
            case .proceedBeforePlay: explorer.feed(.proceed(.beforePlay(playback: playback)))
            case .proceedBeforeComplete: explorer.feed(.proceed(.beforeComplete(playback: playback)))
            }
        }
        explorer.isHonest = false
        return explorer
    }

    private static func inputs(playback: Int) -> [MachineInput] {
        let reports = EverySort.reports(seek: 1)
        return EverySort.commands(seekID: 2) + reports.map { .engine(playback: playback, $0) }
            + reports.map { .engine(playback: playback - 1, $0) } + EverySort.timers + EverySort.checkpoints(playback: playback)
            + EverySort.checkpoints(playback: playback - 1)
    }

    @Test func theSituationsCoverTheTwelveStates() {
        #expect(Set(Self.situations.map(\.state)) == Set(PlaybackState.allCases))
    }

    @Test func theInputsCoverEverySort() {
        #expect(Set(Self.inputs(playback: 1).map { InputSort($0) }) == Set(InputSort.allCases))
    }

    @Test(arguments: situations)
    func everyInputIsTakenOrRefused(in situation: Situation) {
        let start = Self.explorer(at: situation)
        #expect(start.machine.state == situation.state)
        #expect(start.checker.breaches == [])
        var random = SeededGenerator(seed: 7)
        for input in Self.inputs(playback: start.machine.playback) {
            var branch = start
            branch.feed(input)
            #expect(branch.checker.breaches == [], "\(input)")
            for _ in 0..<40 where branch.checker.breaches.isEmpty { branch.step(&random) }
            branch.finish()
            #expect(branch.checker.breaches == [], "\(input), and then \(branch.recent)")
        }
    }

    @Test(arguments: situations)
    func reportsOfAnOldPlaybackChangeNothing(in situation: Situation) {
        var explorer = Self.explorer(at: situation)
        for report in EverySort.reports(seek: 1) {
            var machine = explorer.machine
            #expect(machine.handle(.engine(playback: machine.playback - 1, report), at: 0).isEmpty, "\(report)")
            #expect(machine.state == situation.state)
        }
        explorer.finish()
        #expect(explorer.checker.breaches == [])
    }
}
