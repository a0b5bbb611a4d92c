import PlayheadCore
import TestSupport

@testable import PlayheadEngine

/// A simulated world around a ``PlayoutMachine``: decoded tracks, a playing device, arriving data, commands. It performs the instructions
/// of the machine like the loop of the engine, and checks the invariants of all worlds after each one.
struct PlayoutWorld {
    static let error = PlaybackError(.connectionLost, url: "https://example.com/a.mp4")
    /// The maximum deviation of the playhead from the sound, and the maximum that may persist, in seconds.
    private static let (largestDeviation, lastingDeviation) = (0.5, 0.06)
    /// The longest wait despite available data, in seconds: for a device that does not play and at a fence without a decision.
    private static let maximumWait = PlayoutLimits.deviceTimeout + PlayoutLimits.fenceTimeout + 1

    /// The observations so far.
    struct Seen {
        var violations: [String] = []
        var ends = 0
        var failures = 0
        var skippedGaps = 0
        var dropped = 0
        var shown = 0
        var stalls = 0
        var firstFrames = 0
        /// The last instructions, for the report of a violation.
        var recent: [PlayoutInstruction] = []
        var standsSince: (position: Double, time: Double)?
        var deviatesSince: Double?
    }

    let scenario: PlayoutScenario
    var numbers: SeededGenerator
    var machine = PlayoutMachine()
    var pictures: Pictures?
    var sound: Sound?
    var now = 0.0
    private var events: [(time: Double, event: PlayoutScenario.Event)]

    // Loading
    var arrived = 0.0
    var isComplete = false
    private var hasFailed = false
    var playhead = 0.0
    var fence: Double?
    private var staged: (generation: Int, readyAt: Double, loaded: Double)?
    private var generation = 0
    private var played = 0.0

    private(set) var seen = Seen()

    init(_ scenario: PlayoutScenario, seed: UInt64) {
        self.scenario = scenario
        numbers = SeededGenerator(seed: ~seed)
        events = scenario.events
        pictures = scenario.pictures.map { Pictures($0) }
        sound = scenario.sound.map { Sound($0, scenario.device) }
        let duration = scenario.isLive ? .infinity : scenario.end * (numbers.oneIn(4) ? 0.5 : 1) + numbers.number(-0.3...0.3)
        machine.open(PlayoutMachine.Item(isUnpaced: scenario.isUnpaced), at: 0, duration: duration, now: 0)
    }

    mutating func violate(_ text: String) {
        let place = "at \(now) s, playhead \(machine.position), \(machine.motion)"
        seen.violations.append(seen.violations.isEmpty ? "\(place): \(text) After: \(seen.recent). Facts: \(facts())" : "\(place): \(text)")
    }

    // MARK: Running

    /// Plays to the end twice, and then waits for reports that must not come.
    mutating func run() {
        play()
        guard seen.violations.isEmpty, seen.failures == 0 else { return wait() }
        if seen.ends != 1 { violate("It ended \(seen.ends) times.") }
        wait()
        if seen.ends != 1 { violate("The end was reported again.") }
        events = [(now + 1, .seek(0, .exact)), (now + 1.5, .start)]
        play()
        if seen.ends != 2 { violate("The second playing ended \(seen.ends - 1) times.") }
    }

    private mutating func play() {
        let before = seen.ends
        let limit = now + 500
        while seen.violations.isEmpty, seen.ends == before, !machine.isOver {
            while let first = events.first, first.time <= now {
                events.removeFirst()
                take(first.event)
            }
            let deadline = look()
            guard seen.ends == before, !machine.isOver else { break }
            let next = min(deadline, events.first?.time ?? .infinity, staged.map { max(now + 0.01, $0.readyAt) } ?? .infinity)
            guard next < limit else { return violate("It waits forever.") }
            advance(to: max(now, next) + numbers.unit() * scenario.lag)
            checkProgress()
        }
        // Remaining events do not belong to the first playback of this item.
        events = []
    }

