/// The context that the style of a cue depends on besides its style sheets.
package struct CueStyleContext: Sendable, Hashable {
    /// The width of the picture; its unit is that of the resulting lengths.
    package var pictureWidth: Double
    /// The height of the picture.
    package var pictureHeight: Double
    /// The default size of text: 5 % of the picture's height in WebVTT.
    package var fontSize: Double
    /// The playhead, in the times of the cue's markup.
    package var time: Double
    /// The language of the track (BCP 47), if known.
    package var language: String?

    /// The default size of text as a fraction of the picture's height (WebVTT §7.4).
    package static let fontShare = 0.05

    /// Makes a context with WebVTT's size of text.
    package init(pictureWidth: Double, pictureHeight: Double, time: Double = 0, language: String? = nil) {
        self.pictureWidth = pictureWidth
        self.pictureHeight = pictureHeight
        fontSize = pictureHeight * Self.fontShare
        self.time = time
        self.language = language
    }
}
