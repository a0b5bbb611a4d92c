/// The meaning of a session's settings on Linux: rules without I/O.
public struct AudioPolicy: Sendable, Hashable {
    /// The category. The default is `playback`: on the desktop a player's sound continues in the background.
    public internal(set) var category = AudioSession.Category.playback
    /// The mode.
    public internal(set) var mode = AudioSession.Mode.default
    /// The category's options.
    public internal(set) var options: AudioSession.CategoryOptions = []

    /// Creates the default policy.
    public init() {}

    /// Creates a policy.
    /// - Throws: ``AudioSession/Refusal`` if the category does not support the mode.
    public init(
        _ category: AudioSession.Category, mode: AudioSession.Mode = .default, options: AudioSession.CategoryOptions = []
    ) throws(AudioSession.Refusal) {
        guard category.modes.contains(mode) else { throw .modeNotAllowed(mode, category) }
        self.category = category
        self.mode = mode
        self.options = options
    }

    /// Whether sound continues while the player is not visible.
    public var playsInBackground: Bool {
        switch category {
        case .playback, .playAndRecord, .multiRoute: true
        case .ambient, .soloAmbient, .record, .audioProcessing: false
        }
    }

    /// Whether the session's sound is audible.
    public var isAudible: Bool {
        switch category {
        case .ambient, .soloAmbient, .playback, .playAndRecord, .multiRoute: true
        case .record, .audioProcessing: false
        }
    }

    /// Whether the sound mixes with the sound of other programs.
    public var mixesWithOthers: Bool {
        switch category {
        case .ambient: true
        case .playback, .playAndRecord, .multiRoute: !options.isDisjoint(with: [.mixWithOthers, .duckOthers])
        case .soloAmbient, .record, .audioProcessing: false
        }
    }

    /// The role of the streams for the sound server: `media.role`.
    public var role: AudioRole {
        switch mode {
        case .gameChat: .game
        case .videoChat, .voiceChat: .phone
        case .measurement, .videoRecording: .production
        case .voicePrompt: .event
        case .spokenAudio: .music
        case .moviePlayback: .video
        case .default: category == .ambient ? .music : .video
        }
    }

    /// The filter that the sound server applies: `filter.want`; none in most modes.
    public var wantedFilter: String? {
        switch mode {
        case .gameChat, .videoChat, .voiceChat: "echo-cancel"
        case .default, .measurement, .moviePlayback, .spokenAudio, .videoRecording, .voicePrompt: nil
        }
    }

    /// The filter that the sound server suppresses: `filter.suppress`.
    public var suppressedFilter: String? { mode == .measurement ? "echo-cancel" : nil }
}

/// The role of a stream for the sound server's policies (`media.role`), such as pausing, ducking and routing.
public enum AudioRole: String, Sendable, Hashable, CaseIterable {
    /// The sound of a video.
    case video
    /// Sound without a video.
    case music
    /// The sound of a game.
    case game
    /// A call: streams with the roles `music` and `video` are interrupted.
    case phone
    /// A short notification sound.
    case event
    /// The sound of audio production.
    case production
}

extension AudioSession.Category {
    /// The modes that the category supports.
    public var modes: Set<AudioSession.Mode> {
        switch self {
        case .ambient, .audioProcessing: [.default]
        case .soloAmbient: [.default, .spokenAudio]
        case .playback: [.default, .measurement, .moviePlayback, .spokenAudio, .voicePrompt]
        case .record: [.default, .measurement, .videoRecording]
        case .playAndRecord: Set(AudioSession.Mode.allCases)
        case .multiRoute: [.default, .spokenAudio]
        }
    }
}