    /// Runs the loop several times, in which nothing must be reported.
    private mutating func wait() {
        let (before, beforeFailures) = (seen.ends, seen.failures)
        for _ in 0..<5 {
            advance(to: now + numbers.number(0...20))
            _ = look()
        }
        if seen.ends != before || seen.failures != beforeFailures || seen.failures > 1 { violate("The end was reported again.") }
        if hasFailed, seen.failures != 1 { violate("The error was reported \(seen.failures) times.") }
    }

    private mutating func advance(to time: Double) {
        sound?.play(from: now, to: time)
        now = time
    }

    // MARK: Events

    private mutating func take(_ event: PlayoutScenario.Event) {
        seen.standsSince = nil
        switch event {
        case .arrival(let time): arrived = max(arrived, time)
        case .completion: isComplete = true
        case .failure: hasFailed = true
        case .start: perform(machine.start(at: now))
        case .pause: perform(machine.pause(facts()))
        case .seek(let target, let precision):
            generation += 1
            perform(machine.begin(PlayoutSeek(id: generation, target: target, precision: precision), facts()))
        case .rate(let rate): perform(machine.setRate(rate, facts()))
        case .fence(let time): fence = time
        case .otherSound(let delay):
            generation += 1
            staged = (generation, now + delay, min(loaded, staged?.loaded ?? .infinity))
        case .deviceReturn: perform(machine.restartSound(facts()))
        }
    }

    // MARK: The loop

    /// Runs one iteration, like ``PlaybackEngine``.
    private mutating func look() -> Double {
        if machine.seek == nil {
            takeOverSound()
            fillPictures()
            let before = machine.position
            perform(machine.move(facts()))
            if machine.position < before { violate("The playhead moved back.") }
            checkDeviation()
        }
        let most = 2000
        for _ in 0..<most {
            if let deadline = takeTurn() {
                if deadline <= now, !scenario.isUnpaced { violate("It waits for a time that is past.") }
                if deadline > now || !seen.violations.isEmpty { return deadline }
            }
            if seen.ends > 0 && !machine.wantsToMove && machine.seek == nil { return .infinity }
        }
        violate("It takes turns without end.")
        return .infinity
    }

    private mutating func takeTurn() -> Double? {
        var target: PlayoutSeek.Target?
        if let seek = machine.seek {
            let (loading, hasSound) = (pictureLoading, sound != nil)
            target = pictures?.find(seek, hasSound: hasSound, loading)
        } else {
            fillPictures()
        }
        var supply = SoundSupply.full
        let isSearching = machine.seek != nil && pictures != nil && target == nil
        if !isSearching, machine.feedsSound(hasOutput: scenario.device != nil) { supply = feedSound() }
        return perform(machine.decide(facts(supply: supply, target: target)))
    }

    private mutating func fillPictures() {
        let loading = pictureLoading
        pictures?.fill(loading)
    }

    private var pictureLoading: Loading {
        Loading(end: loaded, isComplete: isComplete, isAbsent: isAbsent(pictures?.all, next: pictures?.next, from: scenario.sound))
    }

    private mutating func feedSound() -> SoundSupply {
        guard sound != nil else { return .ended }
        // Nothing more is loaded of sound that is being replaced, except for a seek.
        let isReplaced = staged != nil && machine.seek == nil
        let loading = Loading(
            end: isReplaced ? min(loaded, staged?.loaded ?? .infinity) : loaded, isComplete: isComplete && !isReplaced,
            isAbsent: !isReplaced && isAbsent(sound?.blocks, next: sound?.next, from: scenario.pictures))
        let position = machine.position
        if machine.motion == .moving, !scenario.isUnpaced { sound?.awaitSound(from: position) }
        defer { checkSilence() }
        return sound?.feed(playhead: position, loading) ?? .ended
    }

