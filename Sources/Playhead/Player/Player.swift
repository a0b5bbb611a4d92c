import Foundation
import Observation
@_exported import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// Plays a list of items and tells, exactly and in order, everything that happens.
///
/// All of it is on the main actor. Events reach the delegate, the listeners, NotificationCenter and the async sequences one after the other,
/// each event on every channel before the next; an event that is raised inside a callback is told after that callback.
/// Nothing of a playback is told after its ``release()``. Several players in one process know nothing of one another.
@MainActor
@Observable
public final class Player {
    // MARK: What is happening

    /// The playback state. It has changed already when the event that tells of it arrives.
    public internal(set) var state = PlaybackState.idle {
        willSet { observers.willChange(\Player.state, of: self, from: state, to: newValue) }
        didSet { observers.didChange(\Player.state, of: self, from: oldValue, to: state) }
    }
    /// The playhead, in seconds.
    public internal(set) var position = 0.0
    /// Length of the current item, in seconds; infinite without an end, 0 until it is known.
    public internal(set) var duration = 0.0
    /// What is loaded, in seconds.
    public internal(set) var bufferedRanges: [TimeRange] = []
    /// The list.
    public internal(set) var items: [PlayerItem] = []
    /// Index of the current item, or `nil` before the first load and after a release.
    public internal(set) var currentIndex: Int?
    /// The fatal error, while the state is `error`.
    public internal(set) var error: PlaybackError?

    // MARK: Listeners

    /// Hears every event first; it is not kept alive.
    @ObservationIgnored public weak var delegate: (any PlayerDelegate)?
    @ObservationIgnored let dispatcher = EventDispatcher()
    @ObservationIgnored let observers = KeyValueObservers<Player>()

    // MARK: Inside

    /// How the player behaves.
    @ObservationIgnored public let configuration: PlayerConfiguration
    @ObservationIgnored var machine: PlaybackMachine
    @ObservationIgnored var playback: Playback
    @ObservationIgnored private var outputs: [MachineOutput] = []
    @ObservationIgnored private var isDraining = false
    @ObservationIgnored private var timers: [MachineTimer: Task<Void, Never>] = [:]
    @ObservationIgnored var lastSeek = 0
    @ObservationIgnored var seekCallers: [Int: CheckedContinuation<Bool, Never>] = [:]
    @ObservationIgnored private var sequence = 0
    @ObservationIgnored private let birth: Double
    @ObservationIgnored private var listening: Task<Void, Never>?

    /// Makes a player; it does nothing before a load.
    public init(configuration: PlayerConfiguration = PlayerConfiguration()) {
        self.configuration = configuration
        machine = PlaybackMachine(options: configuration.options)
        playback = Playback(configuration: configuration)
        birth = configuration.clock.now
        let reports = playback.reports
        listening = Task { [weak self] in
            for await report in reports {
                guard let self else { return }
                self.receive(report)
            }
        }
    }

    isolated deinit {
        listening?.cancel()
        for timer in timers.values { timer.cancel() }
        for caller in seekCallers.values { caller.resume(returning: false) }
        dispatcher.finish()
        playback.abandon()
    }

    /// Makes a player with one item loaded.
    public convenience init(item: PlayerItem, configuration: PlayerConfiguration = PlayerConfiguration()) {
        self.init(configuration: configuration)
        load(item)
    }

    private func receive(_ report: Playback.Report) {
        if case .closed = report.report { playback.closed(report.playback) }
        learn(report)
        submit(.engine(playback: report.playback, report.report))
    }

    /// What the report says of its item beyond the machine's events.
    private func learn(_ report: Playback.Report) {
        guard report.playback == machine.playback, case .buffered(let ranges) = report.report else { return }
        bufferedRanges = ranges
        currentItem?.loadedTimeRanges = ranges
    }

    // MARK: The order of things

    /// Puts an input into the machine and carries out what comes out of it.
    func submit(_ input: MachineInput) {
        if input == .release { forgetUntold() }
        outputs.append(contentsOf: machine.handle(input, at: configuration.clock.now - birth))
        guard !isDraining else { return }
        isDraining = true
        defer { isDraining = false }
        var next = 0
        while next < outputs.count {
            let output = outputs[next]
            next += 1
            carryOut(output)
        }
        outputs.removeAll(keepingCapacity: true)
    }

    /// A release inside a callback: what was about to be told of the playback is not told any more.
    private func forgetUntold() {
        guard isDraining else { return }
        for index in outputs.indices {
            if case .event = outputs[index] { outputs[index] = .cancelTimer(.progress) }
        }
    }

    private func carryOut(_ output: MachineOutput) {
        switch output {
        case .event(let event, let state, let item, let position): tell(event, state, item, position)
        case .engine(let command): carryOut(command)
        case .startTimer(let timer, let seconds): start(timer, seconds)
        case .cancelTimer(let timer): timers.removeValue(forKey: timer)?.cancel()
        case .seekDone(let id, let finished): seekCallers.removeValue(forKey: id)?.resume(returning: finished)
        case .checkpoint(let checkpoint): submit(.proceed(checkpoint))
        }
    }

    private func carryOut(_ command: EngineCommand) {
        guard case .open(let number, let index) = command else { return playback.send(command) }
        guard items.indices.contains(index) else {
            // Only a machine and a list that disagree get here.
            return submit(.engine(playback: number, .failed(PlaybackError(.invalidIndex))))
        }
        bufferedRanges = []
        playback.open(number, items[index])
    }

    private func start(_ timer: MachineTimer, _ seconds: Double) {
        timers[timer]?.cancel()
        let clock = configuration.clock
        timers[timer] = Task { [weak self] in
            do { try await clock.sleep(for: seconds) } catch { return }
            guard !Task.isCancelled else { return }
            self?.submit(.timer(timer))
        }
    }

    private func tell(_ event: any PlayerEvent, _ state: PlaybackState, _ item: Int?, _ position: Double) {
        sequence += 1
        var event = event
        event.context = EventContext(
            sequence: sequence, item: item, wallTime: Int((Date().timeIntervalSince1970 * 1000).rounded()),
            monotonicTime: configuration.clock.now - birth, position: position, state: state)
        update(for: event, state, item, position)
        dispatcher.dispatch(event, from: self)
    }

    /// Brings what can be read of the player to where the event tells it.
    private func update(for event: any PlayerEvent, _ state: PlaybackState, _ item: Int?, _ position: Double) {
        if self.position != position { self.position = position }
        if currentIndex != item { currentIndex = item }
        if duration != machine.duration { duration = machine.duration }
        if self.state != state { self.state = state }
        guard let current = currentItem else { return }
        if current.duration != duration { current.duration = duration }
        switch event {
        case let change as StateChangeEvent:
            if change.newState == .ready {
                current.media = machine.media
                current.status = .readyToPlay
            } else if change.newState == .error, let cause = machine.error {
                error = cause
                current.error = cause
                current.status = .failed
            } else if change.oldState == .error {
                error = nil
            }
        default: break
        }
    }

    /// The current item, or `nil`.
    public var currentItem: PlayerItem? {
        currentIndex.flatMap { items.indices.contains($0) ? items[$0] : nil }
    }
}
