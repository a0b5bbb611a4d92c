import PlayheadCore
import PlayheadEngine

/// What of an asset can be loaded, by the names that `automaticallyLoadedAssetKeys` takes.
public enum AssetKey: String, Sendable, Hashable, CaseIterable {
    /// Whether it can be played.
    case isPlayable = "playable"
    /// Whether something in it is protected so that it can't be played.
    case hasProtectedContent
    /// Its length.
    case duration
    /// Whether its length is more than an estimate.
    case providesPreciseDurationAndTiming
    /// Whether it has no end yet.
    case isLive = "live"
    /// Its tracks.
    case tracks
    /// What it says of itself.
    case metadata
    /// The chapters inside of it.
    case chapters
}

/// A property of an asset that ``Asset/load(_:)`` loads.
public struct AssetProperty<Value: Sendable>: Sendable {
    /// Its name.
    public let key: AssetKey
    let read: @Sendable (AssetFacts) throws(PlaybackError) -> Value
}

extension AssetProperty where Value == Bool {
    /// Whether it can be played. What is no media at all can't, and that is no failure.
    public static var isPlayable: AssetProperty { AssetProperty(key: .isPlayable) { $0.isPlayable } }
    /// Whether something in it is protected so that it can't be played.
    public static var hasProtectedContent: AssetProperty { AssetProperty(key: .hasProtectedContent) { $0.hasProtectedContent } }
    /// Whether its length is more than an estimate: the container's own word, a playlist's sum, or measured.
    public static var providesPreciseDurationAndTiming: AssetProperty {
        AssetProperty(key: .providesPreciseDurationAndTiming) { facts throws(PlaybackError) in try facts.media.get().isDurationPrecise }
    }
    /// Whether it has no end yet.
    public static var isLive: AssetProperty { AssetProperty(key: .isLive) { facts throws(PlaybackError) in try facts.media.get().isLive } }
}

extension AssetProperty where Value == Double {
    /// Its length in seconds; infinite where it has none yet.
    public static var duration: AssetProperty {
        AssetProperty(key: .duration) { facts throws(PlaybackError) in try facts.media.get().duration }
    }
}

extension AssetProperty where Value == [AssetTrack] {
    /// Its tracks. Of a list of variants those of the one that is played first.
    public static var tracks: AssetProperty { AssetProperty(key: .tracks) { facts throws(PlaybackError) in try facts.media.get().tracks } }
}

extension AssetProperty where Value == [AssetMetadata] {
    /// What the container says of itself, such as its title; empty for playlists.
    public static var metadata: AssetProperty {
        AssetProperty(key: .metadata) { facts throws(PlaybackError) in try facts.media.get().metadata }
    }
}

extension AssetProperty where Value == [Chapter] {
    /// The chapters inside of a file (MP4, Matroska, Ogg, ID3), in order; empty for playlists, and without those of a chapters track beside it.
    public static var chapters: AssetProperty {
        AssetProperty(key: .chapters) { facts throws(PlaybackError) in try facts.media.get().chapters }
    }
}

extension AssetKey {
    /// Throws what loading this key failed with.
    func check(_ facts: AssetFacts) throws(PlaybackError) {
        switch self {
        case .isPlayable, .hasProtectedContent: break
        case .duration, .providesPreciseDurationAndTiming, .isLive, .tracks, .metadata, .chapters: _ = try facts.media.get()
        }
    }
}
