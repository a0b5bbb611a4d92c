import PlayheadCore

/// Observes the inputs and outputs of a machine, and records each violation of the contract (STATES and EVENTS).
package struct TraceChecker {
    /// The violations.
    package private(set) var breaches: [String] = []
    /// The edges of the state graph that were used.
    package private(set) var edges: Set<[PlaybackState]> = []
    /// The kinds of timeline while an item was open.
    package private(set) var kinds: Set<Timeline.Kind> = []
    /// The number of live starts at another position than the playhead's.
    package private(set) var jumps = 0

    var state = PlaybackState.idle
    var playerState = PlayerState.idle
    var previousPlayerState = PlayerState.idle
    /// The event that must follow onStateChange.
    var pendingEvent: EventName?
    /// The previous event.
    var lastEvent: EventName?
    /// The last onTime: position and duration.
    var lastTime: (position: Double, duration: Double)?
    /// Whether onBeforeComplete must follow, because the last onTime is only allowed at the end.
    var expectsBeforeComplete = false
    /// Whether onPause must follow, because the coarse state became paused.
    var expectsPause = false

    /// The requested seeks that are not finished.
    package internal(set) var openSeeks: Set<Int> = []
    var isSeekReported = false

    var isAttemptReported = false
    var isBeforePlayReported = false
    var isPlayReported = false
    var isFirstFrameReported = false
    var isBeforeCompleteReported = false
    var wasCompleted = false
    var reportedModel: [EventName] = []

    /// The last kind of timeline, while an item is open.
    var reportedKind: Timeline.Kind?
    /// The last reported cues.
    var reportedCues: [CaptionCue] = []
    var reportedCaptions: [MediaTrack] = []

    /// Whether the content is about to stop for an ad, while the intent to play remains.
    var pausesForAd = false
    var isReadyReported = false
    var isReleased = false
    var engineIsOpen = false
    var lastOpened = 0
    /// Whether the input replaces the list around the current item, between any two events of its playback.
    var arrangesList = false
    /// Whether the input is a decision about an item, which may complete the list.
    var isDecision = false
    /// The running watchdog.
    package internal(set) var armed: MachineTimer?

    /// Creates a checker of a new machine.
    package init() {}

    /// Records a violation unless `isRight`.
    package mutating func expect(_ isRight: Bool, _ what: StaticString) {
        if !isRight { breaches.append("\(what) [\(state), after \(lastEvent?.rawValue ?? "nothing")]") }
    }

    mutating func expect<Detail>(_ isRight: Bool, _ what: StaticString, _ detail: Detail) {
        if !isRight { breaches.append("\(what) \(detail) [\(state), after \(lastEvent?.rawValue ?? "nothing")]") }
    }

    /// Checks the outputs of an input.
    package mutating func check(_ input: MachineInput, _ outputs: [MachineOutput], _ machine: PlaybackMachine) {
        (arrangesList, isDecision) = (false, false)
        switch input {
        case .arrange, .describe: arrangesList = true
        case .seek(let id, _, _), .seekToLiveEdge(let id): openSeeks.insert(id)
        case .continueSeek(let id, _):
            openSeeks.insert(id)
            // Its onSeek was emitted for the item before.
            isSeekReported = true
        case .release:
            isReleased = true
            // A release emits only its own event; listeners remove the cues.
            reportedCues = []
        case .engine, .timer, .proceed, .decide:
            if case .decide = input { isDecision = true }
            // An expired timer has stopped.
            if case .timer(let timer) = input, timer == armed { armed = nil }
            expect(!isReleased || outputs.isEmpty, "something came after release", input)
        default: break
        }
        for output in outputs { check(output) }
        checkEnd(machine)
    }

    private mutating func check(_ output: MachineOutput) {
        if case .event(let event, let eventState, _, let timeline) = output {
            check(event, in: eventState)
            check(timeline)
            if !arrangesList { lastEvent = event.name }
            return
        }
        expect(pendingEvent == nil, "something came between onStateChange and", pendingEvent?.rawValue ?? "")
        switch output {
        case .event: break
        case .engine(let command): check(command)
        case .startTimer(let timer, let seconds):
            expect(armed == nil || armed == timer, "two watchdogs run")
            expect(seconds > 0, "a watchdog without time")
            armed = timer
        case .cancelTimer(let timer):
            expect(armed == timer, "a watchdog is cancelled that does not run")
            armed = nil
        case .seekDone(let id, _):
            expect(openSeeks.remove(id) != nil, "over twice, or never asked for, is seek", id)
        case .decide(_, let item, _):
            expect(state == .idle || state == .ended, "a decision with an item that plays")
            expect(item >= 0, "a decision about the item", item)
        case .checkpoint(.beforePlay): expect(lastEvent == .onBeforePlay, "a checkpoint without onBeforePlay")
        case .checkpoint(.beforeComplete): expect(lastEvent == .onBeforeComplete, "a checkpoint without onBeforeComplete")
        }
    }

    private mutating func check(_ command: EngineCommand) {
        switch command {
        case .open(let number, _):
            expect(!engineIsOpen, "opened while open")
            expect(number == lastOpened + 1, "the playback's number is not new")
            expect(state == .opening, "opened")
            engineIsOpen = true
            lastOpened = number
        case .close(let number):
            expect(engineIsOpen && number == lastOpened, "close without open")
            engineIsOpen = false
        case .start:
            // During a seek, an engine that had ended before it is started again.
            expect(engineIsOpen && [.play, .seeking, .buffering].contains(state), "the engine is started")
            expect(isBeforePlayReported, "the engine is started before onBeforePlay")
        case .pause:
            expect(engineIsOpen && (state == .pausing || state == .seeking), "the engine is paused")
        case .seek(let id, let target, _):
            // A live start, and an item with a start time, may seek by the machine's own decision.
            let isOwn = id < 0 && (state == .play || state == .ready)
            expect(engineIsOpen && (state == .seeking || state == .buffering || isOwn), "the engine seeks")
            expect(!target.isNaN && target > -.infinity, "the engine seeks to", target)
            if state == .play { jumps += 1 }
            // A seek revokes the end.
            isBeforeCompleteReported = false
        case .setRate, .setVolume, .setMuted, .setVideoEnabled, .selectLevel, .selectAudioTrack, .selectCaptions, .setQualityLimits,
            .setFence, .setPlayLimit, .setShowsPictureWhileHeld, .setCaptionsDelay, .setAudioDelay:
            expect(engineIsOpen, "the closed engine gets", command)
        }
    }

    /// Checks the invariants between two inputs.
    private mutating func checkEnd(_ machine: PlaybackMachine) {
        expect(pendingEvent == nil, "onStateChange was not followed by", pendingEvent?.rawValue ?? "nothing")
        expect(!expectsBeforeComplete, "onTime outside of playing")
        expect(machine.state == state && machine.playerState == playerState, "the facts differ from the events")
        expect(!machine.isStalled || state == .buffering, "the stall flag is left on")
        expect((state == .error) == (machine.error != nil), "the error differs from the state")
        expect(armed == nil || allows(armed), "a watchdog runs where it does not belong", armed)
        expect(state != .opening || armed == .opening, "no watchdog for opening")
        expect(machine.position.isFinite, "the position is not a number")
        let needsIntent = !isBeforeCompleteReported && (state == .play || state == .playing || state == .buffering)
        expect(!needsIntent || machine.intendsToPlay, "plays without intent")
        expect(!(state == .paused || state == .pausing) || !machine.intendsToPlay || pausesForAd, "pauses in spite of intent")
        expect(!machine.isHeld || state != .playing && state != .buffering || isBeforeCompleteReported, "plays in spite of an ad")
        expect(machine.seekTarget != nil || openSeeks.isEmpty, "a seek's caller waits in vain")
        expect(machine.isDeciding == (armed == .decision), "a decision without a time limit, or the reverse")
        let mayWait = machine.isDeciding || state == .seeking || state == .buffering || state == .opening || state == .stopping
        expect(machine.seekTarget == nil || mayWait, "a seek waits")
        check(machine.timeline)
        expect(state != .idle && state != .error || machine.cues.isEmpty && reportedCues.isEmpty, "cues are left")
        expect(machine.cues.isEmpty || machine.media?.currentCaptionsTrack != 0, "cues are shown with captions off")
        expect(state != .idle || machine.timeline.kind == .onDemand, "a kind of timeline is left")
        expect(state != .idle || machine.media == nil && machine.bufferedRanges.isEmpty, "idle with something left")
        expect(machine.items.isEmpty == (machine.currentItem == nil), "no current item in a list")
    }

    private func allows(_ timer: MachineTimer?) -> Bool {
        switch timer {
        case .opening: state == .opening
        case .buffering: state == .buffering || state == .seeking || state == .play
        case .progress: state == .playing
        case .decision: state == .idle || state == .ended
        case nil: true
        }
    }

    /// Checks that DVR positions are at most 0, that on-demand positions are within the duration, and that live only becomes DVR or on
    /// demand.
    private mutating func check(_ timeline: Timeline) {
        expect(timeline.position.isFinite, "the position is not a number")
        switch timeline.kind {
        case .dvr:
            expect(timeline.position <= 0 && timeline.duration <= 0 && timeline.duration.isFinite, "in DVR it is at", timeline.position)
        case .live: expect(timeline.duration == .infinity, "live has an end")
        case .onDemand: expect(timeline.duration.isFinite && timeline.duration >= 0, "on demand the duration is", timeline.duration)
        }
        guard engineIsOpen, reportedModel.count >= 4 else { return }
        let order: [Timeline.Kind] = [.live, .dvr, .onDemand]
        if let last = reportedKind, let before = order.firstIndex(of: last), let now = order.firstIndex(of: timeline.kind) {
            expect(now >= before, "the kind of timeline goes back to", timeline.kind)
        }
        reportedKind = timeline.kind
        kinds.insert(timeline.kind)
    }

    mutating func use(edge: [PlaybackState]) { edges.insert(edge) }
}
