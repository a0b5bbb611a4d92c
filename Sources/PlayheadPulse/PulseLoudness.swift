import CPulse

/// The volume and mute state for the sound server.
struct PulseLoudness: Sendable, Equatable {
    var volume: Double
    var isMuted: Bool

    /// Returns the server's volume for every channel. PulseAudio's scale is perceptual (cubic in amplitude), and 1 is its "normal".
    func channelVolume(channels: Int) -> pa_cvolume {
        let clamped = volume.isFinite ? min(max(volume, 0), 1) : 1
        // PA_VOLUME_NORM, a cast macro that Swift does not import.
        let normal = 0x10000
        var result = pa_cvolume()
        pa_cvolume_set(&result, UInt32(clamping: channels), pa_volume_t(saturating: Double(normal) * clamped))
        return result
    }
}
