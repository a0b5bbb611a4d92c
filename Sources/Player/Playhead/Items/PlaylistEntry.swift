import Foundation
import PlayheadCore

/// The description of an item in a playlist: sources, texts for a view, and files beside the media. A value, usable in any isolation.
public struct PlaylistEntry: Sendable, Hashable {
    /// The sources. The default source, otherwise the first one, is opened; if a source fails, the next one.
    public var sources: [ItemSource]
    /// The title for a view.
    public var title: String?
    /// The description of the content.
    public var description: String?
    /// The URL of a picture to show before playback.
    public var image: URL?
    /// The id in the catalogue of the app or publisher.
    public var mediaID: String?
    /// Files beside the media. Captions among them are listed after the tracks of the stream.
    public var tracks: [ItemTrack]
    /// The start position in seconds (in DVR below 0, from the live position); `nil` leaves it to the stream. Ignored if not in the item.
    public var startTime: Double?
    /// The duration in seconds that a list declares, for a view; `nil` if it is unknown.
    public var duration: Double?
    /// Whether a live stream is played as DVR, however small its window; equivalent to the mark `?DVR` in a URL.
    public var isDVR: Bool
    /// The options for requests and parsing; they take precedence over those of the configuration.
    public var assetOptions: AssetOptions
    /// The ads of the item; `nil` uses the ads of the configuration, a configuration without ads shows none.
    public var advertising: AdConfiguration?
    /// The number of lists in one another from which the entry comes.
    var listDepth = 0

    /// Creates an entry with sources.
    public init(
        sources: [ItemSource], title: String? = nil, description: String? = nil, image: URL? = nil, mediaID: String? = nil,
        tracks: [ItemTrack] = [], startTime: Double? = nil, isDVR: Bool = false, assetOptions: AssetOptions = AssetOptions()
    ) {
        self.sources = sources
        self.title = title
        self.description = description
        self.image = image
        self.mediaID = mediaID
        self.tracks = tracks
        self.startTime = startTime
        self.isDVR = isDVR
        self.assetOptions = assetOptions
    }

    /// The sources in the order of attempts.
    var sourcesByPreference: [ItemSource] {
        guard let first = sources.firstIndex(where: \.isDefault) else { return sources }
        return [sources[first]] + sources[..<first] + sources[(first + 1)...]
    }

    /// Returns the description of the entry for events, without headers, cookies and credentials. `url` is that of the source that plays or
    /// would be played.
    func itemDescription(playing url: URL) -> ItemDescription {
        ItemDescription(
            url: sources.isEmpty ? "" : url.withoutSecrets, title: title, isDVR: isDVR || url.withoutDVRMark.hadMark,
            description: description,
            image: image?.withoutSecrets, mediaID: mediaID, startTime: startTime)
    }

    /// Returns the options for a source: those of the source, then of the entry, then of the configuration.
    func assetOptions(of source: ItemSource, over configuration: AssetOptions) -> AssetOptions {
        source.assetOptions.over(assetOptions).over(configuration)
    }

    /// Returns the options for the source at `url`, merged with those of the configuration.
    func assetOptions(at url: URL, over configuration: AssetOptions) -> AssetOptions {
        let source = sources.first { $0.url == url }
        return (source?.assetOptions ?? AssetOptions()).over(assetOptions).over(configuration)
    }
}
