import Foundation
import Observation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// One thing to play: where it is, what its requests carry, and, once a player has it, how it is doing.
///
/// Register observers before giving it to a player: then they miss nothing.
@MainActor
@Observable
public final class PlayerItem {
    /// Whether the item can be played.
    public enum Status: Int, Sendable, Hashable, CaseIterable {
        /// It was not opened yet.
        case unknown
        /// Its track model is built.
        case readyToPlay
        /// It can't be played; ``PlayerItem/error`` says why. It stays so: another try needs another item.
        case failed
    }

    /// What a list says of it.
    public let entry: PlaylistEntry
    /// The names of the properties of ``asset`` that are loaded before the item is `readyToPlay`.
    public let automaticallyLoadedAssetKeys: [String]

    // MARK: How it is doing

    /// Whether it can be played.
    public internal(set) var status = Status.unknown {
        willSet { observers.willChange(\PlayerItem.status, of: self, from: status, to: newValue) }
        didSet { observers.didChange(\PlayerItem.status, of: self, from: oldValue, to: status) }
    }
    /// Why it failed, or `nil`.
    public internal(set) var error: PlaybackError? {
        willSet { observers.willChange(\PlayerItem.error, of: self, from: error, to: newValue) }
        didSet { observers.didChange(\PlayerItem.error, of: self, from: oldValue, to: error) }
    }
    /// The source that is played, or would be: another takes its place where it can't be opened.
    public internal(set) var asset: Asset
    /// Its length in seconds; infinite for live, 0 until it is known. It stays known when the item is closed.
    public internal(set) var duration = 0.0 {
        willSet { observers.willChange(\PlayerItem.duration, of: self, from: duration, to: newValue) }
        didSet { observers.didChange(\PlayerItem.duration, of: self, from: oldValue, to: duration) }
    }
    /// What of it is loaded, in seconds; nothing while no player has it open.
    public internal(set) var loadedTimeRanges: [TimeRange] = [] {
        willSet { observers.willChange(\PlayerItem.loadedTimeRanges, of: self, from: loadedTimeRanges, to: newValue) }
        didSet { observers.didChange(\PlayerItem.loadedTimeRanges, of: self, from: oldValue, to: loadedTimeRanges) }
    }
    /// Where the playhead may be put, in seconds; nothing while no player has it open. Of a live stream it is as it was told last.
    public internal(set) var seekableTimeRanges: [TimeRange] = [] {
        willSet { observers.willChange(\PlayerItem.seekableTimeRanges, of: self, from: seekableTimeRanges, to: newValue) }
        didSet { observers.didChange(\PlayerItem.seekableTimeRanges, of: self, from: oldValue, to: seekableTimeRanges) }
    }
    /// Its track model, from `readyToPlay` on.
    public internal(set) var media: MediaDescription? {
        willSet { observers.willChange(\PlayerItem.media, of: self, from: media, to: newValue) }
        didSet { observers.didChange(\PlayerItem.media, of: self, from: oldValue, to: media) }
    }
    /// Its tracks, and which of them play.
    public internal(set) var tracks: [PlayerItemTrack] = [] {
        willSet { observers.willChange(\PlayerItem.tracks, of: self, from: tracks, to: newValue) }
        didSet { observers.didChange(\PlayerItem.tracks, of: self, from: oldValue, to: tracks) }
    }
    /// The size of the picture that is shown, in pixels; zero until it is known, and without picture.
    public internal(set) var presentationSize = PictureSize(width: 0, height: 0) {
        willSet { observers.willChange(\PlayerItem.presentationSize, of: self, from: presentationSize, to: newValue) }
        didSet { observers.didChange(\PlayerItem.presentationSize, of: self, from: oldValue, to: presentationSize) }
    }
    /// The timed metadata that the playhead entered last, with the keys of onMeta.
    public internal(set) var timedMetadata: [EventFields] = [] {
        willSet { observers.willChange(\PlayerItem.timedMetadata, of: self, from: timedMetadata, to: newValue) }
        didSet { observers.didChange(\PlayerItem.timedMetadata, of: self, from: oldValue, to: timedMetadata) }
    }

    // MARK: How much is loaded

