import PlayheadCore

/// Updates the timeline of a live stream every second while the playhead does not move: the window and the latency advance without events.
@MainActor
final class StandingTicker {
    /// The interval between two updates, in seconds.
    private static let interval = 1.0
    private var task: Task<Void, Never>?

    /// Starts or stops, depending on the state of the player.
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

    /// Stops the updates.
    func stop() {
        task?.cancel()
        task = nil
    }
}

extension Player {
    /// Whether the playhead does not move although the stream continues.
    var isStandingLive: Bool {
        guard publishedTimeline.kind != .onDemand else { return false }
        switch state {
        case .ready, .play, .buffering, .pausing, .paused, .seeking: return true
        case .idle, .opening, .playing, .stopping, .ended, .error: return false
        }
    }
}
