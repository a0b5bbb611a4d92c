/// How pictures are shown.
public enum PictureMode: String, Sendable, Hashable, CaseIterable {
    /// kitty's graphics protocol: real pixels.
    case kitty
    /// DEC's sixels: real pixels, few colours.
    case sixel
    /// Block characters that fit the picture best, two colours a cell.
    case symbols
    /// An upper half block a cell: two pixels. Needs no library and never flickers between shapes.
    case halfBlocks
}
