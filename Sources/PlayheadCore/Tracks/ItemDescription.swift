/// What events say of a playlist item. It carries no request headers or cookies.
public struct ItemDescription: Sendable, Hashable {
    /// Where the media is.
    public var url: String
    /// What a view shows, or `nil`.
    public var title: String?
    /// Whether it is to be played as DVR, whatever its window.
    public var isDvr: Bool

    /// Makes a description.
    public init(url: String, title: String? = nil, isDvr: Bool = false) {
        self.url = url
        self.title = title
        self.isDvr = isDvr
    }
}
