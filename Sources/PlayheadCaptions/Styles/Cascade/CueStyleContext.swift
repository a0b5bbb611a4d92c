/// What the style of a cue depends on besides its style sheets.
public struct CueStyleContext: Sendable, Hashable {
    /// The picture's width; the unit is that of what comes of it.
    public var pictureWidth: Double
    /// The picture's height.
    public var pictureHeight: Double
    /// The size of text where nothing is said: WebVTT has 5 % of the picture's height.
    public var fontSize: Double
    /// Where the playhead is, in the times of the cue's markup.
    public var time: Double
    /// The language of the track (BCP 47), if it is known.
    public var language: String?

    /// The share of the picture's height that text has where nothing is said (WebVTT §7.4).
    public static let fontShare = 0.05

    /// Makes a context with WebVTT's size of text.
    public init(pictureWidth: Double, pictureHeight: Double, time: Double = 0, language: String? = nil) {
        self.pictureWidth = pictureWidth
        self.pictureHeight = pictureHeight
        fontSize = pictureHeight * Self.fontShare
        self.time = time
        self.language = language
    }
}
