import PlayheadCore
import PlayheadEngine

#if PulseAudio
    import PlayheadPulse
#endif

/// The output of a player's sound.
public enum AudioOutputSelection: Sendable {
    /// The user's sound server, PulseAudio or PipeWire, if one exists when the player is created; otherwise silence. Silence also with
    /// `PlaybackPacing.unpaced`, and if the package's trait `PulseAudio` is disabled.
    case automatic
    /// Silence.
    case none
    /// An output of the app. The closure is called once for each playback, on any thread.
    case custom(@Sendable () -> any AudioOutput)

    /// Creates outputs of the user's sound server; `nil` without a sound server.
    static func systemOutput(session: AudioSession) -> (@Sendable () -> any AudioOutput)? {
        #if PulseAudio
            guard PulseAudioOutput.isServerPresent else { return nil }
            return { PulseAudioOutput(audioSession: session) }
        #else
            nil
        #endif
    }
}
