import Foundation
import Playhead
import PlayheadCore
import TestSupport
import TraceChecking

/// Plays items and checks the invariants of every playback: its events are legal, and it ends when it is released.
@MainActor
struct PlaybackCheck {
    let configuration: PlayerConfiguration
    let limits: ScenarioLimits
    /// Whether the items and their delivery are undamaged.
    let isIntact: Bool
    private let clock = SystemClock()

    /// The maximum duration of a release, in seconds.
    private static let releaseTime = 10.0
    /// The maximum number of events; a playback of some seconds has fewer.
    private static let maximumEvents = 200_000
    private static let maximumCommands = 40
    /// The time without events after which a playback with commands is assumed to be paused, in seconds; longer than any stall of a
    /// transfer.
    private static let quietTime = 0.7
    /// The maximum time without events for a playback without commands, in seconds.
    private static let standstill = 8.0

    init(configuration: PlayerConfiguration, limits: ScenarioLimits, isIntact: Bool = false) {
        self.configuration = configuration
        self.limits = limits
        self.isIntact = isIntact
    }

    /// Plays until the playlist has ended, or for `seconds`. `commands` is the source of random commands; `nil` for none.
    /// - Returns: The violations.
    func run(_ items: [PlayerItem], for seconds: Double, commands: SeededGenerator?) async -> [String] {
        let player = Player(configuration: configuration)
        let trace = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-fuzz-\(UUID().uuidString).trace")
        defer { try? FileManager.default.removeItem(at: trace) }
        do { try player.startTrace(writingTo: trace) } catch { return ["the trace can't be written: \(error)"] }
        var random = commands
        var given = 0
        let log = EventLog(player) { log, player in
            guard random?.oneIn(Self.isEnd(player) ? 3 : 12) == true, given < Self.maximumCommands else { return }
            given += 1
            Self.command(player, log, &random)
        }
        player.load(items)
        var breaches: [String] = []
        if await !goesOn(log, for: seconds, hasCommands: commands != nil) {
            breaches.append("nothing happens for \(Self.standstill) s in \(player.state)")
        }
        let ending = Task { @MainActor in
            player.release()
            await player.released()
            return true
        }
        if await !Self.finishes(ending, within: Self.releaseTime) { breaches.append("it is not closed after \(Self.releaseTime) s") }
        do { try player.stopTrace() } catch { breaches.append("the trace can't be written: \(error)") }
        if player.state != .idle { breaches.append("it is \(player.state) after its release") }
        WorkerLine.note("\(log.names.count) events, \(given) commands, the last event \(log.names.dropLast(2).last?.rawValue ?? "none")")
        return breaches + log.keptSeek.breaches.prefix(3) + check(trace, expecting: log.names)
    }

    /// Whether the end of the item is near.
    private static func isEnd(_ player: Player) -> Bool { player.timeline.kind == .onDemand && player.position > player.duration - 0.3 }

    private static func command(_ player: Player, _ log: EventLog, _ random: inout SeededGenerator?) {
        guard var generator = random else { return }
        let isKept = player.isInAdBreak && player.timeline.kind == .onDemand
        if RandomCommand.give(to: player, &generator), isKept { log.keptSeek.keep() }
        random = generator
    }

    /// Waits for the end, for `seconds` at most.
    /// - Returns: Whether the playback progressed as expected.
    private func goesOn(_ log: EventLog, for seconds: Double, hasCommands: Bool) async -> Bool {
        let end = clock.now + seconds
        var last = (count: 0, time: clock.now)
        while clock.now < end, !log.isOver, log.names.count < Self.maximumEvents {
            if log.names.count != last.count { last = (log.names.count, clock.now) }
            // A command may have paused the playback.
            if hasCommands, clock.now - last.time > Self.quietTime { break }
            if clock.now - last.time > Self.standstill { return false }
            try? await clock.sleep(for: 0.004)
        }
        return true
    }

    /// Returns whether a task ends in time.
    static func finishes(_ task: Task<Bool, Never>, within seconds: Double) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { await task.value }
            group.addTask {
                try? await SystemClock().sleep(for: seconds)
                return false
            }
            let first = await group.next() ?? false
            group.cancelAll()
            return first
        }
    }

    /// Returns the description of the failure of an undamaged stream.
    private static func failure(_ output: MachineOutput) -> String? {
        guard case .event(let event, _, _, _) = output else { return nil }
        return switch event {
        case let event as ErrorEvent: "an undamaged stream fails: \(event.error)"
        case let event as SetupErrorEvent: "an undamaged stream fails: \(event.error)"
        default: nil
        }
    }

    /// Replays the trace through the state machine with all checks.
    private func check(_ file: URL, expecting names: [EventName]) -> [String] {
        let trace: PlaybackTrace
        do { trace = try PlaybackTrace(contentsOf: file) } catch { return ["the trace can't be read: \(error)"] }
        if let problem = trace.problem { return ["the trace can't be read: \(problem)"] }
        var breaches: [String] = []
        if names.count > Self.maximumEvents { breaches.append("\(names.count) events were emitted") }
        if trace.events().map(\.name) != names { breaches.append("the trace contains other events") }
        var machine = PlaybackMachine(options: trace.head.options, at: trace.head.birth)
        var checker = TraceChecker()
        var position = PositionCheck(isIntact: isIntact, isPaced: configuration.pacing == .realTime)
        for entry in trace.entries {
            let outputs = machine.handle(entry.input, at: entry.time.monotonic, playhead: entry.time.playhead)
            checker.check(entry.input, outputs, machine)
            position.check(entry.input, outputs, rate: machine.rate)
            if isIntact { breaches += outputs.compactMap(Self.failure) }
        }
        return breaches + checker.breaches.prefix(3) + position.breaches.prefix(3)
    }
}
