import Playhead

/// The settings of an audio session that affect lock-screen controls.
package struct NowPlayingSession: Sendable, Hashable {
    /// Whether sound continues in the background.
    package var playsInBackground: Bool
    /// The category's options.
    package var options: AudioSession.CategoryOptions

    /// Creates the settings.
    package init(playsInBackground: Bool = true, options: AudioSession.CategoryOptions = []) {
        self.playsInBackground = playsInBackground
        self.options = options
    }

    /// Reads the settings of a policy.
    package init(_ policy: AudioPolicy) {
        self.init(playsInBackground: policy.playsInBackground, options: policy.options)
    }

    /// Whether controls are published: with background audio, and options that are empty or contain `defaultToSpeaker` or `allowBluetooth`.
    package var showsControls: Bool {
        playsInBackground && (options.isEmpty || !options.isDisjoint(with: [.defaultToSpeaker, .allowBluetooth]))
    }
}
