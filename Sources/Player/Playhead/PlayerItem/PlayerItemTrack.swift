import PlayheadCore

/// A track of an open item.
public struct PlayerItemTrack: Sendable, Hashable {
    /// The type of media of a track.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Video.
        case video
        /// Audio.
        case audio
        /// Captions.
        case text
    }

    /// The type of media of the track.
    public var kind: Kind
    /// The index into `audioTracks` or `captionsTracks`; 0 for video.
    public var index: Int
    /// The name for a menu.
    public var name: String
    /// The BCP 47 language tag, or `nil`.
    public var language: String?
    /// Whether the track plays.
    public var isEnabled: Bool

    /// Creates a track.
    public init(kind: Kind, index: Int, name: String, language: String? = nil, isEnabled: Bool) {
        self.kind = kind
        self.index = index
        self.name = name
        self.language = language
        self.isEnabled = isEnabled
    }
}

extension MediaDescription {
    /// The tracks of the model: video, then audio, then captions.
    var itemTracks: [PlayerItemTrack] {
        var tracks: [PlayerItemTrack] = []
        if width != nil || height != nil { tracks.append(PlayerItemTrack(kind: .video, index: 0, name: "Video", isEnabled: true)) }
        tracks += audioTracks.map {
            PlayerItemTrack(kind: .audio, index: $0.index, name: $0.name, language: $0.language, isEnabled: $0.index == currentAudioTrack)
        }
        tracks += captionsTracks.dropFirst().map {
            PlayerItemTrack(kind: .text, index: $0.index, name: $0.name, language: $0.language, isEnabled: $0.index == currentCaptionsTrack)
        }
        return tracks
    }
}
