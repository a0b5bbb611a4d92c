/// How a viewer wants captions to look; where nothing is said they look as WebVTT has them.
public struct CaptionStyle: Sendable, Hashable {
    /// A colour.
    public struct Color: Sendable, Hashable {
        /// Red, green and blue, 0xRRGGBB.
        public var rgb: UInt32
        /// 0, which can be seen through, to 1.
        public var opacity: Double

        /// Makes a colour.
        public init(rgb: UInt32, opacity: Double = 1) {
            self.rgb = rgb
            self.opacity = opacity
        }
    }

    /// The size of the text, where 1 is WebVTT's; 0.25 to 4.
    public var scale = 1.0
    /// The family of its font.
    public var fontFamily = "sans-serif"
    /// The colour of text that has none of its own.
    public var foreground = Color(rgb: 0xFFFFFF)
    /// The colour behind the text.
    public var background = Color(rgb: 0x000000, opacity: 0.8)

    /// Makes WebVTT's style.
    public init() {}
}
