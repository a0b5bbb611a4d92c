import PlayheadCore
import PlayheadEngine

/// The behavior of a ``ScriptedEngine`` without clock or threads: handles commands and times and returns reports.
struct ScriptedPlayback {
    /// An event that the engine waits for.
    private enum Pending {
        case opened, started, waiting(BufferReason), tick, seeked(id: Int, target: Double), resumed, eventEnd, closed
    }

    let script: EngineScript
    private(set) var statistics = EngineStatistics()
    /// The pending events, in the order in which they were added, which also decides between equal times.
    private var pending: [(time: Double, what: Pending)] = []
    private var isOpen = false
    private var isClosed = false
    private var runs = false
    private var isMoving = false
    private var hasShownFrame = false
    private var position = 0.0
    private var rate = 1.0
    private var level = 0
    private var stallsLeft: [EngineScript.Stall]
    private var loaded = 0.0
    private var loadedSince = 0.0
    private var reports: [EngineReport] = []
    private var duration: Double
    private var window: ScriptedWindow?
    private var track: ScriptedTrack
    private var fence: Double?
    /// Whether the playhead waits at the fence.
    private var isStanding = false

    init(_ script: EngineScript) {
        self.script = script
        duration = script.media.duration
        track = ScriptedTrack(script)
        stallsLeft = script.stalls
    }

    /// The time of the next event in seconds; nil if there is none.
    var nextTime: Double? { pending.map(\.time).min() }

    /// Whether the engine has reported that it is closed.
    var isOver: Bool { isClosed }

    /// Handles a command.
    mutating func handle(_ command: EngineCommand, at now: Double) -> [EngineReport] {
        guard !isClosed else { return [] }
        if let answer = script.answer?(command) {
            if answer.contains(.closed) { end() }
            return answer
        }
        switch command {
        case .open: if !script.hangs.contains(.opening) { set(.opened, at: now + script.openingTime) }
        case .start: start(now)
        case .pause:
            halt()
            say(.paused(position: position))
        case .seek(let id, let target, _): seek(id, target, now)
        case .setRate(let rate): self.rate = rate
        case .setVolume, .setMuted, .setVideoEnabled, .setQualityLimits, .setPlayLimit, .setShowsPictureWhileHeld, .setCaptionsDelay,
            .setAudioDelay:
            break
        case .setFence(let time): setFence(at: time, now)
        case .selectLevel(let index):
            level = index
            say(.levelSelected(index))
            if isMoving { say(.visualQuality(shownLevel, mode: index == 0 ? .auto : .manual, reason: index == 0 ? .auto : .api)) }
        case .selectAudioTrack(let index): say(.audioTrackSelected(index))
        case .selectCaptions(let index): reports += track.select(index, at: position)
        case .close:
            pending = []
            runs = false
            set(.closed, at: now + script.closingTime)
        }
        return flush()
    }

    /// Performs the next event if it is due.
    mutating func advance(to now: Double) -> [EngineReport] {
        guard let time = nextTime, time <= now, let index = pending.firstIndex(where: { $0.time == time }) else { return [] }
        happen(pending.remove(at: index).what, at: time)
        return flush()
    }

    private mutating func happen(_ what: Pending, at time: Double) {
        switch what {
        case .opened: open(time)
        case .started: move(time)
        case .waiting(let reason): say(.waiting(reason))
        case .tick: tick(time)
        case .seeked(let id, let target): reach(id, target, time)
        case .resumed:
            isStanding = false
            move(time)
        case .eventEnd: endEvent(time)
        case .closed:
            end()
            say(.closed)
        }
    }

    private mutating func end() {
        isClosed = true
        pending = []
    }

    private mutating func open(_ now: Double) {
        if let failure = script.openingFailure { return say(.failed(failure)) }
        isOpen = true
        var media = script.media
        if let first = media.window {
            let window = ScriptedWindow(first, openedAt: now, grows: script.windowGrows)
            self.window = window
            media.window = window.at(now)
            position = window.at(now).seekable.end
            if let end = script.eventEnd { set(.eventEnd, at: now + end) }
        }
        loaded = min(duration, position + script.loadedAtStart)
        loadedSince = now
        say(.opened(media))
        if !script.dates.anchors.isEmpty { say(.dates(script.dates)) }
        reports += track.parsed
        sayLoaded()
    }

    // MARK: - The playhead

    private mutating func start(_ now: Double) {
        guard isOpen, !runs else { return }
        runs = true
        guard !isSeeking else { return }
        prepareToMove(now)
    }

    private mutating func prepareToMove(_ now: Double) {
        if script.startingTime > script.waitingTime || script.hangs.contains(.starting) {
            set(.waiting(.loading), at: now + script.waitingTime)
        }
        if !script.hangs.contains(.starting) { set(.started, at: now + script.startingTime) }
    }

    private mutating func halt() {
        runs = false
        isMoving = false
        isStanding = false
        pending.removeAll { entry in
            switch entry.what {
            case .started, .waiting, .tick, .resumed: true
            case .opened, .seeked, .eventEnd, .closed: false
            }
        }
    }

