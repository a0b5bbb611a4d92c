import PlayheadCore

/// Restarting the sound: on a device that was reopened, and with another delay.
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
        perform(machine.restartSound(collectFacts(configuration.clock.now)))
        requestWake()
    }

    /// The delay of the sound beside the pictures, in seconds.
    var audioDelay: Double { video.hasTrack ? settings.audioDelay : 0 }

    /// Restarts the sound if its delay has changed.
    func applyAudioDelay() {
        guard let sound, sound.delay != audioDelay else { return }
        sound.delay = audioDelay
        guard !machine.isOver else { return }
        perform(machine.restartSound(collectFacts(configuration.clock.now)))
    }
}
