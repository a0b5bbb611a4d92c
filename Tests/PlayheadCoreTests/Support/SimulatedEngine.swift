import PlayheadCore
import TestSupport

/// An engine of ten-second media, or of live streams, that answers commands like a real one, but late: commands wait in a queue until a
/// step processes them, reports until they are delivered.
struct SimulatedEngine {
    private var inbox: [EngineCommand] = []
    private var outbox: [(playback: Int, report: EngineReport)] = []
    private var playback = 0
    private var isOpen = false
    /// Whether it was started.
    private(set) var runs = false
    private var saidStarted = false
    private var saidFirstFrame = false
    private var seek: (id: Int, target: Double)?
    private var position = 0.0
    private var loaded = 1.0
    private var duration = 10.0
    /// The window of a live stream.
    private var window: LiveWindow?
    private var windowTime = 0.0
    private var captions = 0
    /// Seconds of the monotonic clock.
    var now = 0.0

    /// Whether no command or report is pending.
    var isIdle: Bool { inbox.isEmpty && outbox.isEmpty && seek == nil && !(runs && !saidStarted) }

    mutating func enqueue(_ command: EngineCommand) { inbox.append(command) }

    /// Removes and returns the oldest pending report.
    mutating func deliver() -> (playback: Int, report: EngineReport)? {
        outbox.isEmpty ? nil : outbox.removeFirst()
    }

    /// Processes a pending command, or continues the current work.
    mutating func step(_ random: inout SeededGenerator) {
        if !inbox.isEmpty {
            take(inbox.removeFirst(), &random)
        } else if isOpen {
            work(&random)
        }
    }

    private mutating func say(_ report: EngineReport) { outbox.append((playback, report)) }

    private mutating func take(_ command: EngineCommand, _ random: inout SeededGenerator) {
        switch command {
        case .open(let number, _): open(number, &random)
        case .close(let number):
            outbox.append((number, .closed))
            guard number == playback else { return }
            isOpen = false
            runs = false
            seek = nil
        case .start:
            runs = true
            saidStarted = false
        case .pause:
            runs = false
            if isOpen { say(.paused(position: position)) }
        case .seek(let id, let target, _):
            seek = (id, window == nil ? min(target, duration) : min(target, liveEnd))
            // Some engines report again that the playhead moves, some only move it.
            saidStarted = random.oneIn(2) ? false : saidStarted
            if target > loaded { say(.seekLeftBuffer(id: id)) }
        case .selectLevel(let index): say(.levelSelected(index))
        case .selectAudioTrack(let index): say(.audioTrackSelected(index))
        case .selectCaptions(let index):
            captions = index
            say(.captionsSelected(index))
        case .setRate, .setVolume, .setMuted, .setVideoEnabled, .setQualityLimits, .setFence, .setPlayLimit,
            .setShowsPictureWhileHeld, .setCaptionsDelay, .setAudioDelay:
            break
        }
    }

    private mutating func open(_ number: Int, _ random: inout SeededGenerator) {
        self = SimulatedEngine(successorOf: self)
        playback = number
        isOpen = true
        guard random.oneIn(2) else { return say(.opened(.sample)) }
        duration = .infinity
        window = random.oneIn(2) ? .sample : .long
        moveWindow()
        position = liveEnd
        loaded = liveEnd
        var media = MediaDescription.live
        media.window = window
        say(.opened(media))
        if random.oneIn(2) { say(.dates(DateMap([.init(time: 0, date: 1_700_000_000)]))) }
    }

    private var liveEnd: Double { window?.seekable.end ?? duration }

    /// Advances the window in real time.
    private mutating func moveWindow() {
        guard var moved = window else { return }
        let step = now - windowTime
        windowTime = now
        moved.seekable = TimeRange(start: moved.seekable.start + step, end: moved.seekable.end + step)
        moved.edge += step
        moved.measuredAt = now
        window = moved
    }

    private mutating func goLive(_ random: inout SeededGenerator) {
        moveWindow()
        guard var grown = window else { return }
        // The window grows at random until it is DVR; sometimes the event ends.
        if random.oneIn(4) { grown.seekable.start = max(0, grown.seekable.start - 30) }
        window = grown
        guard random.oneIn(20) else { return say(.window(grown)) }
        duration = grown.edge
        window = nil
        say(.window(nil))
        say(.durationChanged(duration))
    }

    private mutating func work(_ random: inout SeededGenerator) {
        if random.oneIn(12) { return reportExtras(&random) }
        if window != nil, random.oneIn(4) { return goLive(&random) }
        if let seek {
            position = max(window?.seekable.start ?? 0, min(seek.target, liveEnd))
            loaded = max(loaded, position + 1)
            self.seek = nil
            say(.seeked(id: seek.id, position: position))
        } else if runs, position >= duration {
            // From the end it starts only when it is commanded to, wherever a seek moves it.
            say(.ended(duration: duration))
            runs = false
        } else if runs, loaded <= position {
            say(.waiting(saidStarted ? .stalled : .loading))
            saidStarted = false
            load(&random)
        } else if runs, !saidStarted {
            saidStarted = true
            say(.started(position: position))
            if !saidFirstFrame || random.oneIn(2) { say(.firstFrame) }
            if !saidFirstFrame { say(.visualQuality(.sample, mode: .auto, reason: .initialChoice)) }
            saidFirstFrame = true
        } else if random.oneIn(3), loaded < duration {
            load(&random)
        } else if runs {
            position = min(duration, position + Double(random.below(3)))
            say(.progress(position: position))
        }
    }

    private mutating func reportExtras(_ random: inout SeededGenerator) {
        switch random.below(4) {
        case 0 where captions > 0:
            let cue = CaptionCue(id: "c", startTime: position, endTime: position + 2, text: "Text \(random.below(3))")
            say(.captionCues(random.oneIn(2) ? [] : [cue], start: position, end: position + 2))
        case 1: say(.metadata(.sample, random.oneIn(2) ? .parsed : .entered))
        case 2: say(.captionsTracks(Array([MediaTrack].english.prefix(2 + random.below(2))), current: captions < 2 ? captions : 0))
        default: break
        }
    }

    private mutating func load(_ random: inout SeededGenerator) {
        loaded = min(duration + 1, max(loaded, position) + 1 + Double(random.below(3)))
        say(.buffered([TimeRange(start: 0, end: min(loaded, duration))]))
    }

    init() {}

    /// A new playback; pending commands and reports are kept.
    private init(successorOf old: SimulatedEngine) {
        inbox = old.inbox
        outbox = old.outbox
        now = old.now
    }
}
