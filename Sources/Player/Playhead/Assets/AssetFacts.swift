import PlayheadCaptions
import PlayheadCore
import PlayheadEngine

/// The properties of an asset that was opened, or that failed to open.
struct AssetFacts: Sendable {
    /// The properties of an open asset.
    struct Media: Sendable {
        var duration = 0.0
        var isDurationPrecise = true
        var isLive = false
        var tracks: [AssetTrack] = []
        var metadata: [AssetMetadata] = []
        var artwork: [UInt8]?
        var chapters: [Chapter] = []
    }

    var isPlayable = true
    var hasProtectedContent = false
    var media: Result<Media, PlaybackError>

    /// Creates the properties from the result of a probe or an engine.
    init(_ found: MediaProbe.Result) {
        hasProtectedContent = found.hasProtectedContent
        isPlayable = found.isPlayable
        media = .success(
            Media(
                duration: found.duration ?? .infinity, isDurationPrecise: found.isDurationPrecise, isLive: found.isLive,
                tracks: found.tracks, metadata: found.tags, artwork: found.artwork,
                chapters: found.chapters.map { Chapter($0) }))
    }

    /// Creates the properties from the track model alone, if an engine reports nothing else.
    init(_ description: MediaDescription) {
        let audio = description.audioTracks.map { track in
            AssetTrack(index: track.index, type: "audio", language: track.language)
        }
        media = .success(Media(duration: description.duration, isLive: description.window != nil, tracks: audio))
    }

    /// Creates the properties of an unplayable asset; `nil` if the cause of the error is external, so that the properties are unknown.
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

extension Chapter {
    init(_ cue: CaptionCue) { self.init(text: cue.text, range: TimeRange(start: cue.startTime, end: cue.endTime)) }

    init(_ inside: MediaProbe.ChapterInfo) { self.init(text: inside.title, range: TimeRange(start: inside.start, end: inside.end)) }
}
