/// The description of a playlist item in events. It contains no request headers or cookies.
public struct ItemDescription: Sendable, Hashable, Codable {
    /// The URL of the media.
    public var url: String
    /// The title for views, or `nil`.
    public var title: String?
    /// Whether the item is played as DVR, whatever its window.
    public var isDVR: Bool
    /// The description of the content, or `nil`.
    public var description: String?
    /// The URL of the picture, or `nil`.
    public var image: String?
    /// The id in the catalogue of the app or publisher, or `nil`.
    public var mediaID: String?
    /// The start of playback, as a position in seconds; `nil` leaves it to the stream.
    public var startTime: Double?

    /// Makes a description.
    public init(
        url: String, title: String? = nil, isDVR: Bool = false, description: String? = nil, image: String? = nil, mediaID: String? = nil,
        startTime: Double? = nil
    ) {
        self.url = url
        self.title = title
        self.isDVR = isDVR
        self.description = description
        self.image = image
        self.mediaID = mediaID
        self.startTime = startTime
    }

    /// The keys of traces.
    private enum CodingKeys: String, CodingKey {
        case url, title
        case isDVR = "isDvr"
        case description, image
        case mediaID = "mediaId"
        case startTime
    }
}