    private mutating func move(_ now: Double) {
        isMoving = true
        say(.started(position: position))
        if !hasShownFrame {
            hasShownFrame = true
            reports += track.move(from: nil, to: position, isJump: true)
            statistics.framesShown += 1
            statistics.firstPictureAt = statistics.firstPictureAt ?? now
            say(.firstFrame)
            say(.visualQuality(shownLevel, mode: level == 0 ? .auto : .manual, reason: .initialChoice))
        }
        if !script.hangs.contains(.moving) { set(.tick, at: now + EngineScript.tick) }
    }

    private mutating func tick(_ now: Double) {
        let target = position + EngineScript.tick * rate
        if let failure = script.failures.first(where: { $0.position > position && $0.position <= target }) {
            halt()
            return say(.failed(failure.error))
        }
        load(now)
        if let index = stallsLeft.firstIndex(where: { $0.position >= position && $0.position < target }) {
            let stall = stallsLeft.remove(at: index)
            movePlayhead(to: stall.position)
            isMoving = false
            say(.waiting(.stalled))
            if stall.duration < .infinity { set(.resumed, at: now + stall.duration) }
            return
        }
        // Sums of tenths are not exact.
        let rounding = 0.000_001
        guard target < duration - rounding else {
            movePlayhead(to: duration)
            halt()
            hasShownFrame = false
            return say(.ended(duration: duration))
        }
        if let fence, fence > position + rounding, fence <= target + rounding {
            movePlayhead(to: fence)
            isMoving = false
            isStanding = true
            say(.progress(position: position))
            return set(.resumed, at: now + Self.timeout)
        }
        if let window { say(.window(window.at(now))) }
        movePlayhead(to: min(target, window?.at(now).seekable.end ?? target))
        say(.progress(position: position))
        set(.tick, at: now + EngineScript.tick)
    }

    /// The maximum wait at a fence, in seconds.
    private static let timeout = 5.0

    /// Sets the position at which the playhead stops; if it waits at a fence that is moved or removed, playback continues.
    private mutating func setFence(at time: Double?, _ now: Double) {
        guard time != fence else { return }
        fence = time
        guard isStanding else { return }
        isStanding = false
        pending.removeAll { if case .resumed = $0.what { true } else { false } }
        isMoving = true
        set(.tick, at: now + EngineScript.tick)
    }

    private mutating func movePlayhead(to target: Double) {
        let step = max(0, target - position)
        statistics.played += step
        statistics.timeByLevel[shownLevel, default: 0] += step
        statistics.framesShown += Int(saturating: step * (script.media.frameRate ?? 0))
        let before = position
        position = max(position, target)
        reports += track.move(from: before, to: position)
    }

    /// Ends the live event: the media becomes on-demand.
    private mutating func endEvent(_ now: Double) {
        guard let last = window?.at(now) else { return }
        window = nil
        duration = last.edge
        say(.window(nil))
        say(.durationChanged(duration))
    }

    // MARK: - Seeking and loading

    private var isSeeking: Bool {
        pending.contains { if case .seeked = $0.what { true } else { false } }
    }

    private mutating func seek(_ id: Int, _ target: Double, _ now: Double) {
        guard isOpen else { return }
        let wasRunning = runs
        halt()
        runs = wasRunning
        pending.removeAll { if case .seeked = $0.what { true } else { false } }
        load(now)
        let range = window?.at(now).seekable ?? TimeRange(start: 0, end: duration)
        let target = min(max(target, range.start), range.end)
        if target > loaded || target < loadedStart {
            say(.seekLeftBuffer(id: id))
            loaded = min(duration, target + script.loadedAtStart)
        }
        if !script.hangs.contains(.seeking) { set(.seeked(id: id, target: target), at: now + script.seekingTime) }
    }

    private mutating func reach(_ id: Int, _ target: Double, _ now: Double) {
        position = target
        say(.seeked(id: id, position: target))
        reports += track.move(from: nil, to: target, isJump: true)
        sayLoaded()
        guard runs else { return }
        guard target < duration else {
            halt()
            return say(.ended(duration: duration))
        }
        prepareToMove(now)
    }

    private mutating func load(_ now: Double) {
        let before = loaded
        loaded = min(window?.at(now).edge ?? duration, loaded + (now - loadedSince) * script.loadingSpeed)
        loadedSince = now
        if loaded > before { sayLoaded() }
    }

    private var loadedStart: Double { max(0, position - script.keptBehind) }

    private mutating func sayLoaded() { say(.buffered([TimeRange(start: loadedStart, end: loaded)])) }

    private var shownLevel: QualityLevel {
        let levels = script.media.levels
        return level > 0 && levels.indices.contains(level) ? levels[level] : levels.last ?? .automatic
    }

    private mutating func set(_ what: Pending, at time: Double) { pending.append((time, what)) }

    private mutating func say(_ report: EngineReport) { reports.append(report) }

    private mutating func flush() -> [EngineReport] {
        defer { reports = [] }
        return reports
    }
}
