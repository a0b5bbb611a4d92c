/// What the player's own choice of a level is held to; what is chosen by hand is played all the same.
public struct QualityLimits: Sendable, Hashable {
    /// No level above it, in bits a second.
    public var maxBitrate: Int?
    /// No level whose picture is larger, across or down, in pixels.
    public var maxSize: PictureSize?
    /// The size of the view in pixels: no level whose picture is larger than what fills it.
    public var viewSize: PictureSize?

    /// Makes limits; none by default.
    public init(maxBitrate: Int? = nil, maxSize: PictureSize? = nil, viewSize: PictureSize? = nil) {
        self.maxBitrate = maxBitrate
        self.maxSize = maxSize
        self.viewSize = viewSize
    }
}
