/// A picture in memory that somebody else owns: 8-bit RGBA, not premultiplied, rows from the top.
public struct PixelBuffer {
    /// The bytes; at least `bytesPerRow` · (`height` - 1) + 4 · `width`.
    public let bytes: UnsafeRawBufferPointer
    /// Columns of pixels.
    public let width: Int
    /// Rows of pixels.
    public let height: Int
    /// From a row's first byte to the next row's.
    public let bytesPerRow: Int
    /// A pixel's width over its height.
    public let pixelAspect: Double

    /// Describes a picture; `nil` where the sizes are not positive or the bytes don't suffice.
    public init?(bytes: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int, pixelAspect: Double = 1) {
        guard (1...65_535).contains(width), (1...65_535).contains(height), (width * 4...Int(Int32.max)).contains(bytesPerRow) else {
            return nil
        }
        guard bytes.count >= bytesPerRow * (height - 1) + width * 4 else { return nil }
        self.bytes = bytes
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.pixelAspect = pixelAspect.isFinite && pixelAspect > 0 ? pixelAspect : 1
    }

    /// Width over height, as shown.
    var aspect: Double { Double(width) * pixelAspect / Double(height) }
}
