import CPulse

/// Volume and mute as the sound server takes them.
struct PulseLoudness: Sendable, Equatable {
    var volume: Double
    var isMuted: Bool

    /// The server's volume for every channel. PulseAudio's scale is perceptual (cubic in amplitude), 1 being its "normal".
    func channelVolume(channels: Int) -> pa_cvolume {
        let clamped = volume.isFinite ? min(max(volume, 0), 1) : 1
        // PA_VOLUME_NORM, a cast macro which isn't imported.
        let normal = 0x10000
        var result = pa_cvolume()
        pa_cvolume_set(&result, UInt32(clamping: channels), pa_volume_t(saturating: Double(normal) * clamped))
        return result
    }
}
