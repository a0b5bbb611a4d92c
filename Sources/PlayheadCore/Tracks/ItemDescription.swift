/// What events say of a playlist item. It carries no request headers or cookies.
public struct ItemDescription: Sendable, Hashable, Codable {
    /// Where the media is.
    public var url: String
    /// What a view shows, or `nil`.
    public var title: String?
    /// Whether it is to be played as DVR, whatever its window.
    public var isDvr: Bool
    /// What it is about, or `nil`.
    public var description: String?
    /// Where its picture is, or `nil`.
    public var image: String?
    /// Its id in the app's or publisher's catalogue, or `nil`.
    public var mediaId: String?
    /// Where playing begins, as a position in seconds; `nil` leaves it to the stream.
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
