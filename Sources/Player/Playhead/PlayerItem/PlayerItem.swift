import Foundation
import Observation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// A stream or media file to play: its sources, the options of its requests, and its state while a player plays it.
///
/// Observers that are registered before the item is loaded into a player receive all changes.
@MainActor
@Observable
public final class PlayerItem {
    // It has more than 20 stored properties, because each one can be observed by itself.

    /// Whether the item can be played.
    public enum Status: Int, Sendable, Hashable, CaseIterable {
        /// The item was not opened yet.
        case unknown
        /// The track model of the item is known.
        case readyToPlay
        /// The item can't be played; ``PlayerItem/error`` is the reason. The status is final: a retry needs a new item.
        case failed
    }

    /// The description of the item in a playlist: sources, title, tracks and options. ``Player/setMetadata(_:of:)`` changes its
    /// texts and its picture.
    public internal(set) var entry: PlaylistEntry
    /// The names of the properties of ``asset`` that are loaded before the status is `readyToPlay`.
    public let automaticallyLoadedAssetKeys: [String]

    // MARK: State

    /// Whether the item can be played.
    public internal(set) var status = Status.unknown
    /// The reason of the failure, or `nil`.
    public internal(set) var error: PlaybackError?
    /// The source that plays or would be played; if a source can't be opened, the next one replaces it.
    public internal(set) var asset: Asset
    /// The duration in seconds; infinite for live, 0 until it is known. It is kept when the item is closed.
    public internal(set) var duration = 0.0
    /// The loaded time ranges, in seconds; empty while no player has the item open.
    public internal(set) var loadedTimeRanges: [TimeRange] = []
    /// The seekable ranges, in seconds; empty while no player has the item open. For a live stream, the range of the last event.
    public internal(set) var seekableTimeRanges: [TimeRange] = []
    /// The track model, from `readyToPlay` on.
    public internal(set) var media: MediaDescription?
    /// The tracks of the item, and whether each one plays.
    public internal(set) var tracks: [PlayerItemTrack] = []
    /// The size of the displayed picture, in pixels; zero until it is known, and without video.
    public internal(set) var presentationSize = PictureSize(width: 0, height: 0)
    /// The timed metadata that the playhead entered last, with the keys of onMeta.
    public internal(set) var timedMetadata: [EventFields] = []

    // MARK: Buffer

    /// Whether playback will probably continue without a stall. Always false while the player waits for data.
    public internal(set) var isPlaybackLikelyToKeepUp = false
    /// Whether nothing is loaded ahead of the playhead, so that playback has stalled or is about to.
    public internal(set) var isPlaybackBufferEmpty = true
    /// Whether the forward buffer is full: ``PlayerConfiguration/Buffering/forwardDuration``, or the remainder of the item, is loaded.
    public internal(set) var isPlaybackBufferFull = false

    /// The artist, and the fields for a lock screen that differ from those of a view.
    @ObservationIgnored public var nowPlaying = NowPlayingInfo()

    /// The access log, with the fields of AVFoundation. An entry is added when its period ends, with onAccessLog. At most 1000 entries.
    public internal(set) var accessLog: [AccessLogEntry] = []
    /// The error log, with the fields of AVFoundation: all failures, also recovered ones; with onErrorLog. Holds at most 1000 entries.
    public internal(set) var errorLog: [ErrorLogEntry] = []

    @ObservationIgnored let observers = PropertyObservers<PlayerItem>()
    @ObservationIgnored let thumbnails = SideTrack<ThumbnailReference>()
    @ObservationIgnored let chapters = SideTrack<Chapter>()

    /// Creates an item with one source.
    /// - Parameters:
    ///   - url: The `http`, `https` or `file` URL of an HLS playlist or a media file.
    ///   - title: The title for a view.
    ///   - headers: Header fields for the item's requests.
    ///   - cookies: Cookies for the item's requests.
    ///   - captions: Captions files beside the media, WebVTT or SubRip; they are listed after the tracks of the stream.
    ///   - isDVR: Whether a live stream is played as DVR, however small its window; equivalent to the mark `?DVR` in the URL.
    public convenience init(
        url: URL, title: String? = nil, headers: HeaderFields = HeaderFields(), cookies: [RequestCookie] = [],
        captions: [SidecarCaptions] = [], isDVR: Bool = false
    ) {
        let tracks = captions.map {
            ItemTrack(url: $0.url, kind: .captions, label: $0.name, language: $0.language, isDefault: $0.isDefault)
        }
        self.init(
            PlaylistEntry(
                sources: [ItemSource(url: url)], title: title, tracks: tracks, isDVR: isDVR,
                assetOptions: AssetOptions(headers: headers, cookies: cookies)))
    }

