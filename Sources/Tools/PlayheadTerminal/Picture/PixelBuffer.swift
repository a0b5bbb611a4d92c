/// A picture in memory that the buffer does not own: 8-bit RGBA, not premultiplied, rows from the top.
package struct PixelBuffer {
    /// The bytes; at least `bytesPerRow` · (`height` - 1) + 4 · `width`.
    package let bytes: UnsafeRawBufferPointer
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The distance from a row's first byte to the next row's.
    package let bytesPerRow: Int
    /// The aspect ratio of a pixel, width over height.
    package let pixelAspect: Double

    /// Creates a buffer; `nil` if the sizes are not positive or there are too few bytes.
    package init?(bytes: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int, pixelAspect: Double = 1) {
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

    /// The display aspect ratio, width over height.
    var aspect: Double { Double(width) * pixelAspect / Double(height) }
}
