/// The description of a playlist item in events. It contains no request headers or cookies.
public struct ItemDescription: Sendable, Hashable, Codable {
    /// The URL of the media.
    public var url: String
    /// The title for views, or `nil`.
    public var title: String?
    /// Whether the item is played as DVR, whatever its window.
    public var isDvr: Bool
    /// The description of the content, or `nil`.
    public var description: String?
    /// The URL of the picture, or `nil`.
    public var image: String?
    /// The id in the catalogue of the app or publisher, or `nil`.
    public var mediaId: String?
    /// The start of playback, as a position in seconds; `nil` leaves it to the stream.
    public var startTime: Double?

    /// Makes a description.
    public init(
        url: String, title: String? = nil, isDvr: Bool = false, description: String? = nil, image: String? = nil, mediaId: String? = nil,
        startTime: Double? = nil
    ) {
        self.url = url
        self.title = title
        self.isDvr = isDvr
        self.description = description
        self.image = image
        self.mediaId = mediaId
        self.startTime = startTime
    }
}
