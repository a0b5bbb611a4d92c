import PlayheadCore

/// Brings what can be observed of a live stream on while its playhead stands: no event tells it, but the window goes on, and with it the time behind live.
@MainActor
final class StandingTicker {
    /// Seconds between two steps.
    private static let interval = 1.0
    private var task: Task<Void, Never>?

    /// Begins or ends, by what the player does now.
    func follow(_ player: Player) {
        guard player.isStandingLive else { return stop() }
        guard task == nil else { return }
        let clock = player.configuration.clock
        task = Task { [weak player] in
            while !Task.isCancelled {
                do { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
                guard !Task.isCancelled, let player, player.isStandingLive else { return }
                player.followStanding()
            }
        }
    }

    /// Ends.
    func stop() {
        task?.cancel()
        task = nil
    }
}

extension Player {
    /// Whether the playhead stands in a stream that goes on.
    var isStandingLive: Bool {
        guard toldTimeline.kind != .onDemand else { return false }
        switch state {
        case .ready, .play, .buffering, .pausing, .paused, .seeking: return true
        case .idle, .opening, .playing, .stopping, .ended, .error: return false
        }
    }
}
