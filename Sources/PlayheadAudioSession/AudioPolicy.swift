/// What a session's settings mean on Linux: pure rules.
public struct AudioPolicy: Sendable, Hashable {
    /// What sound means to the app. On the desktop a player's sound goes on by default.
    public internal(set) var category = AudioSession.Category.playback
    /// What kind of sound it is.
    public internal(set) var mode = AudioSession.Mode.default
    /// The category's options.
    public internal(set) var options: AudioSession.CategoryOptions = []

    /// The policy of a session that nobody has set.
    public init() {}

    /// A policy of a category.
    /// - Throws: ``AudioSession/Refusal`` where the category does not have the mode.
    public init(
        _ category: AudioSession.Category, mode: AudioSession.Mode = .default, options: AudioSession.CategoryOptions = []
    ) throws(AudioSession.Refusal) {
        guard category.modes.contains(mode) else { throw .modeNotAllowed(mode, category) }
        self.category = category
        self.mode = mode
        self.options = options
    }

    /// Whether sound goes on where nobody sees the player.
    public var playsInBackground: Bool {
        switch category {
        case .playback, .playAndRecord, .multiRoute: true
        case .ambient, .soloAmbient, .record, .audioProcessing: false
        }
    }

    /// Whether anything of it is heard.
    public var isAudible: Bool {
        switch category {
        case .ambient, .soloAmbient, .playback, .playAndRecord, .multiRoute: true
        case .record, .audioProcessing: false
        }
    }

    /// Whether it is heard beside others.
    public var mixesWithOthers: Bool {
        switch category {
        case .ambient: true
        case .playback, .playAndRecord, .multiRoute: !options.isDisjoint(with: [.mixWithOthers, .duckOthers])
        case .soloAmbient, .record, .audioProcessing: false
        }
    }

    /// What the sound server takes its streams for: `media.role`.
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

    /// What the sound server is asked to filter its streams with: `filter.want`; nothing in most modes.
    public var wantedFilter: String? {
        switch mode {
        case .gameChat, .videoChat, .voiceChat: "echo-cancel"
        case .default, .measurement, .moviePlayback, .spokenAudio, .videoRecording, .voicePrompt: nil
        }
    }

    /// What the sound server is asked not to filter its streams with: `filter.suppress`.
    public var suppressedFilter: String? { mode == .measurement ? "echo-cancel" : nil }
}

/// What is played, for the sound server's policies (`media.role`), such as pausing, ducking and routing.
public enum AudioRole: String, Sendable, Hashable, CaseIterable {
    /// Sound that goes with a picture.
    case video
    /// Sound alone.
    case music
    /// A game.
    case game
    /// A conversation: others of the roles `music` and `video` make way for it.
    case phone
    /// A short sound that tells of something.
    case event
    /// Sound that is worked on.
    case production
}

extension AudioSession.Category {
    /// The modes that it has.
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
