import PlayheadCore
import PlayheadEngine
import PlayheadTransport
import Synchronization

/// Records the timeline of a player, from any thread: relates all times to the load.
package final class TimelineRecorder: Sendable {
    private struct State {
        var timeline: PlaybackTimeline
        /// The time of the load, on the clock; `nil` before.
        var origin: Double?
    }

    private let state: Mutex<State>
    private let clock: any PlaybackClock

    /// Creates a recorder that starts with ``begin()``.
    /// - Parameters:
    ///   - period: The recorded period, in seconds from the load; `nil` for the start of playback.
    ///   - clock: The clock of the player.
    package init(period: ClosedRange<Double>? = nil, clock: any PlaybackClock) {
        state = Mutex(State(timeline: PlaybackTimeline(period: period)))
        self.clock = clock
    }

    /// Starts the timeline now, at the load.
    package func begin() { state.withLock { $0.origin = clock.now } }

    /// Adds an event of the player.
    package func add(_ event: any PlayerEvent) { add { $0.add(event, at: $1) } }

    /// Adds the record of a transfer after a step.
    package func add(_ record: TransferRecord) { change { $0.add(record.since($1)) } }

    /// Adds the record of a connection that was established or closed.
    package func add(_ record: ConnectionRecord) { change { $0.add(record.since($1)) } }

    /// Adds a step of an engine.
    package func add(_ step: EngineStep) { add { $0.add(step, at: $1) } }

    private func add(_ body: (inout PlaybackTimeline, Double) -> Void) {
        // The time is read under the lock, so that entries are in the order of time.
        change { body(&$0, clock.now - $1) }
    }

    private func change(_ body: (inout PlaybackTimeline, _ origin: Double) -> Void) {
        state.withLock { state in
            if let origin = state.origin { body(&state.timeline, origin) }
        }
    }

    /// The timeline until now.
    package var timeline: PlaybackTimeline {
        add { $0.note($1) }
        return state.withLock { $0.timeline }
    }
}
