/// The method for showing pictures.
package enum PictureMode: String, Sendable, Hashable, CaseIterable {
    /// kitty's graphics protocol: pixels.
    case kitty
    /// DEC sixels: pixels with few colours.
    case sixel
    /// Block characters that match the picture best, with two colours per cell.
    case symbols
    /// An upper half block per cell: two pixels. Needs no library and does not flicker between shapes.
    case halfBlocks
}
