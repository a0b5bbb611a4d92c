/// The player's state machine: commands, engine reports and timers are its inputs; events, engine commands and timers its outputs, in
/// order.
///
/// A pure value: no I/O, no clock, no threads. The same inputs give the same outputs. An input that is invalid in the current state is
/// ignored (a report, a timer) or refused with onWarning (a command); none traps.
///
/// The machine separates *intent* (``intendsToPlay``, ``rate``, ``volume``, …) from the actual ``state``, and changes the state only along
/// `StateGraph`. A readable property has already changed when the corresponding event is emitted.
package struct PlaybackMachine: Sendable {
    /// The options of the machine.
    package let options: PlaybackOptions

    // The actual state

    /// The state: one of twelve.
    package internal(set) var state = PlaybackState.idle
    /// The coarse state that events contain; while seeking, that of the previous state.
    package internal(set) var playerState = PlayerState.idle
    /// The reason for buffering, while buffering; otherwise `nil`.
    package internal(set) var bufferReason: BufferReason?
    /// The fatal error, while in `error`; otherwise `nil`.
    package internal(set) var error: PlaybackError?

    // The intent

    /// Whether playback is intended by the app, the viewer or autoplay, in every state.
    package internal(set) var intendsToPlay = false
    /// The playback rate, 0.25 to 4; kept across items.
    package internal(set) var rate = 1.0
    /// The volume, 0 to 1; kept across items.
    package internal(set) var volume = 1.0
    /// Whether the sound is muted; kept across items.
    package internal(set) var isMuted = false

    // The list and its current item

    /// The list; empty before the first load and after a release.
    package internal(set) var items: [ItemDescription] = []
    /// Index of the current item, or `nil` before the first load and after a release.
    package internal(set) var currentIndex: Int?
    /// The number of the current playback, incremented by each opening. Reports of older playbacks are dropped.
    package internal(set) var playback = 0
    /// The track model, from `ready` on; otherwise `nil`.
    package internal(set) var media: MediaDescription?
    /// The kind of the current item's stream, its playhead, its end and its window.
    package internal(set) var timeline = Timeline()
    /// The visible caption cues, as events contain them.
    package internal(set) var cues: [CaptionCue] = []

    /// The latest reports of the view.
    package internal(set) var view = ViewFacts()

    // Internal state

    /// The previous coarse state: the `oldState` of events.
    var previousPlayerState = PlayerState.idle
    /// Whether the coarse state became `paused` and onPause is pending.
    var hasPendingPauseEvent = false
    /// Whether the last command to the engine was to start (not to pause), and it has not reached the end.
    var engineRuns = false
    /// Whether the engine reached the end while a pause was pending, so that the next start completes the item.
    var engineIsAtEnd = false
    /// Whether the content is held because an ad is shown: the engine is not started.
    package internal(set) var isHeld = false
    /// Whether the media ended and onComplete waits for its checkpoint.
    var isEnding = false
    /// Whether the current item was live and has ended.
    var isLiveOver = false
    /// Whether a seek set the playhead: a start does not move it.
    var keepsPlayhead = false
    /// The loaded ranges, on the playback's timeline.
    var loaded: [TimeRange] = []
    /// The visible cues, on the playback's timeline.
    var shownCues: [CaptionCue] = []
    /// The viewer's latest selection of captions; kept across items.
    var captionsChoice: ViewersCaptions?
    /// The viewer's latest selection of a level; kept across items. The first entry of a list returns the selection to the player.
    var levelChoice: QualityLevel?
    /// The viewer's latest selection of an audio track; kept across items.
    var audioChoice: MediaTrack?
    /// The number of consecutive items that failed without one that played in between.
    var consecutiveFailures = 0
    /// The emitted events of the current item.
    var item = ItemProgress()
    /// The seek that has not reached its target.
    var pendingSeek: PendingSeek?
    /// The item that opens after the current playback has closed.
    var pendingLoad: PendingLoad?
    /// The source of the request to play.
    var playReason = PlayReason.external
    /// The source of the pause.
    var pauseReason = PauseReason.external
    /// The reason for closing.
    var idleReason = IdleReason.stopped
    /// Whether onReady was emitted.
    var hasEmittedReady = false
    /// Whether a list was loaded before.
    var hasLoadedList = false
    /// The id of the latest seek of the machine itself; decreasing.
    var ownSeekID = 0
    /// Monotonic time of the first load, in seconds.
    var setupTime: Double?
    /// Monotonic time of the last state change, in seconds.
    var stateTime = 0.0
    /// The running watchdog.
    var watchdog: Watchdog?
    /// The lower limit of the next reported playhead: the playhead that was read, and emitted, between two reports.
    var readPlayhead = -Double.infinity
    /// The engine's playhead at the time of the input, if known.
    var enginePlayhead: Double?
    /// The position of the last progress report.
    var lastProgress = -Double.infinity
    /// Whether the watchdog restarts after this input.
    var restartsWatchdog = false
    /// Monotonic time of the input, in seconds.
    var now = 0.0
    /// The outputs of the current input.
    var outputs: [MachineOutput] = []

    /// Makes a machine in `idle`.
    /// - Parameters:
    ///   - options: The options of the machine.
    ///   - now: The monotonic clock, in seconds.
    package init(options: PlaybackOptions = .init(), at now: Double = 0) {
        self.options = options
        self.now = now
        stateTime = now
    }

    /// The current item, or `nil` before the first load and after a release.
    package var currentItem: ItemDescription? { currentIndex.map { items[$0] } }

    /// Whether the media ended and onComplete is pending.
    package var isAtEnd: Bool { isEnding }

    /// Whether playback waits because the buffer ran empty.
    package var isStalled: Bool { bufferReason == .stalled }

    /// The position of the current seek's target, as emitted, or `nil`.
    package var seekTarget: Double? { pendingSeek?.offset }

    /// The playhead, as a position in seconds.
    package var position: Double { timeline.position }

    /// The duration of the current item, in seconds; infinite for live, negative (the window's) for DVR, 0 until the item is open.
    package var duration: Double { timeline.duration }

    /// The loaded ranges, as positions in seconds.
    package var bufferedRanges: [TimeRange] { timeline.kind == .onDemand ? loaded : loaded.map { timeline.positions(of: $0) } }

    /// Whether the track model is available and the engine accepts commands for it.
    package var isOpen: Bool {
        switch state {
        case .idle, .opening, .stopping, .error: false
        case .ready, .play, .playing, .buffering, .pausing, .paused, .seeking, .ended: true
        }
    }

    /// Handles an input and returns the outputs to perform, in order.
    /// - Parameters:
    ///   - input: A command, an engine report, an expired timer, or a returned checkpoint.
    ///   - now: The monotonic clock, in seconds: the clock of the measurements of live windows.
    ///   - playhead: The engine's current playhead, in seconds on the playback's timeline; `nil` if unknown.
    package mutating func handle(_ input: MachineInput, at now: Double, playhead: Double? = nil) -> [MachineOutput] {
        self.now = now
        timeline.time = now
        enginePlayhead = playhead
        if let playhead { follow(playhead, before: input) }
        switch input {
        case .engine(let number, let report): handle(report, of: number)
        case .timer(let timer): handleTimeout(of: timer)
        case .proceed(let checkpoint): proceed(past: checkpoint)
        case .release: release()
        case .view(let report): handleView(report)
        case .ads(let report): handleAd(report)
        default: handleCommand(input)
        }
        updateWatchdog()
        let result = outputs
        outputs = []
        return result
    }
}
