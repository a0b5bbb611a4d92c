import PlayheadCore
import PlayheadEngine

/// A track of an asset; see ``AssetProperty/tracks``.
public typealias AssetTrack = MediaProbe.Track

/// Something that an asset says of itself: a name, such as `title`, and a text.
public typealias AssetMetadata = MediaProbe.Tag

/// What is known of an asset once it was opened, or could not be.
struct AssetFacts: Sendable {
    /// What an opened one has.
    struct Media: Sendable {
        var duration = 0.0
        var isDurationPrecise = true
        var isLive = false
        var tracks: [AssetTrack] = []
        var metadata: [AssetMetadata] = []
        var chapters: [Chapter] = []
    }

    var isPlayable = true
    var hasProtectedContent = false
    var media: Result<Media, PlaybackError>

    /// Of what a probe or an engine found.
    init(_ found: MediaProbe.Result) {
        hasProtectedContent = found.hasProtectedContent
        isPlayable = found.isPlayable
        media = .success(
            Media(
                duration: found.duration ?? .infinity, isDurationPrecise: found.isDurationPrecise, isLive: found.isLive,
                tracks: found.tracks, metadata: found.tags, chapters: found.chapters.map { Chapter($0) }))
    }

    /// Of the track model alone, where an engine says no more.
    init(_ description: MediaDescription) {
        let audio = description.audioTracks.map { track in
            AssetTrack(index: track.index, type: "audio", language: track.language)
        }
        media = .success(Media(duration: description.duration, isLive: description.window != nil, tracks: audio))
    }

    /// Of what can't be played, for a reason of its own; `nil` where the reason is elsewhere, so that nothing is known of it.
    init?(unplayable error: PlaybackError) {
        switch error.kind {
        case .protectedContent: hasProtectedContent = true
        case .unsupportedFormat, .emptyMedia, .noDecodableTrack, .manifestInvalid, .manifestEmpty, .manifestLoop, .decoderUnavailable: break
        default: return nil
        }
        isPlayable = false
        media = .failure(error)
    }
}
