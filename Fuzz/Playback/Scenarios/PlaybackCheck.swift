import Foundation
import Playhead
import PlayheadCore
import PlayheadTrace
import TestSupport
import TraceChecking

/// Plays items and checks what holds for every playback: its events are legal, and it ends when it is released.
@MainActor
struct PlaybackCheck {
    let configuration: PlayerConfiguration
    let limits: ScenarioLimits
    private let clock = SystemClock()

    /// The time in seconds that a release may take.
    private static let releaseTime = 10.0
    /// More events than a playback of some seconds tells.
    private static let maximumEvents = 200_000
    private static let maximumCommands = 40
    /// The time in seconds after which a playback that says nothing, and was given commands, is taken to be paused; longer than any transfer stands still.
    private static let quietTime = 0.7
    /// The time in seconds for which a playback without commands may tell nothing.
    private static let standstill = 8.0

    init(configuration: PlayerConfiguration, limits: ScenarioLimits) {
        self.configuration = configuration
        self.limits = limits
    }

    /// Plays until the list is over, or for `seconds`.
    /// - Parameter commands: Chooses commands that are given in between; `nil` for none.
    /// - Returns: What was not as it has to be.
    func run(_ items: [PlayerItem], for seconds: Double, commands: SeededGenerator?) async -> [String] {
        let player = Player(configuration: configuration)
        let trace = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-fuzz-\(UUID().uuidString).trace")
        defer { try? FileManager.default.removeItem(at: trace) }
        do { try player.startTrace(writingTo: trace) } catch { return ["the trace can't be written: \(error)"] }
        var random = commands
        var given = 0
        let log = EventLog(player) { player, count in
            guard random?.oneIn(12) == true, given < Self.maximumCommands else { return }
            given += 1
            Self.command(player, &random)
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
        return breaches + check(trace, told: log.names)
    }

    private static func command(_ player: Player, _ random: inout SeededGenerator?) {
        guard var generator = random else { return }
        RandomCommand.give(to: player, &generator)
        random = generator
    }

    /// Waits for the end, for `seconds` at most.
    /// - Returns: Whether something happened all the time, as far as that can be expected.
    private func goesOn(_ log: EventLog, for seconds: Double, hasCommands: Bool) async -> Bool {
        let end = clock.now + seconds
        var last = (count: 0, time: clock.now)
        while clock.now < end, !log.isOver, log.names.count < Self.maximumEvents {
            if log.names.count != last.count { last = (log.names.count, clock.now) }
            // A command may have paused it for good.
            if hasCommands, clock.now - last.time > Self.quietTime { break }
            if clock.now - last.time > Self.standstill { return false }
            try? await clock.sleep(for: 0.004)
        }
        return true
    }

    /// Whether a task comes to its end in time.
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

    /// Puts what was recorded through the machine once more, with everything checked that has to hold.
    private func check(_ file: URL, told: [EventName]) -> [String] {
        let trace: PlaybackTrace
        do { trace = try PlaybackTrace(contentsOf: file) } catch { return ["the trace can't be read: \(error)"] }
        if let problem = trace.problem { return ["the trace can't be read: \(problem)"] }
        var breaches: [String] = []
        if told.count > Self.maximumEvents { breaches.append("\(told.count) events were told") }
        if trace.events().map(\.name) != told { breaches.append("the trace tells other events") }
        var machine = PlaybackMachine(options: trace.head.options, at: trace.head.birth)
        var checker = TraceChecker()
        for entry in trace.entries { checker.check(entry.input, machine.handle(entry.input, at: entry.time.monotonic), machine) }
        return breaches + checker.breaches.prefix(3)
    }
}
