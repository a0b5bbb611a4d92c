import PlayheadCore

extension PlaybackEngine {
    /// The playhead at this moment, in seconds; `nil` where the data moves it, as there is no such moment then. From any thread.
    package nonisolated var playhead: Double? {
        guard configuration.pacing == .realTime else { return nil }
        let (now, fence) = (configuration.clock.now, fence)
        return shared.playhead.withLock { $0.read(at: now, fence: fence) }
    }

    /// Brings what other threads read up to date.
    func sharePlayhead() {
        guard configuration.pacing == .realTime else { return }
        let machine = machine
        shared.playhead.withLock { shared in
            shared.position = machine.position
            shared.clock = machine.clock
            shared.limit = machine.limit
            shared.isMoving = machine.motion == .moving
        }
    }
}
