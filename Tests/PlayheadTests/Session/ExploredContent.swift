import TestSupport

@testable import Playhead

/// The engine of the content of a ``SessionExplorer``: it handles commands late, and its reports arrive late.
struct ExploredContent {
    /// The kind of a stream; the end of live ones advances with the time, and is reached when they end.
    enum Kind: CaseIterable {
        case onDemand, live, dvr
    }

    /// The monotonic time, in seconds.
    var now = 0.0
    /// The time at which playback stops until the fence is moved, in seconds.
    var fence: Double? { didSet { if fence != oldValue { standsAtFence = false } } }
    private(set) var kind = Kind.onDemand
    private(set) var position = 0.0
    /// The place that the last seek reached, in seconds; `nil` after it was checked.
    var continuedFrom: Double?
    private(set) var isRunning = false
    private(set) var rate = 1.0
    private var inbox: [EngineCommand] = []
    private var outbox: [(playback: Int, report: EngineReport)] = []
    private var playback = 0
    private var hasStarted = false
    private var hasFailed = false
    /// Whether playback waits for data.
    private var isStalled = false
    private var standsAtFence = false
    private var seek: (id: Int, target: Double)?
    private var end = Double.infinity

    static let duration = 8.0

    /// Whether playback moves the playhead, and no command changes that.
    var isPlaying: Bool {
        isRunning && hasStarted && !hasFailed && !isStalled && seek == nil && inbox.isEmpty && !standsAtFence && position < end
    }

    /// Whether all commands have been handled.
    var hasHandledAll: Bool { inbox.isEmpty && !hasFailed }

    mutating func enqueue(_ command: EngineCommand) { inbox.append(command) }

    /// Opens the stream of a playback, or fails.
    mutating func open(_ number: Int, _ kind: Kind, fails: Bool = false) {
        (playback, self.kind, position, rate, isRunning, hasStarted, hasFailed) = (number, kind, 0, 1, false, false, false)
        (seek, continuedFrom, fence, standsAtFence, isStalled, inbox) = (nil, nil, nil, false, false, [])
        end = kind == .onDemand ? Self.duration : .infinity
        var media = MediaDescription.scripted(duration: end)
        media.window = window
        position = window?.seekable.end ?? 0
        if fails { fail() } else { report(.opened(media)) }
    }

    /// The window of a live stream.
    private var window: LiveWindow? {
        guard end == .infinity else { return nil }
        let (length, latency) = (kind == .live ? 20.0 : 140, 10.0)
        return LiveWindow(
            seekable: TimeRange(start: now, end: now + length), edge: now + length + latency, targetLatency: latency, measuredAt: now)
    }

    /// Returns the next report.
    mutating func deliver() -> (playback: Int, report: EngineReport)? { outbox.isEmpty ? nil : outbox.removeFirst() }

    /// Handles a command, or continues playback.
    mutating func step() {
        if !inbox.isEmpty {
            handle(inbox.removeFirst())
        } else if hasFailed {
            return
        } else if let (id, target) = seek {
            (position, seek, continuedFrom) = (target, nil, target)
            report(.seeked(id: id, position: position))
        } else if isRunning, !hasStarted || isStalled {
            (hasStarted, isStalled) = (true, false)
            report(.started(position: position))
            report(.firstFrame)
        } else if isRunning {
            advance()
        }
    }

    /// Runs out of data, during playback or at the target of a seek.
    mutating func stall() {
        if let seek {
            report(.seekLeftBuffer(id: seek.id))
        } else if isPlaying {
            isStalled = true
            report(.waiting(.stalled))
        }
    }

    /// Fails, unless the end is reached; no other report follows.
    mutating func fail() {
        guard !hasFailed, position < end else { return }
        (hasFailed, isRunning, seek) = (true, false, nil)
        report(.failed(PlaybackError(.decoding)))
    }

    /// Ends a live stream.
    mutating func endLive() {
        guard let window else { return }
        end = max(position, window.edge)
        report(.window(nil))
        report(.durationChanged(end))
    }

    private mutating func advance() {
        guard !standsAtFence else { return }
        if let window { report(.window(window)) }
        // A report follows at most as much as the tolerance of places.
        let next = min(position + 0.25 * min(rate, 1), end, window?.edge ?? .infinity)
        if let fence, fence > position, fence <= next {
            (position, standsAtFence) = (fence, true)
        } else {
            position = max(position, next)
        }
        isRunning = position < end
        report(isRunning ? .progress(position: position) : .ended(duration: end))
    }

    private mutating func handle(_ command: EngineCommand) {
        if case .close(let number) = command {
            isRunning = false
            outbox.append((number, .closed))
        }
        guard !hasFailed else { return }
        switch command {
        case .start: (isRunning, hasStarted) = (true, false)
        case .setRate(let rate): self.rate = rate
        case .pause:
            (isRunning, isStalled, standsAtFence) = (false, false, false)
            report(.paused(position: position))
        case .seek(let id, let target, _):
            standsAtFence = false
            seek = (id, max(window?.seekable.start ?? 0, min(target, window?.seekable.end ?? end)))
        default: break
        }
    }

    private mutating func report(_ report: EngineReport) { outbox.append((playback, report)) }
}
