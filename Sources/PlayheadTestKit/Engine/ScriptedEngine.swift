import Foundation
import PlayheadCore
import PlayheadEngine
import Synchronization

/// An engine without media: it answers commands as its script says, in the time of a clock that a ``ScriptedStage`` moves.
///
/// It has no task and no thread: what is due happens when the stage moves the time, on the caller's thread, so that a test gives the same
/// trace each time. All members may be used from any thread.
public final class ScriptedEngine: MediaEngine {
    private struct State {
        var playback: ScriptedPlayback
        var commands: [EngineCommand] = []
        var qualityLimits: QualityLimits
        var reportCount = 0
        /// Reports that wait to be told, so that two callers can't change their order.
        var outbox: [EngineReport] = []
        var isTelling = false
    }

    /// What it was asked to play.
    public let url: URL
    /// What it was given.
    public let configuration: EngineConfiguration
    private let clock: any PlaybackClock
    private let hear: @Sendable (EngineReport) -> Void
    private let state: Mutex<State>

    /// Makes an engine; a ``ScriptedStage`` does it for a player.
    public init(
        _ script: EngineScript, url: URL, configuration: EngineConfiguration, clock: any PlaybackClock,
        report: @escaping @Sendable (EngineReport) -> Void
    ) {
        self.url = url
        self.configuration = configuration
        self.clock = clock
        hear = report
        state = Mutex(State(playback: ScriptedPlayback(script), qualityLimits: configuration.qualityLimits))
    }

    /// Carries out a command at once.
    public func send(_ command: EngineCommand) {
        let now = clock.now
        state.withLock { state in
            state.commands.append(command)
            state.outbox += state.playback.handle(command, at: now)
        }
        tell()
    }

    /// Keeps the limits, and does nothing about them.
    public func setQualityLimits(_ limits: QualityLimits) { state.withLock { $0.qualityLimits = limits } }

    /// What the script says.
    public var dateRanges: PlaylistDateRanges? { state.withLock { $0.playback.script.dateRanges } }

    /// By the segments' length that the script says.
    public func segmentStart(nearest time: Double) -> Double? {
        state.withLock { $0.playback.script.segmentDuration }.map { (time / $0).rounded() * $0 }
    }

    /// Stands there, and goes on if it stands where no fence is any more.
    public func setFence(at time: Double?) {
        let now = clock.now
        state.withLock { $0.playback.setFence(at: time, now) }
    }

    /// The limits that it was given last.
    public var qualityLimits: QualityLimits { state.withLock { $0.qualityLimits } }

    /// What it claims to have counted.
    public var statistics: EngineStatistics { state.withLock { $0.playback.statistics } }

    /// The commands so far, in order.
    public var commands: [EngineCommand] { state.withLock { $0.commands } }

    /// How many reports it has made.
    public var reportCount: Int { state.withLock { $0.reportCount } }

    /// Whether it was closed, and said so.
    public var isClosed: Bool { state.withLock { $0.playback.isOver } }

    /// Makes a report out of turn, whatever the script says.
    public func report(_ report: EngineReport) {
        state.withLock { $0.outbox.append(report) }
        tell()
    }

    /// When something happens next by itself, in seconds on the clock; `nil` if nothing does.
    var nextTime: Double? { state.withLock { $0.playback.nextTime } }

    /// Lets the next thing happen, if its time has come.
    func step() {
        let now = clock.now
        state.withLock { $0.outbox += $0.playback.advance(to: now) }
        tell()
    }

    private func tell() {
        while true {
            let next: EngineReport? = state.withLock { state in
                guard !state.isTelling, !state.outbox.isEmpty else { return nil }
                state.isTelling = true
                state.reportCount += 1
                return state.outbox.removeFirst()
            }
            guard let next else { return }
            hear(next)
            state.withLock { $0.isTelling = false }
        }
    }
}
