import PlayheadCore

extension PlaybackEngine {
    /// The playhead at this moment, in seconds; `nil` where the data moves it, as there is no such moment then. From any thread.
    public nonisolated var playhead: Double? {
        guard configuration.pacing == .realTime else { return nil }
        let (now, fence) = (configuration.clock.now, fence)
        return shared.playhead.withLock { $0.read(at: now, fence: fence) }
    }

    /// Brings what other threads read up to date.
    func sharePlayhead() {
        guard configuration.pacing == .realTime else { return }
        let (position, clock, isMoving) = (position, clock, motion == .moving)
        shared.playhead.withLock { shared in
            shared.position = position
            shared.clock = clock
            shared.isMoving = isMoving
        }
    }
}
