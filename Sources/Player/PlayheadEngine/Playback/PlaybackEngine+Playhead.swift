import PlayheadCore

extension PlaybackEngine {
    /// The current playhead, in seconds; `nil` for unpaced playback, where the data moves the playhead. Can be read from any thread.
    package nonisolated var playhead: Double? {
        guard configuration.pacing == .realTime else { return nil }
        let (now, fence) = (configuration.clock.now, fence)
        return shared.playhead.withLock { $0.read(at: now, fence: fence) }
    }

    /// Updates the playhead that other threads read.
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
