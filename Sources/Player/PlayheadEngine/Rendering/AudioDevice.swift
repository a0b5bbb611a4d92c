import PlayheadCore

/// The audio output of one playback, with its volume, and the task that waits for a lost device.
///
/// Confined to the executor of the engine.
final class AudioDevice {
    /// The output, or `nil` if the playback has none.
    private(set) var output: (any AudioOutput)?
    private var volume = 1.0
    private var isMuted = false
    private var reopening: Task<Void, Never>?

    /// Uses `output` from now on.
    func use(_ output: any AudioOutput) {
        self.output = output
        applyVolume()
    }

    /// Sets the volume (0 to 1).
    func setVolume(_ volume: Double) {
        self.volume = volume
        applyVolume()
    }

    /// Mutes the output, or restores its volume.
    func setMuted(_ isMuted: Bool) {
        self.isMuted = isMuted
        applyVolume()
    }

    /// Applies the volume to a device that was opened again.
    func applyVolume() { output?.setVolume(volume, isMuted: isMuted) }

    /// Resumes the device.
    func resume() { output?.resume() }

    /// Pauses the device; written sound stays in its buffer.
    func pause() { output?.pause() }

    /// Opens the device again as soon as one is available. `completion` is called with whether the device is open.
    func reopen(_ format: AudioFormat, completion: @escaping @Sendable (Bool) async -> Void) {
        guard reopening == nil, let output else { return }
        reopening = Task { await completion(await output.reopen(format)) }
    }

    /// Records that ``reopen(_:completion:)`` completed.
    func endReopening() { reopening = nil }

    /// Closes the output, and stops waiting for a device.
    func close() {
        reopening?.cancel()
        output?.close()
        output = nil
    }
}
