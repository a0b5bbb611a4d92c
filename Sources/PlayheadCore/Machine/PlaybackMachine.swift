/// The player's state machine: commands, engine reports and timers go in; events, engine commands and timers come out, in order.
///
/// A pure value: no I/O, no clock, no threads. The same inputs give the same outputs. An input that makes no sense in the current state is ignored
/// (a report, a timer) or refused with onWarning (a command); none traps.
///
/// The machine keeps *intent* (``intendsToPlay``, ``rate``, ``volume``, …) apart from what is happening (``state``), and changes state only along
/// ``StateGraph``. A readable fact has already changed when the event that tells of it comes out.
public struct PlaybackMachine: Sendable {
    /// How the machine behaves.
    public let options: PlaybackOptions

    // What is happening

    /// The state: one of twelve.
    public internal(set) var state = PlaybackState.idle
    /// The coarse state that events speak of; while seeking, that of the state before.
    public internal(set) var playerState = PlayerState.idle
    /// Why data is waited for, while buffering; otherwise `nil`.
    public internal(set) var bufferReason: BufferReason?
    /// The fatal error, while in `error`; otherwise `nil`.
    public internal(set) var error: PlaybackError?

    // What was asked for

    /// Whether playing is wanted, by the app, the viewer or autoplay, whatever the state is.
    public internal(set) var intendsToPlay = false
    /// The rate of playing, 0.25 to 4; kept across items.
    public internal(set) var rate = 1.0
    /// The volume, 0 to 1; kept across items.
    public internal(set) var volume = 1.0
    /// Whether sound is off; kept across items.
    public internal(set) var isMuted = false

    // The list and its current item

    /// The list; empty before the first load and after a release.
    public internal(set) var items: [ItemDescription] = []
    /// Index of the current item, or `nil` before the first load and after a release.
    public internal(set) var currentIndex: Int?
    /// Number of the current playback; counts up with each opening. Reports of older ones are dropped.
    public internal(set) var playback = 0
    /// The track model, from `ready` on; otherwise `nil`.
    public internal(set) var media: MediaDescription?
    /// What kind of stream the current item is, and where its playhead, its end and its window are.
    public internal(set) var timeline = Timeline()
    /// The caption cues that are shown, as they were told.
    public internal(set) var cues: [CaptionCue] = []

    /// What a view told of itself last.
    public internal(set) var view = ViewFacts()

    // Bookkeeping

    /// The coarse state that was left when it last changed: the `oldState` of events.
    var previousPlayerState = PlayerState.idle
    /// Whether the coarse state became `paused` and onPause is still to be told.
    var owesPause = false
    /// Whether the engine was last told to start (and not to pause), and has not reached the end.
    var engineRuns = false
    /// Whether the engine reached the end while a pause was asked for, so that it ends with the next start.
    var engineIsAtEnd = false
    /// Whether something is shown in the content's place: the engine is not started.
    public internal(set) var isHeld = false
    /// Whether the media ended and onComplete waits for its checkpoint.
    var isEnding = false
    /// Whether the current item was live and is so no more.
    var isLiveOver = false
    /// Whether a seek put the playhead where it stands: a start leaves it there.
    var holdsPlace = false
    /// What is loaded, on the playback's timeline.
    var loaded: [TimeRange] = []
    /// The cues that are shown, on the playback's timeline.
    var shownCues: [CaptionCue] = []
    /// The captions that the viewer chose last; kept across items.
    var captionsChoice: ViewersCaptions?
    /// The level that the viewer chose last, by hand; kept across items. The first of a list gives the choice back to the player.
    var levelChoice: QualityLevel?
    /// The audio track that the viewer chose last; kept across items.
    var audioChoice: MediaTrack?
    /// Items that failed one after another, without one between them that played.
    var failuresInARow = 0
    /// What was told of the current item.
    var item = ItemProgress()
    /// The seek that is not reached yet.
    var pendingSeek: PendingSeek?
    /// What opens after the closing down.
    var pendingLoad: PendingLoad?
    /// Who asked for playing.
    var playReason = PlayReason.external
    /// Who asked for the pause.
    var pauseReason = PauseReason.external
    /// Why the player closes down.
    var idleReason = IdleReason.stopped
    /// Whether onReady is told.
    var readyTold = false
    /// Whether a list was loaded before.
    var hadList = false
    /// Id of the last seek that the machine itself asked for; counts down.
    var ownSeekID = 0
    /// Monotonic time of the first load, in seconds.
    var setupTime: Double?
    /// Monotonic time of the last state change, in seconds.
    var stateTime = 0.0
    /// The watchdog that runs.
    var watchdog: Watchdog?
    /// The lower limit of what the engine reports next: the playhead as it was read between two reports, and told.
    var readPlayhead = -Double.infinity
    /// The engine's playhead at the moment of the input, where it says it.
    var enginePlayhead: Double?
    /// The position of the last progress report.
    var lastProgress = -Double.infinity
    /// Whether the watchdog starts anew after this input.
    var restartsWatchdog = false
    /// Monotonic time of the input, in seconds.
    var now = 0.0
    /// What comes out of the current input.
    var outputs: [MachineOutput] = []

    /// Makes a machine in `idle`.
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - now: The monotonic clock, in seconds.
    public init(options: PlaybackOptions = .init(), at now: Double = 0) {
        self.options = options
        self.now = now
        stateTime = now
    }

    /// The current item, or `nil` before the first load and after a release.
    public var currentItem: ItemDescription? { currentIndex.map { items[$0] } }

    /// Whether the media ended and onComplete is still to be told.
    public var isAtEnd: Bool { isEnding }

    /// Whether playing is held up because data ran out.
    public var isStalled: Bool { bufferReason == .stalled }

    /// The position that the seek under way goes to, as it was told, or `nil`.
    public var seekTarget: Double? { pendingSeek?.offset }

    /// The playhead, as a position in seconds.
    public var position: Double { timeline.position }

    /// Length of the current item, in seconds; infinite for live, negative (the window's) for DVR, 0 until it is open.
    public var duration: Double { timeline.duration }

    /// What is loaded, as positions in seconds.
    public var bufferedRanges: [TimeRange] { timeline.kind == .onDemand ? loaded : loaded.map { timeline.positions(of: $0) } }

    /// Whether the track model is there and the engine takes commands for it.
    public var isOpen: Bool {
        switch state {
        case .idle, .opening, .stopping, .error: false
        case .ready, .play, .playing, .buffering, .pausing, .paused, .seeking, .ended: true
        }
    }

    /// Takes an input and gives what is to be done, in order.
    /// - Parameters:
    ///   - input: A command, an engine report, a timer that ran out, or a checkpoint that comes back.
    ///   - now: The monotonic clock, in seconds: the one by which live windows are measured.
    ///   - playhead: The engine's playhead at this moment, in seconds on the playback's timeline; `nil` where the engine does not say.
    public mutating func handle(_ input: MachineInput, at now: Double, playhead: Double? = nil) -> [MachineOutput] {
        self.now = now
        timeline.time = now
        enginePlayhead = playhead
        if let playhead { follow(playhead, before: input) }
        switch input {
        case .engine(let number, let report): take(report, of: number)
        case .timer(let timer): takeTimeout(of: timer)
        case .proceed(let checkpoint): proceed(past: checkpoint)
        case .release: release()
        case .view(let report): takeView(report)
        case .ads(let report): takeAd(report)
        default: takeCommand(input)
        }
        updateWatchdog()
        let result = outputs
        outputs = []
        return result
    }
}