    private mutating func takeOverSound() {
        guard let attempt = machine.attemptTakeover(facts()), let staged, now >= staged.readyAt else { return }
        let end = isComplete ? .infinity : scenario.sound?.last { $0.end <= loaded }?.end ?? 0
        guard end > attempt.time + (attempt.isUrgent ? 0 : PlayoutLimits.takeoverAmount) else { return }
        self.staged = nil
        if attempt.joins { sound?.join(at: attempt.time) } else { sound?.restart(at: attempt.time, rate: machine.tempo) }
    }

    // MARK: Facts

    func facts(supply: SoundSupply = .full, target: PlayoutSeek.Target? = nil) -> PlayoutFacts {
        var facts = PlayoutFacts(now: now)
        facts.pictures = pictures?.facts
        facts.sound = sound?.facts(supply)
        facts.loaded.ahead = isComplete ? .infinity : max(0, loadedEnd - machine.position)
        facts.loaded.end = isComplete ? scenario.end : nil
        facts.loaded.isFull = !isComplete && arrived >= playhead + scenario.forward
        facts.loaded.error = hasFailed ? Self.error : nil
        facts.stops = PlayoutFacts.Stops(fence: fence, played: played)
        facts.stagedSound = staged?.generation
        facts.target = target
        if scenario.isLive, !isComplete, !hasFailed {
            let window = LiveWindow(
                seekable: TimeRange(start: 0, end: max(0, arrived - 1)), edge: arrived, targetLatency: 1, isLowLatency: true,
                measuredAt: now)
            facts.window = window
        }
        facts.loaded.isGapEnd = machine.commonGap(facts).map { $0.end < loaded } ?? false
        facts.loaded.isLiveStart = machine.liveStart(facts).map { $0 < loaded } ?? false
        return facts
    }

    // MARK: Instructions

    @discardableResult
    private mutating func perform(_ instructions: [PlayoutInstruction]) -> Double? {
        var deadline: Double?
        for instruction in instructions {
            if deadline != nil { violate("\(instruction) follows the end of the turns.") }
            seen.recent = seen.recent.suffix(12) + [instruction]
            if case .wait(let end) = instruction { deadline = end } else { perform(instruction) }
        }
        return deadline
    }

    private mutating func perform(_ instruction: PlayoutInstruction) {
        switch instruction {
        case .move(let start, let end, let amount):
            if let fence, start < fence, end > fence { violate("It moved beyond the fence.") }
            played += amount
            playhead = end
        case .skipGap(let start, let end): skip(from: start, to: end)
        case .startLive(_, let end):
            playhead = end
            pictures?.firstPosition = end
            pictures?.queue.removeAll { $0.end <= end + 0.000_5 }
            sound?.restart(at: end, rate: machine.tempo)
        case .present: present()
        case .drop: drop()
        case .reportFirstFrame: reportFirstFrame()
        case .startDevice: sound?.startDevice(at: now)
        case .holdDevice: sound?.soundsFrom = nil
        case .playSilence(let end):
            sound?.fillSilence(until: end)
        case .restartSound(let time): sound?.restart(at: time, rate: machine.tempo)
        case .setTempo(let rate): sound?.rate = rate
        case .beginSeek(let seek):
            playhead = seek.target
            // If the sound that is being replaced is not loaded, the switch is immediate.
            if let staged, seek.target > staged.loaded - 0.3 { self.staged = nil }
            pictures?.visibleFrom = -.infinity
            pictures?.restart(at: seek.target)
            sound?.restart(at: seek.target, rate: machine.tempo)
        case .finishSeek, .showSought: pictures?.finishSearch()
        case .end: end()
        case .fail: fail()
        case .report(.waiting(.stalled)): seen.stalls += 1
        case .wait, .report, .rememberNetwork, .presentCaptions, .playOut, .decodeOnlyReferences, .forget: break
        }
    }

    private mutating func skip(from start: Double, to end: Double) {
        seen.skippedGaps += 1
        if let next = pictures?.nextUnshown, next.time < end - 0.000_001 {
            violate("A gap is skipped with a picture of \(next.time) s in it.")
        }
        checkHeard("A gap is skipped")
        if let hole = sound?.hole, hole.time < end - PlayoutLimits.preroll - 0.000_001 {
            violate("A gap is skipped with sound of \(hole.time) s in it.")
        }
        playhead = end
        pictures?.visibleFrom = end + 0.000_5
        pictures?.restart(at: end)
        sound?.restart(at: end, rate: machine.tempo)
    }

