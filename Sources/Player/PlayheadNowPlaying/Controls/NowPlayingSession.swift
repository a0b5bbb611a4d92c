import Playhead

/// The settings of an audio session that affect lock-screen controls.
public struct NowPlayingSession: Sendable, Hashable {
    /// Whether sound continues in the background.
    public var playsInBackground: Bool
    /// The category's options.
    public var options: AudioSession.CategoryOptions

    /// Creates the settings.
    public init(playsInBackground: Bool = true, options: AudioSession.CategoryOptions = []) {
        self.playsInBackground = playsInBackground
        self.options = options
    }

    /// Reads the settings of a policy.
    public init(_ policy: AudioPolicy) {
        self.init(playsInBackground: policy.playsInBackground, options: policy.options)
    }

    /// Whether controls are published: with background audio, and options that are empty or contain `defaultToSpeaker` or `allowBluetooth`.
    public var showsControls: Bool {
        playsInBackground && (options.isEmpty || !options.isDisjoint(with: [.defaultToSpeaker, .allowBluetooth]))
    }
}
