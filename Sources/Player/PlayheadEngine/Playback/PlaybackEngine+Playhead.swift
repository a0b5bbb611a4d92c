import PlayheadCore

extension PlaybackEngine {
    /// The current playhead, in seconds; `nil` for unpaced playback, where the data moves the playhead. Can be read from any thread.
    package nonisolated var playhead: Double? {
        guard configuration.pacing == .realTime else { return nil }
        let now = configuration.clock.now
        return shared.withLock { $0.playhead.read(at: now) }
    }

    /// Updates the playhead that other threads read.
    func sharePlayhead() {
        guard configuration.pacing == .realTime else { return }
        let machine = machine
        shared.withLock { snapshot in
            snapshot.playhead.position = machine.position
            snapshot.playhead.clock = machine.clock
            snapshot.playhead.limit = machine.limit
            snapshot.playhead.isMoving = machine.motion == .moving
        }
    }
}
