/// The size of a picture in pixels (RFC 8216bis §4.2, decimal-resolution).
public struct Resolution: Sendable, Hashable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