    /// Creates an item from an entry of a playlist. An entry without sources can be loaded, and fails when it is opened.
    public convenience init(_ entry: PlaylistEntry) {
        let source = entry.sourcesByPreference.first
        let asset = Asset(url: source?.url ?? URL(fileURLWithPath: "/"), options: source?.assetOptions ?? AssetOptions())
        self.init(entry, asset, [])
    }

    /// Creates an item with an asset and its options.
    /// - Parameters:
    ///   - asset: The asset to play.
    ///   - automaticallyLoadedAssetKeys: Names of properties, such as `"playable"`, that are loaded before the item is `readyToPlay`. An
    ///     unknown property, or one that can't be loaded, fails the item.
    public convenience init(asset: Asset, automaticallyLoadedAssetKeys: [String] = [AssetKey.duration.rawValue]) {
        let source = ItemSource(url: asset.url, assetOptions: asset.options)
        self.init(PlaylistEntry(sources: [source]), asset, automaticallyLoadedAssetKeys)
    }

    /// Creates an item with an asset; the keys are those of ``init(asset:automaticallyLoadedAssetKeys:)-(_,[String])``.
    public convenience init(asset: Asset, automaticallyLoadedAssetKeys: [AssetKey]) {
        self.init(asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys.map(\.rawValue))
    }

    private init(_ entry: PlaylistEntry, _ asset: Asset, _ keys: [String]) {
        self.entry = entry
        self.asset = asset
        automaticallyLoadedAssetKeys = keys
    }
}

extension PlayerItem {
    /// The URL of the media, as passed by the app; with several sources, the URL of the source that plays or would be played.
    public var url: URL { asset.url }
    /// The title for a view, or `nil`.
    public var title: String? { entry.title }
    /// A description of the content, or `nil`.
    public var description: String? { entry.description }
    /// The URL of a picture to show before playback, or `nil`.
    public var image: URL? { entry.image }
    /// The id in the catalogue of the app or publisher, or `nil`.
    public var mediaID: String? { entry.mediaID }
    /// The texts and the picture for views. ``Player/setMetadata(_:of:)`` changes those of an item of a list.
    public var metadata: ItemMetadata { entry.metadata }
    /// Whether a live stream is played as DVR, however small its window.
    public var isDVR: Bool { entry.isDVR || asset.hasDVRMark }

    /// The description of the item in events, without headers, cookies and credentials.
    public var itemDescription: ItemDescription { entry.itemDescription(playing: url) }

    /// The item in the form that a session uses.
    var sessionItem: SessionItem {
        SessionItem(entry, asset: asset.record, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys, owner: self)
    }

    func log(_ entry: AccessLogEntry) { accessLog = (accessLog + [entry]).suffix(Self.maximumLogLength) }

    func log(_ entry: ErrorLogEntry) { errorLog = (errorLog + [entry]).suffix(Self.maximumLogLength) }

    /// The maximum number of entries in each log, because a live stream may play for weeks.
    private static let maximumLogLength = 1000
}

extension PlayerItem: Hashable {
    /// Whether both are the same instance.
    public nonisolated static func == (one: PlayerItem, other: PlayerItem) -> Bool { one === other }
    /// Hashes the identity of the item.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PlayerItem {
    /// Sets an observable property if the value differs, and notifies its observers. Every change of one goes through here.
    /// - Parameters:
    ///   - property: The property.
    ///   - value: The new value.
    ///   - published: The computed property that observers know instead; `nil` for `property`.
    func set<Value: Equatable>(
        _ property: ReferenceWritableKeyPath<PlayerItem, Value>, to value: Value, as published: KeyPath<PlayerItem, Value>? = nil
    ) {
        observers.set(property, of: self, to: value, as: published)
    }
}

/// A WebVTT file beside an item with data other than captions; loaded once, at the first request.
@MainActor
final class SideTrack<Entry: Sendable> {
    private var loading: Task<[Entry], any Error>?

    /// Returns the entries of the file, and loads the file if needed.
    func entries(_ load: @escaping @Sendable () async throws -> [Entry]) async throws -> [Entry] {
        let task = loading ?? Task { try await load() }
        loading = task
        do {
            return try await task.value
        } catch {
            // After a failure, the next request loads again.
            if loading == task { loading = nil }
            throw error
        }
    }
}
