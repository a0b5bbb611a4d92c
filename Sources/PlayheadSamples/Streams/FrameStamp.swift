/// The number of a frame that generated samples carry in their picture, in 16 black or white squares along the lower edge.
package enum FrameStamp {
    static let bitCount = 16

    /// The height of the band in pixels, even.
    static func bandHeight(height: Int) -> Int {
        max(2, height / 15 / 2 * 2)
    }

    /// The columns of a square; 0 is the highest bit, on the left.
    static func columns(bit: Int, width: Int) -> Range<Int> {
        (bit * width / bitCount)..<((bit + 1) * width / bitCount)
    }

    /// Reads the number from a picture.
    ///
    /// - Parameters:
    ///   - luma: The brightness of each pixel, row by row from the top, in limited or full range.
    ///   - bytesPerRow: From one row to the next, at least `width`.
    ///   - width: In pixels.
    ///   - height: In pixels.
    /// - Returns: The frame's number modulo 65536; nil if a square is neither black nor white, or the picture is too small.
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
