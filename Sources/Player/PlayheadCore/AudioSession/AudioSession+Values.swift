extension AudioSession {
    /// The purpose of an app's sound.
    public enum Category: String, Sendable, Hashable, CaseIterable {
        /// Sound that the app does not depend on; it mixes with other sound.
        case ambient
        /// Sound that the app does not depend on; it interrupts other sound.
        case soloAmbient
        /// Playback is the purpose of the app.
        case playback
        /// The app records and does not play.
        case record
        /// The app records and plays.
        case playAndRecord
        /// The app processes audio without playing or recording it.
        case audioProcessing
        /// The app sends different sound to several devices.
        case multiRoute
    }

    /// The kind of an app's sound.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// The default mode of the category.
        case `default`
        /// A conversation within a game.
        case gameChat
        /// Measurement, which requires unprocessed sound.
        case measurement
        /// The sound of a movie.
        case moviePlayback
        /// Speech, which is paused rather than mixed with other sound.
        case spokenAudio
        /// A video call.
        case videoChat
        /// The sound of a video recording.
        case videoRecording
        /// A voice call.
        case voiceChat
        /// Voice prompts.
        case voicePrompt
    }

    /// The options of a category. An option that does not apply to a category is kept, and affects only lock-screen controls.
    public struct CategoryOptions: OptionSet, Sendable, Hashable {
        /// The bits, with AVFoundation's values.
        public let rawValue: UInt

        /// Creates a set from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Mixes with other sound.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Lowers the volume of other sound, and mixes with it.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// Allows Bluetooth headsets.
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// Plays through the speaker if no other device is attached.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Pauses other speech, and mixes with other sound.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Allows Bluetooth devices for music.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// Allows network devices.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        /// Prevents an interruption by a muted microphone.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
    }

    /// The options for deactivating a session.
    public struct SetActiveOptions: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt

        /// Creates a set from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Lets interrupted programs resume. It exists for compatibility, because on Linux the sound server notifies them.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 0x1)
    }

    /// The options at the end of an interruption.
    public struct InterruptionOptions: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt

        /// Creates a set from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Playback should resume, because the cause of the interruption has ended.
        public static let shouldResume = InterruptionOptions(rawValue: 0x1)
    }

    /// The reason for a change of the device.
    public enum RouteChangeReason: String, Sendable, Hashable, CaseIterable {
        /// The previous device was removed.
        case oldDeviceUnavailable
        /// The user chose another device.
        case override
        /// There is no device any more.
        case noSuitableRoute
        /// A device has become available after there was none.
        case newDeviceAvailable
    }

    /// A change of the device.
    public struct RouteChange: Sendable, Hashable {
        /// The reason.
        public var reason: RouteChangeReason
        /// Whether the removed device was private, such as headphones.
        public var wasPrivate: Bool
        /// The server's name of the new device, if it is known.
        public var device: String?

        /// Creates a change.
        public init(reason: RouteChangeReason, wasPrivate: Bool = false, device: String? = nil) {
            self.reason = reason
            self.wasPrivate = wasPrivate
            self.device = device
        }

        /// Whether players pause: private sound must not continue in public, and without a device nothing is audible.
        public var pausesPlayers: Bool {
            switch reason {
            case .oldDeviceUnavailable: wasPrivate
            case .override, .newDeviceAvailable: false
            case .noSuitableRoute: true
            }
        }
    }

    /// An event of a session.
    public enum Event: Sendable, Hashable {
        /// The category, mode or options changed.
        case policyChanged
        /// The session became active.
        case activated
        /// The session was deactivated: players pause.
        case deactivated
        /// Another program interrupts: players pause.
        case interruptionBegan
        /// The interruption ended.
        case interruptionEnded(InterruptionOptions)
        /// The device changed.
        case routeChanged(RouteChange)
    }

    /// The reason for which a setting is refused; the session does not change.
    public enum Refusal: Error, Sendable, Hashable {
        /// The category does not support the mode.
        case modeNotAllowed(Mode, Category)
        /// An interruption is in progress.
        case interrupted
    }
}