    /// Checks that everything in the device was heard, except for pieces that are too short to measure.
    private mutating func checkHeard(_ text: String) {
        guard let sound, scenario.device != nil, scenario.device?.latency != .infinity else { return }
        if sound.buffered > Self.lastingDeviation { violate("\(text) before \(sound.buffered) s of sound were heard.") }
    }

    private mutating func present() {
        guard let queue = pictures?.queue, let picture = queue.first else { return violate("There is no picture to show.") }
        if picture.time > machine.position + 0.001 { violate("The picture of \(picture.time) s is early.") }
        if !scenario.isUnpaced, pictures?.hasShown == true, queue.count > 1, queue[1].time <= machine.position {
            violate("The picture of \(picture.time) s is late.")
        }
        seen.shown += 1
        pictures?.queue.removeFirst()
        pictures?.show(picture)
    }

    private mutating func drop() {
        guard let queue = pictures?.queue, let picture = queue.first else { return violate("There is no picture to drop.") }
        if scenario.isUnpaced || queue.count < 2 || queue[1].time > machine.position {
            violate("The picture of \(picture.time) s is dropped, and could be shown.")
        }
        seen.dropped += 1
        pictures?.queue.removeFirst()
        pictures?.end = picture.end
    }

    private mutating func reportFirstFrame() {
        seen.firstFrames += 1
        if seen.firstFrames > seen.ends + 1 { violate("The first frame was reported again.") }
        if pictures?.hasShown == false { violate("The first frame was reported before it was shown.") }
    }

    private mutating func end() {
        seen.ends += 1
        if let picture = pictures?.nextUnshown { violate("It ends before the picture of \(picture.time) s.") }
        if sound?.isDrained == false { violate("It ends before the sound.") }
        if hasFailed { violate("It ends regularly in spite of an error.") }
    }

    private mutating func fail() {
        seen.failures += 1
        if !hasFailed { violate("It fails without an error.") }
        if let picture = pictures?.queue.first, picture.time < machine.position - 0.001 {
            violate("It fails before the picture of \(picture.time) s.")
        }
    }

    // MARK: Checks

    /// Checks that the playhead is at the sound: roughly at any time, and closely after a while.
    private mutating func checkDeviation() {
        guard machine.motion == .moving, let audibleTime = sound?.audibleTime, machine.position < machine.limit - 0.001 else {
            seen.deviatesSince = nil
            return
        }
        let deviation = abs(machine.position - audibleTime)
        if deviation > Self.largestDeviation { violate("The sound is at \(audibleTime) s.") }
        guard deviation > Self.lastingDeviation else {
            seen.deviatesSince = nil
            return
        }
        let since = seen.deviatesSince ?? now
        seen.deviatesSince = since
        // The clock approaches the device with each iteration, and a late loop has fewer of them.
        let time = 2 + 10 * scenario.lag
        if now - since > time { violate("The sound has been elsewhere for \(time) s; it is at \(audibleTime) s.") }
    }

    /// Checks that no sound was replaced by silence.
    private mutating func checkSilence() {
        if let block = sound?.replaced { violate("Silence replaces the sound of \(block.time) s.") }
    }

    /// Checks that the playhead moves if there is anything to play.
    private mutating func checkProgress() {
        let isPlayable = isComplete || hasFailed || loaded - machine.position > PlayoutLimits.resumeAmount
        guard machine.wantsToMove, isPlayable, staged == nil else {
            seen.standsSince = nil
            return
        }
        guard let since = seen.standsSince, since.position == machine.position else {
            seen.standsSince = (machine.position, now)
            return
        }
        if now - since.time > Self.maximumWait { violate("It has stood for \(now - since.time) s.") }
    }
}
