@testable import PlayheadCore

/// A machine in a test: forwards inputs, returns checkpoints, and keeps the outputs as readable lines.
struct MachineRig {
    var machine: PlaybackMachine
    /// The outputs since the last `clear()`, without timers.
    private(set) var log: [String] = []
    /// The started and cancelled watchdogs.
    private(set) var timers: [String] = []
    /// All events.
    private(set) var events: [any PlayerEvent] = []
    /// The checkpoints that wait to be returned.
    private(set) var held: [MachineCheckpoint] = []
    /// Whether checkpoints return only by ``proceed()``.
    var holdsCheckpoints = false
    /// The clock, in seconds.
    var now = 0.0

    init(autoplay: Bool = false, repeats: Bool = false) {
        self.init(PlaybackOptions(autoplay: autoplay, repeats: repeats))
    }

    init(_ options: PlaybackOptions) {
        machine = PlaybackMachine(options: options)
    }

    /// Feeds inputs, one after another.
    mutating func send(_ inputs: MachineInput...) {
        for input in inputs { feed(input) }
    }

    /// Feeds reports of the current playback.
    mutating func report(_ reports: EngineReport...) {
        for report in reports { feed(.engine(playback: machine.playback, report)) }
    }

    /// Returns the oldest held checkpoint.
    mutating func proceed() {
        guard !held.isEmpty else { return }
        feed(.proceed(held.removeFirst()))
    }

    private mutating func feed(_ input: MachineInput) {
        for output in machine.handle(input, at: now) {
            switch output {
            case .event(let event, _, _, _):
                events.append(event)
                log.append(Self.line(of: event))
            case .engine(let command): log.append("engine \(command)")
            case .startTimer(let timer, let seconds): timers.append("start \(timer) \(seconds)")
            case .cancelTimer(let timer): timers.append("cancel \(timer)")
            case .seekDone(let id, let finished): log.append("seek \(id) \(finished ? "finished" : "interrupted")")
            case .checkpoint(let checkpoint): held.append(checkpoint)
            case .decide(let number, let item, _): log.append("decide \(number) about \(item)")
            }
        }
        while !holdsCheckpoints, !held.isEmpty { proceed() }
    }

    /// Clears the outputs.
    mutating func clear() {
        log = []
        timers = []
        events = []
    }

    /// The lines without commands to the engine.
    var emitted: [String] { log.filter { !$0.hasPrefix("engine") } }

    private static func line(of event: any PlayerEvent) -> String {
        switch event {
        case let event as StateChangeEvent: "→ \(event.newState)"
        case let event as PlayAttemptEvent: "onPlayAttempt \(event.reason)"
        case let event as TimeEvent: "onTime \(event.position) of \(event.duration)"
        case let event as BufferEvent: "onBuffer \(event.reason) from \(event.oldState)"
        case let event as PlayEvent: "onPlay \(event.reason) from \(event.oldState)"
        case let event as PauseEvent: "onPause \(event.reason) from \(event.oldState)"
        case let event as IdleEvent: "onIdle \(event.reason) from \(event.oldState)"
        case let event as SeekEvent: "onSeek \(event.offset) from \(event.position)"
        case let event as SeekedEvent: "onSeeked \(event.position)"
        case let event as PlaylistItemEvent: "onPlaylistItem \(event.index)"
        case let event as CaptionsListEvent: "onCaptionsList \(event.track) of \(event.tracks.map(\.name).joined(separator: ", "))"
        case let event as CaptionsChangeEvent: "onCaptionsChange \(event.track)"
        case let event as CaptionCueEvent: "onCaptionCue \(event.cues.map(\.text)) \(event.start) to \(event.end)"
        case let event as WarningEvent: "onWarning \(event.error.code)"
        case let event as ErrorEvent: "onError \(event.error.code)"
        case let event as SetupErrorEvent: "onSetupError \(event.error.code)"
        default: event.name.rawValue
        }
    }
}

extension MachineRig {
    /// A rig at `ready`, with ten seconds of media.
    static func ready(autoplay: Bool = false, repeats: Bool = false, items: Int = 1) -> MachineRig {
        var rig = MachineRig(autoplay: autoplay, repeats: repeats)
        rig.send(.load(items: Array(ItemDescription.samples.prefix(items)), index: 0))
        rig.report(.opened(.sample))
        return rig
    }

    /// A rig that plays and has shown its first frame, at 1 s.
    static func playing(repeats: Bool = false, items: Int = 1) -> MachineRig {
        var rig = ready(repeats: repeats, items: items)
        rig.send(.play(.external))
        rig.report(.started(position: 0), .firstFrame, .progress(position: 1))
        rig.clear()
        return rig
    }

    /// A rig that is paused at 2 s.
    static func paused() -> MachineRig {
        var rig = playing()
        rig.send(.pause(.external))
        rig.report(.paused(position: 2))
        rig.clear()
        return rig
    }

    /// A rig that plays a live stream from its live position; the clock starts at its opening.
    static func playing(live media: MediaDescription, _ options: PlaybackOptions = PlaybackOptions()) -> MachineRig {
        var rig = MachineRig(options)
        rig.send(.load(items: [.sample], index: 0))
        rig.report(.opened(media))
        rig.send(.play(.external))
        rig.report(.started(position: media.window?.seekable.end ?? 0), .firstFrame)
        rig.clear()
        return rig
    }

    /// Advances the clock and the window by `seconds`; the playhead too, if it plays.
    mutating func pass(_ seconds: Double, _ window: LiveWindow) {
        now += seconds
        report(.window(window.moved(to: now)))
        guard machine.state == .playing else { return }
        report(.progress(position: machine.timeline.playhead + seconds))
    }

    /// A rig at `ended`.
    static func ended(repeats: Bool = false, items: Int = 1) -> MachineRig {
        var rig = playing(repeats: repeats, items: items)
        rig.report(.ended(duration: 10))
        rig.clear()
        return rig
    }
}
