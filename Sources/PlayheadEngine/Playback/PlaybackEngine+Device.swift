import PlayheadCore

/// A device that comes back.
extension PlaybackEngine {
    /// The device is gone: when there is one again it is used.
    func awaitDevice(_ format: AudioFormat) {
        device.reopen(format) { [weak self] isOpen in await self?.deviceReturned(isOpen) }
    }

    private func deviceReturned(_ isOpen: Bool) {
        device.endReopening()
        guard isOpen, !isClosed, !isOver, let sound, sound.isFailed else { return }
        device.applyVolume()
        sound.takeOutputBack()
        let now = configuration.clock.now
        let isMoving =
            switch motion {
            case .moving, .starting: true
            case .held, .waiting: false
            }
        if motion == .moving { advance(to: playhead(at: now)) }
        if isMoving { hold(at: now) }
        // The sound is taken anew from where the playhead is, or will be, which waits for it: so both are in step.
        let start = seek?.target ?? position
        _ = store.seek(to: start, only: .audio)
        sound.restart(at: start, rate: rate)
        if isMoving, wantsToMove, seek == nil { waitToMove(amount: 0, reason: .loading, tellsStart: false) }
        wake()
    }
}
