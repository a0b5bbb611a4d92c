/// The frame number that generated samples carry in their picture, as 16 black or white squares along the bottom edge.
package enum FrameStamp {
    static let bitCount = 16

    /// Returns the height of the band in pixels, an even number.
    static func bandHeight(height: Int) -> Int {
        max(2, height / 15 / 2 * 2)
    }

    /// Returns the columns of a square; bit 0 is the most significant one, on the left.
    static func columns(bit: Int, width: Int) -> Range<Int> {
        (bit * width / bitCount)..<((bit + 1) * width / bitCount)
    }

    /// Reads the frame number from a picture.
    ///
    /// - Parameters:
    ///   - luma: The luma of each pixel, row by row from the top, in limited or full range.
    ///   - bytesPerRow: The distance between rows, at least `width`.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    /// - Returns: The frame number modulo 65536; nil if a square is neither black nor white, or the picture is too small.
    package static func read(luma: some RandomAccessCollection<UInt8>, bytesPerRow: Int, width: Int, height: Int) -> Int? {
        guard width >= bitCount * 2, height >= 4, bytesPerRow >= width, luma.count >= (height - 1) * bytesPerRow + width else { return nil }
        let row = height - bandHeight(height: height) / 2 - 1
        var number = 0
        for bit in 0..<bitCount {
            let columns = columns(bit: bit, width: width)
            let offset = row * bytesPerRow + (columns.lowerBound + columns.upperBound) / 2
            switch luma[luma.index(luma.startIndex, offsetBy: offset)] {
            case ..<80: number <<= 1
            case 176...: number = number << 1 | 1
            default: return nil
            }
        }
        return number
    }
}
