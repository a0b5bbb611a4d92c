import PlayheadCore

/// A device that comes back.
extension PlaybackEngine {
    /// The device is gone: when there is one again it is used.
    func awaitDevice(_ format: AudioFormat) {
        device.reopen(format) { [weak self] isOpen in await self?.deviceReturned(isOpen) }
    }

    private func deviceReturned(_ isOpen: Bool) {
        device.endReopening()
        guard isOpen, !isClosed, !machine.isOver, let sound, sound.isFailed else { return }
        device.applyVolume()
        sound.takeOutputBack()
        perform(machine.deviceReturned(collectFacts(configuration.clock.now)))
        wake()
    }
}
