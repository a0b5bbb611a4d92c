import PlayheadCore

/// An engine of ten-second media that answers commands as a real one would, but late: commands wait in a queue until a step takes them, reports until they are delivered.
struct SimulatedEngine {
    private var inbox: [EngineCommand] = []
    private var outbox: [(playback: Int, report: EngineReport)] = []
    private var playback = 0
    private var isOpen = false
    /// Whether it was told to move the playhead.
    private(set) var runs = false
    private var saidStarted = false
    private var saidEnded = false
    private var saidFirstFrame = false
    private var seek: (id: Int, target: Double)?
    private var position = 0.0
    private var loaded = 1.0
    private let duration = 10.0

    /// Whether nothing is left to take or deliver.
    var isIdle: Bool { inbox.isEmpty && outbox.isEmpty && seek == nil && !(runs && !saidStarted) }

    mutating func enqueue(_ command: EngineCommand) { inbox.append(command) }

    /// The oldest report that waits.
    mutating func deliver() -> (playback: Int, report: EngineReport)? {
        outbox.isEmpty ? nil : outbox.removeFirst()
    }

    /// Takes a command if one waits, else moves on with what it does.
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
        case .open(let number, _):
            self = SimulatedEngine(successorOf: self)
            playback = number
            isOpen = true
            say(.opened(.sample))
        case .close(let number):
            outbox.append((number, .closed))
            guard number == playback else { return }
            isOpen = false
            runs = false
            seek = nil
        case .start:
            runs = true
            saidStarted = false
            saidEnded = false
        case .pause:
            runs = false
            if isOpen { say(.paused(position: position)) }
        case .seek(let id, let target, _):
            seek = (id, target)
            saidEnded = false
            // Some engines say again that they move, some only move.
            saidStarted = random.oneIn(2) ? false : saidStarted
            if target > loaded { say(.seekLeftBuffer(id: id)) }
        case .selectLevel(let index): say(.levelSelected(index))
        case .selectAudioTrack(let index): say(.audioTrackSelected(index))
        case .setRate, .setVolume, .setMuted: break
        }
    }

    private mutating func work(_ random: inout SeededGenerator) {
        if let seek {
            position = seek.target
            loaded = max(loaded, position + 1)
            self.seek = nil
            say(.seeked(id: seek.id, position: position))
        } else if runs, position >= duration {
            if !saidEnded { say(.ended(duration: duration)) }
            saidEnded = true
            saidStarted = true
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

    private mutating func load(_ random: inout SeededGenerator) {
        loaded = min(duration + 1, loaded + 1 + Double(random.below(3)))
        say(.buffered([TimeRange(start: 0, end: min(loaded, duration))]))
    }

    init() {}

    /// A new playback; commands and reports that are under way stay so.
    private init(successorOf old: SimulatedEngine) {
        inbox = old.inbox
        outbox = old.outbox
    }
}
