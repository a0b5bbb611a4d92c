import Foundation
import PlayheadCore
import PlayheadEngine
@_exported import PlayheadNumbers
import Synchronization

/// An engine without media: it answers commands according to its script, on a clock that a ``ScriptedStage`` advances.
///
/// The engine has no task and no thread: events happen when the stage advances the time, on the thread of the caller, so that traces are
/// reproducible. All members can be used from any thread.
public final class ScriptedEngine: MediaEngine {
    private struct State {
        var playback: ScriptedPlayback
        var commands: [EngineCommand] = []
        var qualityLimits: QualityLimits
        var reportCount = 0
        /// The reports that are waiting for delivery, so that two callers can't change their order.
        var outbox: [EngineReport] = []
        var isEmitting = false
    }

    /// The URL of the media.
    public let url: URL
    /// The configuration of the engine.
    package let configuration: EngineConfiguration
    private let clock: any PlaybackClock
    private let onReport: @Sendable (EngineReport) -> Void
    private let state: Mutex<State>

    /// Creates an engine; a ``ScriptedStage`` does so for a player.
    package init(
        _ script: EngineScript, url: URL, configuration: EngineConfiguration, clock: any PlaybackClock,
        report: @escaping @Sendable (EngineReport) -> Void
    ) {
        self.url = url
        self.configuration = configuration
        self.clock = clock
        onReport = report
        state = Mutex(State(playback: ScriptedPlayback(script), qualityLimits: configuration.qualityLimits))
    }

    /// Performs a command immediately.
    package func send(_ command: EngineCommand) {
        let now = clock.now
        state.withLock { state in
            state.commands.append(command)
            if case .setQualityLimits(let limits) = command { state.qualityLimits = limits }
            state.outbox += state.playback.handle(command, at: now)
        }
        emitReports()
    }

    /// The date ranges of the script.
    package var dateRanges: PlaylistDateRanges? { state.withLock { $0.playback.script.dateRanges } }

    /// Returns the segment start nearest to a time, based on the segment duration of the script.
    package func segmentStart(nearest time: Double) -> Double? {
        state.withLock { $0.playback.script.segmentDuration }.map { (time / $0).rounded() * $0 }
    }

    /// The most recent quality limits, which are not applied.
    package var qualityLimits: QualityLimits { state.withLock { $0.qualityLimits } }

    /// The statistics of the scripted playback.
    package var statistics: EngineStatistics { state.withLock { $0.playback.statistics } }

    /// The commands so far, in order.
    package var commands: [EngineCommand] { state.withLock { $0.commands } }

    /// The number of reports so far.
    public var reportCount: Int { state.withLock { $0.reportCount } }

    /// Whether the engine was closed and has reported it.
    public var isClosed: Bool { state.withLock { $0.playback.isOver } }

    /// Emits an additional report, independently of the script.
    package func report(_ report: EngineReport) {
        state.withLock { $0.outbox.append(report) }
        emitReports()
    }

    /// The time of the next event on the clock, in seconds; nil if there is none.
    var nextTime: Double? { state.withLock { $0.playback.nextTime } }

    /// Performs the next event if it is due.
    func step() {
        let now = clock.now
        state.withLock { $0.outbox += $0.playback.advance(to: now) }
        emitReports()
    }

    private func emitReports() {
        while true {
            let next: EngineReport? = state.withLock { state in
                guard !state.isEmitting, !state.outbox.isEmpty else { return nil }
                state.isEmitting = true
                state.reportCount += 1
                return state.outbox.removeFirst()
            }
            guard let next else { return }
            onReport(next)
            state.withLock { $0.isEmitting = false }
        }
    }
}
