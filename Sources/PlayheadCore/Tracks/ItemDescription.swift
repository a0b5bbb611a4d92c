/// What events say of a playlist item. It carries no request headers or cookies.
public struct ItemDescription: Sendable, Hashable {
    /// Where the media is.
    public var url: String
    /// What a view shows, or `nil`.
    public var title: String?

    /// Makes a description.
    public init(url: String, title: String? = nil) {
        self.url = url
        self.title = title
    }
}
