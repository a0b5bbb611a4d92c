/// The limits for automatic selection of levels; a level that was selected manually is played regardless.
public struct QualityLimits: Sendable, Hashable, Codable {
    /// The maximum bit rate, in bits per second.
    public var maxBitrate: Int?
    /// The maximum width and height of the picture, in pixels.
    public var maxSize: PictureSize?
    /// The size of the view in pixels: levels with pictures larger than needed to fill the view are not selected.
    public var viewSize: PictureSize?

    /// Creates limits; unlimited by default.
    public init(maxBitrate: Int? = nil, maxSize: PictureSize? = nil, viewSize: PictureSize? = nil) {
        self.maxBitrate = maxBitrate
        self.maxSize = maxSize
        self.viewSize = viewSize
    }
}

/// A size in pixels.
public struct PictureSize: Sendable, Hashable, Codable {
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
