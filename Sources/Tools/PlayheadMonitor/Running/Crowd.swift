import Foundation
import Playhead
import PlayheadCore
import PlayheadEngine
@_exported import PlayheadNumbers
import Synchronization

/// The viewers of a run in this process: they arrive, watch and leave as planned, and their observations become statistics.
package final class Crowd: Sendable {
    private let plan: CrowdPlan
    private let setting: CrowdSetting
    private let clock: any PlaybackClock
    private let state: Mutex<State>

    private struct State {
        var totals: MonitorTotals
        /// The number of viewers that have a place, or are about to arrive.
        var places = 0
        var start: Double?
        var end: Double?
        /// The lateness of the threads that all playbacks share: before the run, and at its end.
        var threads: (start: ClockLateness, end: ClockLateness?) = (ClockLateness(), nil)
    }

    /// Creates a crowd that waits for ``run()``.
    package init(plan: CrowdPlan, setting: CrowdSetting) {
        self.plan = plan
        self.setting = setting
        clock = setting.configuration.clock
        state = Mutex(State(totals: MonitorTotals(streams: plan.streams)))
    }

    /// The totals up to now; from any thread.
    package var totals: MonitorTotals {
        let (now, threads) = (clock.now, SharedThreads.lateness)
        return state.withLock { state in
            var totals = state.totals
            totals.whole.clocks.turns = (state.threads.end ?? threads).since(state.threads.start)
            totals.setElapsed(state.start.map { (state.end ?? now) - $0 } ?? 0)
            return totals
        }
    }

    /// Runs the plan and returns when the last viewer has gone, with all threads and connections closed. If the task is cancelled, all viewers
    /// leave at once.
    package func run() async {
        let start = clock.now
        let threads = SharedThreads.lateness
        state.withLock { ($0.start, $0.threads.start) = (start, threads) }
        let watching = Task { await watchClock() }
        await withDiscardingTaskGroup { group in
            for arrival in plan.ownArrivals {
                if let duration = plan.duration, arrival.time >= duration { break }
                do { try await clock.sleep(until: start + arrival.time) } catch { break }
                guard admit() else { continue }
                group.addTask {
                    await self.occupy(arrival.number, until: self.plan.duration.map { start + $0 })
                    self.state.withLock { $0.places -= 1 }
                }
            }
            guard let duration = plan.duration else { return }
            try? await clock.sleep(until: start + duration)
            group.cancelAll()
        }
        watching.cancel()
        let (end, lateness) = (clock.now, SharedThreads.lateness)
        state.withLock { ($0.end, $0.threads.end) = (end, lateness) }
    }

    /// Gives a place to the next viewer, or counts that it is turned away.
    private func admit() -> Bool {
        let limit = plan.ownLimit ?? .max
        return state.withLock { state in
            let hasRoom = state.places < limit
            if hasRoom { state.places += 1 } else { state.totals.addTurnedAway() }
            return hasRoom
        }
    }

    private func observe(_ observation: ViewerObservation, stream: Int) {
        state.withLock { $0.totals.add(observation, stream: stream) }
    }

    /// Runs the viewers that replace one another in one place.
    private func occupy(_ number: Int, until end: Double?) async {
        var pause = ReplacementPause()
        for generation in 0... {
            let viewer = Viewer(
                plan: plan.viewer(number, generation: generation, networks: setting.networks.count), setting: setting,
                streams: plan.streams, behaviour: plan.behaviour, actionInterval: plan.actionInterval
            ) { [self] in observe($0, stream: $1) }
            let outcome = await viewer.run()
            guard plan.replacesViewers, let end else { return }
            let next = clock.now + pause.seconds(after: outcome)
            guard next < end else { return }
            do { try await clock.sleep(until: next) } catch { return }
        }
    }

    /// Measures how late the process wakes up for its own timers, on the threads on which requests continue.
    private func watchClock() async {
        let interval = 0.1
        while !Task.isCancelled {
            let due = clock.now + interval
            do { try await clock.sleep(until: due) } catch { return }
            let lateness = clock.now - due
            state.withLock { $0.totals.whole.clocks.requests.record(lateness) }
        }
    }
}

/// The time until a viewer that is gone is replaced: after failures longer and longer, because people give up, and because a crowd that comes
/// back at once would be an attack on an origin that is down.
struct ReplacementPause: Sendable {
    private static let shortest = 1.0
    private static let longest = 60.0
    private var failures = 0

    /// Returns the pause in seconds after a viewer.
    mutating func seconds(after outcome: ViewerOutcome) -> Double {
        guard case .failed = outcome else {
            failures = 0
            return 0
        }
        defer { failures = min(failures + 1, 30) }
        return min(Self.shortest * Double(1 << failures), Self.longest)
    }
}
