extension AudioSession {
    /// What sound means to the app: the seven categories.
    public enum Category: String, Sendable, Hashable, CaseIterable {
        /// Sound that the app is usable without, mixed with that of others.
        case ambient
        /// Sound that the app is usable without, and that is heard alone.
        case soloAmbient
        /// Playing is what the app is for.
        case playback
        /// It records, and plays nothing.
        case record
        /// It records and plays.
        case playAndRecord
        /// It works on sound without playing or recording it.
        case audioProcessing
        /// It sends different sound to several devices.
        case multiRoute
    }

    /// What kind of sound it is.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// Nothing special.
        case `default`
        /// A conversation within a game.
        case gameChat
        /// Sound that nothing may be done to.
        case measurement
        /// The sound of a film.
        case moviePlayback
        /// Speech that is to be paused rather than mixed.
        case spokenAudio
        /// A conversation with pictures.
        case videoChat
        /// Sound beside a recording of pictures.
        case videoRecording
        /// A conversation.
        case voiceChat
        /// Announcements.
        case voicePrompt
    }

    /// Options of a category. One that means nothing to a category is kept, and does nothing but what lock-screen controls read of it.
    public struct CategoryOptions: OptionSet, Sendable, Hashable {
        /// The bits, the same as in AVFoundation.
        public let rawValue: UInt

        /// Makes a set of its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Its sound is mixed with that of others.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Others are made quieter while it sounds; they are mixed.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// Bluetooth headsets may be used.
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// Sound comes from the speaker where nothing else is attached.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Others that speak are paused, the rest is mixed.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Bluetooth devices for music may be used.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// Devices in the network may be used.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        /// A muted microphone does not interrupt.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
    }

    /// How a session is given up.
    public struct SetActiveOptions: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt

        /// Makes a set of its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Others that were interrupted may go on. Kept for code that says so: on Linux the sound server tells them.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 0x1)
    }

    /// What is known at the end of an interruption.
    public struct InterruptionOptions: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt

        /// Makes a set of its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// What was playing should go on: who interrupted is done.
        public static let shouldResume = InterruptionOptions(rawValue: 0x1)
    }

    /// Why sound comes from another device.
    public enum RouteChangeReason: String, Sendable, Hashable, CaseIterable {
        /// The one before is gone.
        case oldDeviceUnavailable
        /// Somebody chose another.
        case override
        /// There is none any more.
        case noSuitableRoute
        /// There was none, and now there is.
        case newDeviceAvailable
    }

    /// A change of the device.
    public struct RouteChange: Sendable, Hashable {
        /// Why.
        public var reason: RouteChangeReason
        /// Whether the device that is gone was one that only its wearer hears.
        public var wasPrivate: Bool
        /// The server's name of the device that sounds now, where it is known.
        public var device: String?

        /// Makes a change.
        public init(reason: RouteChangeReason, wasPrivate: Bool = false, device: String? = nil) {
            self.reason = reason
            self.wasPrivate = wasPrivate
            self.device = device
        }

        /// Whether players pause: what was heard in private does not go on in public, and nothing plays to nobody.
        public var pausesPlayers: Bool {
            switch reason {
            case .oldDeviceUnavailable: wasPrivate
            case .override, .newDeviceAvailable: false
            case .noSuitableRoute: true
            }
        }
    }

    /// What happens to a session.
    public enum Event: Sendable, Hashable {
        /// Category, mode or options changed.
        case policyChanged
        /// It became active.
        case activated
        /// It was given up: players pause.
        case deactivated
        /// Somebody else needs to be heard: players pause.
        case interruptionBegan
        /// The interruption is over.
        case interruptionEnded(InterruptionOptions)
        /// Sound comes from another device.
        case routeChanged(RouteChange)
    }

    /// Why a setting is refused; nothing changes then.
    public enum Refusal: Error, Sendable, Hashable {
        /// The category does not have that mode.
        case modeNotAllowed(Mode, Category)
        /// Somebody else needs to be heard now.
        case interrupted
    }
}
