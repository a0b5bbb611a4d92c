/// What the audio session says of lock-screen controls.
public struct NowPlayingSession: Sendable, Hashable {
    /// The options of an audio session's category that matter here.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: Int

        /// Makes a set of its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Its sound is mixed with that of others.
        public static let mixWithOthers = Options(rawValue: 1 << 0)
        /// Others are made quieter while it sounds.
        public static let duckOthers = Options(rawValue: 1 << 1)
        /// Bluetooth headsets may be used.
        public static let allowBluetooth = Options(rawValue: 1 << 2)
        /// Sound comes from the speaker where nothing else is attached.
        public static let defaultToSpeaker = Options(rawValue: 1 << 3)
    }

    /// Whether the sound goes on in the background. True by default.
    public var playsInBackground: Bool
    /// The category's options; none by default.
    public var options: Options

    /// Makes a session's facts.
    public init(playsInBackground: Bool = true, options: Options = []) {
        self.playsInBackground = playsInBackground
        self.options = options
    }

    /// Whether controls are shown for it: with background audio, and options that are empty or hold one of `defaultToSpeaker` and `allowBluetooth`.
    public var showsControls: Bool {
        playsInBackground && (options.isEmpty || !options.isDisjoint(with: [.defaultToSpeaker, .allowBluetooth]))
    }
}
