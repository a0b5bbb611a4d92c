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
    private var inbox: [EngineCommand] = []
    private var outbox: [(playback: Int, report: EngineReport)] = []
    private var playback = 0
    private var hasStarted = false
    private var standsAtFence = false
    private var seek: (id: Int, target: Double)?
    private var end = Double.infinity

    static let duration = 8.0

    /// Whether playback moves the playhead, and no command changes that.
    var isPlaying: Bool { isRunning && hasStarted && seek == nil && inbox.isEmpty && !standsAtFence && position < end }

    mutating func enqueue(_ command: EngineCommand) { inbox.append(command) }

    /// Opens the stream of a playback.
    mutating func open(_ number: Int, _ kind: Kind) {
        (playback, self.kind, position, isRunning, hasStarted) = (number, kind, 0, false, false)
        (seek, continuedFrom, fence, standsAtFence, inbox) = (nil, nil, nil, false, [])
        end = kind == .onDemand ? Self.duration : .infinity
        var media = MediaDescription.scripted(duration: end)
        media.window = window
        position = window?.seekable.end ?? 0
        report(.opened(media))
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
        } else if let (id, target) = seek {
            (position, seek, continuedFrom) = (target, nil, target)
            report(.seeked(id: id, position: position))
        } else if isRunning, !hasStarted {
            hasStarted = true
            report(.started(position: position))
            report(.firstFrame)
        } else if isRunning {
            advance()
        }
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
        let next = min(position + 0.25, end, window?.edge ?? .infinity)
        if let fence, fence > position, fence <= next {
            (position, standsAtFence) = (fence, true)
        } else {
            position = max(position, next)
        }
        isRunning = position < end
        report(isRunning ? .progress(position: position) : .ended(duration: end))
    }

    private mutating func handle(_ command: EngineCommand) {
        switch command {
        case .start: (isRunning, hasStarted) = (true, false)
        case .pause:
            (isRunning, standsAtFence) = (false, false)
            report(.paused(position: position))
        case .seek(let id, let target, _):
            standsAtFence = false
            seek = (id, max(window?.seekable.start ?? 0, min(target, window?.seekable.end ?? end)))
        case .close(let number):
            isRunning = false
            outbox.append((number, .closed))
        default: break
        }
    }

    private mutating func report(_ report: EngineReport) { outbox.append((playback, report)) }
}
