/// Renders pictures as upper half blocks: the foreground is the upper of a cell's two pixels, the background the lower.
enum HalfBlocks {
    /// The characters from dark to bright, for terminals without colours.
    private static let ramp = Array(" .:-=+*#%@")
    /// The number of samples along each axis for a pixel of the result: enough to prevent flicker, and bounded for large pictures.
    private static let samples = 4

    /// Returns the rows of `picture` in `size` cells.
    static func rows(_ picture: PixelBuffer, size: TerminalSize, depth: ColorDepth) -> [RenderedPicture.Row] {
        (0..<size.rows).map { row in
            depth == .none ? brightnessRow(picture, size: size, row: row) : colorRow(picture, size: size, row: row, depth: depth)
        }
    }

    private static func colorRow(_ picture: PixelBuffer, size: TerminalSize, row: Int, depth: ColorDepth) -> RenderedPicture.Row {
        var encoded = ""
        encoded.reserveCapacity(size.columns * 40)
        var current: (upper: TerminalColor, lower: TerminalColor)?
        for column in 0..<size.columns {
            let upper = color(picture, column: column, of: size.columns, row: row * 2, of: size.rows * 2)
            let lower = color(picture, column: column, of: size.columns, row: row * 2 + 1, of: size.rows * 2)
            var parameters: [String] = []
            if current?.upper != upper, let code = upper.parameters(isBackground: false, depth: depth) { parameters.append(code) }
            if current?.lower != lower, let code = lower.parameters(isBackground: true, depth: depth) { parameters.append(code) }
            if !parameters.isEmpty { encoded += "\u{1B}[\(parameters.joined(separator: ";"))m" }
            encoded += "▀"
            current = (upper, lower)
        }
        return RenderedPicture.Row(encoded: encoded)
    }

    private static func brightnessRow(_ picture: PixelBuffer, size: TerminalSize, row: Int) -> RenderedPicture.Row {
        let characters = (0..<size.columns).map { column in
            let color = color(picture, column: column, of: size.columns, row: row, of: size.rows)
            // The luma of ITU-R BT.601.
            let luma = (299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue)) / 1000
            return ramp[luma * (ramp.count - 1) / 255]
        }
        return RenderedPicture.Row(encoded: String(characters))
    }

    /// Returns the mean of the source pixels of a result pixel.
    private static func color(_ picture: PixelBuffer, column: Int, of columns: Int, row: Int, of rows: Int) -> TerminalColor {
        let left = column * picture.width / columns
        let right = max(left + 1, (column + 1) * picture.width / columns)
        let top = row * picture.height / rows
        let bottom = max(top + 1, (row + 1) * picture.height / rows)
        let horizontal = min(samples, right - left)
        let vertical = min(samples, bottom - top)
        var (red, green, blue) = (0, 0, 0)
        for line in 0..<vertical {
            let start = (top + (bottom - top) * line / vertical) * picture.bytesPerRow
            for sample in 0..<horizontal {
                let offset = start + (left + (right - left) * sample / horizontal) * 4
                red += Int(picture.bytes[offset])
                green += Int(picture.bytes[offset + 1])
                blue += Int(picture.bytes[offset + 2])
            }
        }
        let count = horizontal * vertical
        return TerminalColor(red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
    }
}
