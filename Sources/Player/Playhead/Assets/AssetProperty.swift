import PlayheadCore
import PlayheadEngine

/// A property of an asset that can be loaded, with the names for `automaticallyLoadedAssetKeys`.
public enum AssetKey: String, Sendable, Hashable, CaseIterable {
    /// Whether the asset can be played.
    case isPlayable = "playable"
    /// Whether protected content prevents playback.
    case hasProtectedContent
    /// The duration.
    case duration
    /// Whether the duration is more than an estimate.
    case providesPreciseDurationAndTiming
    /// Whether the asset has no end yet.
    case isLive = "live"
    /// The tracks.
    case tracks
    /// The tags of the container.
    case metadata
    /// The cover inside the file.
    case artwork
    /// The chapters inside the file.
    case chapters
}

/// A property of an asset that ``Asset/load(_:)`` loads.
public struct AssetProperty<Value: Sendable>: Sendable {
    /// The key of the property.
    public let key: AssetKey
    let read: @Sendable (AssetFacts) throws(PlaybackError) -> Value
}

extension AssetProperty where Value == Bool {
    /// Whether the asset can be played. A resource that is no media is not playable, without an error.
    public static var isPlayable: AssetProperty { AssetProperty(key: .isPlayable) { $0.isPlayable } }
    /// Whether protected content prevents playback.
    public static var hasProtectedContent: AssetProperty { AssetProperty(key: .hasProtectedContent) { $0.hasProtectedContent } }
    /// Whether the duration is more than an estimate: declared by the container, summed up from a playlist, or measured.
    public static var providesPreciseDurationAndTiming: AssetProperty {
        AssetProperty(key: .providesPreciseDurationAndTiming) { facts throws(PlaybackError) in try facts.media.get().isDurationPrecise }
    }
    /// Whether the asset has no end yet.
    public static var isLive: AssetProperty { AssetProperty(key: .isLive) { facts throws(PlaybackError) in try facts.media.get().isLive } }
}

extension AssetProperty where Value == Double {
    /// The duration in seconds; infinite for an asset without an end.
    public static var duration: AssetProperty {
        AssetProperty(key: .duration) { facts throws(PlaybackError) in try facts.media.get().duration }
    }
}

extension AssetProperty where Value == [AssetTrack] {
    /// The tracks; for a multivariant playlist, those of the variant that is played first.
    public static var tracks: AssetProperty { AssetProperty(key: .tracks) { facts throws(PlaybackError) in try facts.media.get().tracks } }
}

extension AssetProperty where Value == [AssetMetadata] {
    /// The tags of the container, such as the title; empty for playlists.
    public static var metadata: AssetProperty {
        AssetProperty(key: .metadata) { facts throws(PlaybackError) in try facts.media.get().metadata }
    }
}

extension AssetProperty where Value == [UInt8]? {
    /// The image file (JPEG, PNG or another format) of the cover inside a file; `nil` without a cover, and for playlists.
    public static var artwork: AssetProperty {
        AssetProperty(key: .artwork) { facts throws(PlaybackError) in try facts.media.get().artwork }
    }
}

extension AssetProperty where Value == [Chapter] {
    /// The chapters inside a file (MP4, Matroska, Ogg, ID3), in order, without those of a separate chapters track; empty for playlists.
    public static var chapters: AssetProperty {
        AssetProperty(key: .chapters) { facts throws(PlaybackError) in try facts.media.get().chapters }
    }
}

extension AssetKey {
    /// Throws the error that occurred when this key was loaded.
    func check(_ facts: AssetFacts) throws(PlaybackError) {
        switch self {
        case .isPlayable, .hasProtectedContent: break
        case .duration, .providesPreciseDurationAndTiming, .isLive, .tracks, .metadata, .artwork, .chapters: _ = try facts.media.get()
        }
    }
}
