import PlayheadCore
import TestSupport
import TraceChecking

/// A machine, an engine and a checker that continue at random; a value, so that a test can branch from any point.
struct Explorer {
    private(set) var machine: PlaybackMachine
    private(set) var engine = SimulatedEngine()
    private(set) var checker = TraceChecker()
    private(set) var steps = 0
    /// The number of decisions that the machine waited for.
    private(set) var decisions = 0
    /// The last inputs, for the message of a failure.
    private(set) var recent: [MachineInput] = []
    private var checkpoints: [MachineCheckpoint] = []
    /// The decision that the app has to make.
    private var decision: Int?
    private var lastSeek = 0
    private var now = 0.0 { didSet { engine.now = now } }
    /// Whether no report is false, old or senseless.
    var isHonest = true

    init(options: PlaybackOptions) {
        machine = PlaybackMachine(options: options)
    }

    /// Feeds one input and checks the outputs.
    mutating func feed(_ input: MachineInput) {
        switch input {
        case .seek(let id, _, _), .continueSeek(let id, _), .seekToLiveEdge(let id): lastSeek = id
        default: break
        }
        steps += 1
        if recent.count == 40 { recent.removeFirst(20) }
        recent.append(input)
        let outputs = machine.handle(input, at: now)
        checker.check(input, outputs, machine)
        for output in outputs {
            switch output {
            case .engine(let command): engine.enqueue(command)
            case .checkpoint(let checkpoint): checkpoints.append(checkpoint)
            case .decide(let number, _, _): decision = number
            default: break
            }
        }
    }

    /// Feeds one random input: mostly a plausible report of an engine, sometimes a command.
    mutating func step(_ random: inout SeededGenerator) {
        now += Double(random.below(100)) / 1000
        switch random.below(isHonest ? 20 : 22) {
        case 0..<3: command(&random)
        case 3..<5: handBack()
        case 5: decide(random.below(4))
        case 6..<12: engine.step(&random)
        case 12..<19: deliver()
        case 19 where random.oneIn(20): now += 20
        case 19: if random.oneIn(8) { feed(EverySort.timers[random.below(EverySort.timers.count)]) }
        case 20: lie(&random)
        default: if random.oneIn(60) { now += 40 }
        }
    }

    private mutating func command(_ random: inout SeededGenerator) {
        // Mostly playing and seeking, so that states beyond `ready` are well covered.
        if machine.state == .idle, random.oneIn(2) {
            feed(.load(items: Array(ItemDescription.samples.prefix(1 + random.below(3))), index: 0))
        } else if machine.state == .error, random.oneIn(2) {
            feed(.release)
        } else if random.oneIn(4) {
            let commands = EverySort.commands(seekID: lastSeek + 1)
            feed(commands[random.below(commands.count)])
        } else {
            feed(likelyCommand(&random))
        }
    }

    private func likelyCommand(_ random: inout SeededGenerator) -> MachineInput {
        switch random.below(7) {
        case 0: .play(.external)
        case 1: .play(.interaction)
        case 2: .pause(.external)
        case 3, 4: .seek(id: lastSeek + 1, target: Double(random.below(24)) / 2, precision: .exact)
        case 5: .seek(id: lastSeek + 1, target: -Double(random.below(100)), precision: .exact)
        default: .selectCaptions(1)
        }
    }

    private mutating func handBack() {
        if !checkpoints.isEmpty { feed(.proceed(checkpoints.removeFirst())) }
    }

    /// Makes a pending decision, also one that a command has overtaken.
    private mutating func decide(_ kind: Int) {
        guard let number = decision else { return }
        decision = nil
        if machine.decisionNumber == number { decisions += 1 }
        feed(.decide(number: number, kind == 0 ? .refuse : kind == 1 ? .replace(.sample) : .play))
    }

    private mutating func deliver() {
        if let (playback, report) = engine.deliver() { feed(.engine(playback: playback, report)) }
    }

    private mutating func lie(_ random: inout SeededGenerator) {
        let reports = EverySort.reports(seek: lastSeek)
        let report = reports[random.below(reports.count)]
        if case .failed = report, !random.oneIn(3) { return }
        feed(.engine(playback: random.oneIn(4) ? machine.playback - 1 : machine.playback, report))
        if random.oneIn(8) { feed(EverySort.checkpoints(playback: machine.playback)[random.below(2)]) }
    }

    /// Records a violation of a condition of the test itself.
    mutating func note(_ isRight: Bool, _ what: StaticString) { checker.expect(isRight, what) }

    /// Lets the engine finish without further commands. With an honest engine the player then reaches the intended state.
    mutating func quiesce(_ random: inout SeededGenerator) {
        // An ad does not last indefinitely.
        if machine.isHeld { feed(.ads(.resume(at: nil))) }
        var rounds = 0
        while rounds < 500, !isSettled {
            rounds += 1
            handBack()
            decide(2)
            engine.step(&random)
            while let (playback, report) = engine.deliver() { feed(.engine(playback: playback, report)) }
        }
    }

    /// Whether nothing is pending, except further playback.
    var isSettled: Bool { engine.isIdle && checkpoints.isEmpty && isWhereIntentWants }

    /// Whether the state is the intended one.
    private var isWhereIntentWants: Bool {
        switch machine.state {
        case .playing: machine.intendsToPlay
        case .ready, .paused: !machine.intendsToPlay
        case .idle: !machine.intendsToPlay && !machine.isDeciding
        case .ended: !machine.isDeciding
        case .error: true
        case .opening, .play, .buffering, .pausing, .seeking, .stopping: false
        }
    }
}
