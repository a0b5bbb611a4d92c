import PlayheadCore

/// Reopening a lost audio device.
extension PlaybackEngine {
    /// Waits until a lost device is available again, and then uses it.
    func awaitDevice(_ format: AudioFormat) {
        device.reopen(format) { [weak self] isOpen in await self?.deviceReturned(isOpen) }
    }

    private func deviceReturned(_ isOpen: Bool) {
        device.endReopening()
        guard isOpen, !isClosed, !machine.isOver, let sound, sound.isFailed else { return }
        device.applyVolume()
        sound.takeOutputBack()
        perform(machine.deviceReturned(collectFacts(configuration.clock.now)))
        requestWake()
    }
}
