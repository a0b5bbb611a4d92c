import PlayheadCore

/// A track of an item that is open.
public struct PlayerItemTrack: Sendable, Hashable {
    /// What a track carries.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Pictures.
        case video
        /// Sound.
        case audio
        /// Captions.
        case text
    }

    /// What it carries.
    public var kind: Kind
    /// Index into `audioTracks` or `captionsTracks`; 0 for video.
    public var index: Int
    /// What a menu shows.
    public var name: String
    /// BCP 47 language tag, or `nil`.
    public var language: String?
    /// Whether it plays.
    public var isEnabled: Bool

    /// Makes a track.
    public init(kind: Kind, index: Int, name: String, language: String? = nil, isEnabled: Bool) {
        self.kind = kind
        self.index = index
        self.name = name
        self.language = language
        self.isEnabled = isEnabled
    }
}

extension MediaDescription {
    /// The tracks of the model: the picture, the sounds, the captions.
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
