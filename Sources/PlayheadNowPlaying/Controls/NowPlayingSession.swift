import Playhead

/// What the audio session says of lock-screen controls.
public struct NowPlayingSession: Sendable, Hashable {
    /// Whether the sound goes on in the background.
    public var playsInBackground: Bool
    /// The category's options.
    public var options: AudioSession.CategoryOptions

    /// Makes a session's facts.
    public init(playsInBackground: Bool = true, options: AudioSession.CategoryOptions = []) {
        self.playsInBackground = playsInBackground
        self.options = options
    }

    /// What a policy says.
    public init(_ policy: AudioPolicy) {
        self.init(playsInBackground: policy.playsInBackground, options: policy.options)
    }

    /// Whether controls are shown for it: with background audio, and options that are empty or hold one of `defaultToSpeaker` and `allowBluetooth`.
    public var showsControls: Bool {
        playsInBackground && (options.isEmpty || !options.isDisjoint(with: [.defaultToSpeaker, .allowBluetooth]))
    }
}
