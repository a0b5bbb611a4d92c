@_exported import PlayheadNumbers

/// The player's state machine: commands, engine reports and timers are its inputs; events, engine commands and timers its outputs, in
/// order.
///
/// A pure value: no I/O, no clock, no threads. The same inputs give the same outputs. An input that is invalid in the current state is
/// ignored (a report, a timer) or refused with onWarning (a command); none traps.
///
/// The machine separates *intent* (``intendsToPlay``, ``rate``, ``volume``, …) from the actual ``state``, and changes the state only along
/// `StateGraph`. A readable property has already changed when the corresponding event is emitted.
package struct PlaybackMachine: Sendable {
    // It has more than 20 stored properties: 18 are the state of the player that the package reads, the parts of the internal state are in groups.

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
    /// The settings of the engines; kept across items.
    package internal(set) var settings: PlaybackSettings
    /// The repetition of the list; kept across lists.
    package internal(set) var repeatMode: RepeatMode
    /// The seconds within which the app decides about an item before the player moves to it; `nil` if the app does not decide.
    var decisionTimeout: Double?

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
    /// Whether the content is held because an ad is shown: the engine is not started.
    package internal(set) var isHeld = false
    /// The engine, as the machine knows it.
    var engine = EngineFacts()
    /// The media of the current item.
    var content = ContentFacts()
    /// The latest selections of the viewer, kept across items.
    var choices = ViewersChoices()
    /// The reasons that events state.
    var reasons = Reasons()
    /// Work that waits for the engine or for an event.
    var pending = Pending()
    /// The past of the player, over all items.
    var history = History()
    /// The emitted events of the current item.
    var item = ItemProgress()
    /// Monotonic time of the last state change, in seconds.
    var stateTime = 0.0
    /// The running watchdog.
    var watchdog: Watchdog?
    /// Whether the watchdog restarts after this input.
    var restartsWatchdog = false
    /// Monotonic time of the input, in seconds.
    var now = 0.0
    /// The outputs of the current input.
    var outputs: [MachineOutput] = []

    /// Makes a machine in `idle`.
    /// - Parameters:
    ///   - options: The options of the machine.
    ///   - settings: The settings of the engines.
    ///   - now: The monotonic clock, in seconds.
    package init(options: PlaybackOptions = .init(), settings: PlaybackSettings = .init(), at now: Double = 0) {
        self.options = options
        self.settings = settings
        repeatMode = options.repeats ? .list : .off
        self.now = now
        stateTime = now
    }

    /// The current item, or `nil` before the first load and after a release.
    package var currentItem: ItemDescription? { currentIndex.map { items[$0] } }

    /// Whether another item or list opens once the current playback is closed, or once the app has decided.
    package var isChangingItem: Bool { upcoming != nil }

    /// The reason of the latest request to play.
    package var playReason: PlayReason { reasons.play }

    /// The index of the item of the current list that opens once the current playback is closed, or once the app has decided; `nil` if
    /// none does.
    package var upcomingIndex: Int? { upcoming.flatMap { $0.isNewList ? nil : $0.index } }

    /// Whether the media ended and onComplete is pending.
    package var isAtEnd: Bool { content.isEnding }

    /// Whether playback waits because the buffer ran empty.
    package var isStalled: Bool { bufferReason == .stalled }

    /// The position of the current seek's target, as emitted, or `nil`.
    package var seekTarget: Double? { pending.seek?.offset }

    /// Whether the item is being opened to be played from its own start, as far as is known.
    package var opensToPlayFromStart: Bool {
        state == .opening && intendsToPlay && pending.seek == nil && currentItem?.startTime == nil
    }

    /// Whether the item is open and stands where it was opened, and playback is not intended: its first picture is shown meanwhile. A seek,
    /// also that to the start time of the item, shows the picture at its target.
    package var standsBeforeStart: Bool {
        (state == .ready || state == .paused) && !intendsToPlay && !item.hasFirstFrame && !content.keepsPlayhead
    }

    /// The playhead, as a position in seconds.
    package var position: Double { timeline.position }

    /// The duration of the current item, in seconds; infinite for live, negative (the window's) for DVR, 0 until the item is open.
    package var duration: Double { timeline.duration }

    /// The loaded ranges, as positions in seconds.
    package var bufferedRanges: [TimeRange] {
        timeline.kind == .onDemand ? content.loaded : content.loaded.map { timeline.positions(of: $0) }
    }

    /// Whether the track model is available and the engine accepts commands for it.
    package var isOpen: Bool {
        switch state {
        case .idle, .opening, .stopping, .error: false
        case .ready, .play, .playing, .buffering, .pausing, .paused, .seeking, .ended: true
        }
    }

    /// Handles an input.
    /// - Parameters:
    ///   - input: A command, an engine report, an expired timer, or a returned checkpoint.
    ///   - now: The monotonic clock, in seconds: the clock of the measurements of live windows.
    ///   - playhead: The engine's current playhead, in seconds on the playback's timeline; `nil` if unknown.
    /// - Returns: The outputs to perform, in order.
    package mutating func handle(_ input: MachineInput, at now: Double, playhead: Double? = nil) -> [MachineOutput] {
        self.now = now
        timeline.time = now
        engine.playhead = playhead
        if let playhead { follow(playhead, before: input) }
        switch input {
        case .engine(let number, let report): handle(report, of: number)
        case .timer(let timer): handleTimeout(of: timer)
        case .proceed(let checkpoint): proceed(past: checkpoint)
        case .release: release()
        case .configure(let settings): self.settings = settings
        case .view(let report): handleView(report)
        case .ads(let report): handleAd(report)
        case .decide(let number, let decision): handleDecision(number, decision)
        default: handleCommand(input)
        }
        updateWatchdog()
        let result = outputs
        outputs = []
        return result
    }
}
