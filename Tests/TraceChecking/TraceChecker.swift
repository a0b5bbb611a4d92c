import PlayheadCore

/// Watches all that goes into and comes out of a machine, and writes down each breach of the contract (STATES and EVENTS).
public struct TraceChecker {
    /// What was breached; empty if all is well.
    public private(set) var breaches: [String] = []
    /// The edges of the graph that were used.
    public private(set) var edges: Set<[PlaybackState]> = []
    /// The kinds of timeline that were seen while an item was open.
    public private(set) var kinds: Set<Timeline.Kind> = []
    /// How many live starts began elsewhere than where the playhead stood.
    public private(set) var jumps = 0

    var state = PlaybackState.idle
    var playerState = PlayerState.idle
    var previousPlayerState = PlayerState.idle
    /// The event that has to come next, after onStateChange.
    var owedEvent: EventName?
    /// The event before this one.
    var lastEvent: EventName?
    /// The last onTime: position and duration.
    var lastTime: (position: Double, duration: Double)?
    /// An onTime was told that only the end allows; onBeforeComplete has to follow.
    var owesBeforeComplete = false
    /// The coarse state became paused, and onPause was not told yet.
    var owesPause = false

    /// The seeks that were asked for and are not over.
    public internal(set) var openSeeks: Set<Int> = []
    var seekIsTold = false

    var attemptTold = false
    var beforePlayTold = false
    var playTold = false
    var firstFrameTold = false
    var beforeCompleteTold = false
    var wasCompleted = false
    var modelTold: [EventName] = []

    /// The kind of timeline at the last look, while an item is open.
    var kindTold: Timeline.Kind?
    /// The cues that were told last.
    var cuesTold: [CaptionCue] = []
    var captionsTold: [MediaTrack] = []

    /// Whether the content is about to stand for an ad: then playing is still wanted.
    var pausesForAd = false
    var readyTold = false
    var isReleased = false
    var engineIsOpen = false
    var lastOpened = 0
    /// The watchdog that runs.
    public internal(set) var armed: MachineTimer?

    /// Makes a checker of a machine that has taken nothing yet.
    public init() {}

    /// Writes down a breach unless `isRight`.
    public mutating func expect(_ isRight: Bool, _ what: StaticString) {
        if !isRight { breaches.append("\(what) [\(state), after \(lastEvent?.rawValue ?? "nothing")]") }
    }

    mutating func expect<Detail>(_ isRight: Bool, _ what: StaticString, _ detail: Detail) {
        if !isRight { breaches.append("\(what) \(detail) [\(state), after \(lastEvent?.rawValue ?? "nothing")]") }
    }

    /// Checks what one input brought about.
    public mutating func check(_ input: MachineInput, _ outputs: [MachineOutput], _ machine: PlaybackMachine) {
        switch input {
        case .seek(let id, _, _), .seekToLiveEdge(let id): openSeeks.insert(id)
        case .release:
            isReleased = true
            // A release tells of itself only: whoever hears it takes the cues off.
            cuesTold = []
        case .engine, .timer, .proceed:
            // One that ran out runs no more.
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
            lastEvent = event.name
            return
        }
        expect(owedEvent == nil, "something came between onStateChange and", owedEvent?.rawValue ?? "")
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
            expect(engineIsOpen && number == lastOpened, "closed what is not open")
            engineIsOpen = false
        case .start:
            expect(engineIsOpen && state == .play, "the engine is started")
            expect(beforePlayTold, "the engine is started before onBeforePlay")
        case .pause:
            expect(engineIsOpen && (state == .pausing || state == .seeking), "the engine is paused")
        case .seek(let id, let target, _):
            // A live start may begin elsewhere, and an item at its start time, by a seek of the machine's own.
            let isOwn = id < 0 && (state == .play || state == .ready)
            expect(engineIsOpen && (state == .seeking || state == .buffering || isOwn), "the engine seeks")
            expect(!target.isNaN && target > -.infinity, "the engine seeks to", target)
            if state == .play { jumps += 1 }
            // The end is taken back.
            beforeCompleteTold = false
        case .setRate, .setVolume, .setMuted, .setVideoEnabled, .selectLevel, .selectAudioTrack, .selectCaptions:
            expect(engineIsOpen, "the closed engine gets", command)
        }
    }

    /// What has to hold between two inputs.
    private mutating func checkEnd(_ machine: PlaybackMachine) {
        expect(owedEvent == nil, "onStateChange was not followed by", owedEvent?.rawValue ?? "nothing")
        expect(!owesBeforeComplete, "onTime outside of playing")
        expect(machine.state == state && machine.playerState == playerState, "the facts differ from what was told")
        expect(!machine.isStalled || state == .buffering, "the stall flag is left on")
        expect((state == .error) == (machine.error != nil), "the error differs from the state")
        expect(armed == nil || allows(armed), "a watchdog runs where it does not belong", armed)
        expect(state != .opening || armed == .opening, "no watchdog for opening")
        expect(machine.position.isFinite, "the position is not a number")
        let needsIntent = !beforeCompleteTold && (state == .play || state == .playing || state == .buffering)
        expect(!needsIntent || machine.intendsToPlay, "plays without intent")
        expect(!(state == .paused || state == .pausing) || !machine.intendsToPlay || pausesForAd, "pauses in spite of intent")
        expect(!machine.isHeld || state != .playing && state != .buffering || beforeCompleteTold, "plays in spite of an ad")
        expect(machine.seekTarget != nil || openSeeks.isEmpty, "a seek's caller waits in vain")
        let mayWait = state == .seeking || state == .buffering || state == .opening || state == .stopping
        expect(machine.seekTarget == nil || mayWait, "a seek waits")
        check(machine.timeline)
        expect(state != .idle && state != .error || machine.cues.isEmpty && cuesTold.isEmpty, "cues are left")
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
        case nil: true
        }
    }

    /// Positions of DVR are 0 or less, those on demand within what is there; live becomes DVR or on-demand, and never goes back.
    private mutating func check(_ timeline: Timeline) {
        expect(timeline.position.isFinite, "the position is not a number")
        switch timeline.kind {
        case .dvr:
            expect(timeline.position <= 0 && timeline.duration <= 0 && timeline.duration.isFinite, "in DVR it is at", timeline.position)
        case .live: expect(timeline.duration == .infinity, "live has an end")
        case .onDemand: expect(timeline.duration.isFinite && timeline.duration >= 0, "on demand the duration is", timeline.duration)
        }
        guard engineIsOpen, modelTold.count >= 4 else { return }
        let order: [Timeline.Kind] = [.live, .dvr, .onDemand]
        if let told = kindTold, let before = order.firstIndex(of: told), let now = order.firstIndex(of: timeline.kind) {
            expect(now >= before, "the kind of timeline goes back to", timeline.kind)
        }
        kindTold = timeline.kind
        kinds.insert(timeline.kind)
    }

    mutating func use(edge: [PlaybackState]) { edges.insert(edge) }
}
