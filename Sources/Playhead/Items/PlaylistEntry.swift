import Foundation
import PlayheadCore

/// What a list says of one item: where it can be had, what a view shows of it, what stands beside it. A value, so that lists can be made anywhere.
public struct PlaylistEntry: Sendable, Hashable {
    /// Where it can be had. The default one, else the first, is opened; where that fails, the next.
    public var sources: [ItemSource]
    /// What a view shows.
    public var title: String?
    /// What it is about.
    public var description: String?
    /// A picture to show before it plays.
    public var image: URL?
    /// Its id in the app's or publisher's catalogue.
    public var mediaID: String?
    /// Files beside the media. Captions among them come behind the stream's own tracks.
    public var tracks: [ItemTrack]
    /// Where playing begins, as a position in seconds (in DVR below 0, from the live end); `nil` leaves it to the stream. One that is no place
    /// in the item is left out.
    public var startTime: Double?
    /// Whether a live stream is played as DVR, however small its window; the mark `?DVR` in a URL says the same.
    public var isDVR: Bool
    /// How it is fetched and read; wins over the configuration's.
    public var assetOptions: AssetOptions
    /// Which ads are shown with it; wins over the configuration's. `nil` leaves it to that, one without ads shows none.
    public var advertising: AdConfiguration?

    /// Makes an entry of sources.
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

    /// The sources in the order in which they are tried.
    var sourcesByPreference: [ItemSource] {
        guard let first = sources.firstIndex(where: \.isDefault) else { return sources }
        return [sources[first]] + sources[..<first] + sources[(first + 1)...]
    }

    /// The entry as events describe it: no headers, cookies or credentials.
    /// - Parameter url: The source that is played, or would be.
    func itemDescription(playing url: URL) -> ItemDescription {
        ItemDescription(
            url: sources.isEmpty ? "" : url.withoutSecrets, title: title, isDVR: isDVR || url.withoutDVRMark.hadMark,
            description: description,
            image: image?.withoutSecrets, mediaID: mediaID, startTime: startTime)
    }

    /// How a source is fetched and read: the source's options, over the entry's, over the configuration's.
    func assetOptions(of source: ItemSource, over configuration: AssetOptions) -> AssetOptions {
        source.assetOptions.over(assetOptions).over(configuration)
    }

    /// What the requests of the source at `url` carry, over the configuration's.
    func assetOptions(at url: URL, over configuration: AssetOptions) -> AssetOptions {
        let source = sources.first { $0.url == url }
        return (source?.assetOptions ?? AssetOptions()).over(assetOptions).over(configuration)
    }
}