    /// Whether it will probably play on without stalling. False while data is awaited, always.
    public internal(set) var isPlaybackLikelyToKeepUp = false {
        willSet { observers.willChange(\PlayerItem.isPlaybackLikelyToKeepUp, of: self, from: isPlaybackLikelyToKeepUp, to: newValue) }
        didSet { observers.didChange(\PlayerItem.isPlaybackLikelyToKeepUp, of: self, from: oldValue, to: isPlaybackLikelyToKeepUp) }
    }
    /// Whether nothing is loaded ahead of the playhead, so that it stands or is about to.
    public internal(set) var isPlaybackBufferEmpty = true {
        willSet { observers.willChange(\PlayerItem.isPlaybackBufferEmpty, of: self, from: isPlaybackBufferEmpty, to: newValue) }
        didSet { observers.didChange(\PlayerItem.isPlaybackBufferEmpty, of: self, from: oldValue, to: isPlaybackBufferEmpty) }
    }
    /// Whether all is loaded that is kept ahead: ``PlayerConfiguration/Buffering/forwardDuration``, or what is left of the item.
    public internal(set) var isPlaybackBufferFull = false {
        willSet { observers.willChange(\PlayerItem.isPlaybackBufferFull, of: self, from: isPlaybackBufferFull, to: newValue) }
        didSet { observers.didChange(\PlayerItem.isPlaybackBufferFull, of: self, from: oldValue, to: isPlaybackBufferFull) }
    }

    /// What a lock screen shows where that is not what a view shows, and the artist.
    @ObservationIgnored public var nowPlaying = NowPlayingInfo()

    /// The periods in which it was played, in AVFoundation's terms; each stands here when it is over, with onAccessLog. The last thousand.
    public internal(set) var accessLog: [AccessLogEntry] = []
    /// What failed, in AVFoundation's terms, whether or not another try helped; with onErrorLog. The last thousand.
    public internal(set) var errorLog: [ErrorLogEntry] = []

    @ObservationIgnored let observers = PropertyObservers<PlayerItem>()
    @ObservationIgnored let thumbnails = SideTrack<ThumbnailReference>()
    @ObservationIgnored let chapters = SideTrack<Chapter>()

    /// Makes an item of one source.
    /// - Parameters:
    ///   - url: `http`, `https` or `file`; an HLS playlist or a media file.
    ///   - title: What a view shows.
    ///   - headers: Header fields of its requests.
    ///   - cookies: Cookies of its requests.
    ///   - captions: Captions files beside the media, WebVTT or SubRip; they come behind the stream's own tracks.
    ///   - isDVR: Whether a live stream is played as DVR, however small its window; the mark `?DVR` in the URL says the same.
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

    /// Makes an item of what a list says of it. One without sources can be loaded, and fails when it is opened.
    public convenience init(_ entry: PlaylistEntry) {
        let source = entry.sourcesByPreference.first
        let asset = Asset(url: source?.url ?? URL(fileURLWithPath: "/"), options: source?.assetOptions ?? AssetOptions())
        self.init(entry, asset, [])
    }

    /// Makes an item of an asset, whose options are the item's.
    /// - Parameters:
    ///   - asset: What to play.
    ///   - automaticallyLoadedAssetKeys: Names of properties, such as `"playable"`, that are loaded before the item is `readyToPlay`. One that
    ///     can't be loaded, or that there is not, fails the item.
    public convenience init(asset: Asset, automaticallyLoadedAssetKeys: [String] = [AssetKey.duration.rawValue]) {
        let source = ItemSource(url: asset.url, assetOptions: asset.options)
        self.init(PlaylistEntry(sources: [source]), asset, automaticallyLoadedAssetKeys)
    }

    /// Makes an item of an asset; the keys as in ``init(asset:automaticallyLoadedAssetKeys:)-(_,[String])``.
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
    /// Where the media is, as it was given; of several sources that which is played, or would be.
    public var url: URL { asset.url }
    /// What a view shows, or `nil`.
    public var title: String? { entry.title }
    /// What it is about, or `nil`.
    public var description: String? { entry.description }
    /// A picture to show before it plays, or `nil`.
    public var image: URL? { entry.image }
    /// Its id in the app's or publisher's catalogue, or `nil`.
    public var mediaID: String? { entry.mediaID }
    /// Whether it is played as DVR, however small its window.
    public var isDVR: Bool { entry.isDVR || asset.hasDVRMark }

    /// What events say of it: no headers, cookies or credentials.
    public var itemDescription: ItemDescription { entry.itemDescription(playing: url) }

    /// The item as a session knows it.
    var sessionItem: SessionItem {
        SessionItem(entry, asset: asset.record, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys, owner: self)
    }

    func log(_ entry: AccessLogEntry) { accessLog = (accessLog + [entry]).suffix(Self.longestLog) }

    func log(_ entry: ErrorLogEntry) { errorLog = (errorLog + [entry]).suffix(Self.longestLog) }

    /// A live stream may be played for weeks.
    private static let longestLog = 1000
}

extension PlayerItem: Hashable {
    /// Whether they are the same item.
    public nonisolated static func == (one: PlayerItem, other: PlayerItem) -> Bool { one === other }
    /// Goes by identity.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
