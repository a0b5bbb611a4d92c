/// A caption with its times and its place, in WebVTT's terms whatever format it came in.
public struct CaptionCue: Sendable, Hashable, Codable {
    /// Its identifier; empty where it has none.
    public var id: String
    /// When it appears, in seconds on the playback's timeline.
    public var startTime: Double
    /// When it goes, in seconds on the playback's timeline; infinite for an unbounded cue.
    public var endTime: Double
    /// What it says, without markup; lines are separated by `\n`.
    public var text: String
    /// What it says with WebVTT's markup, as written; times in it are those of the file that it came from.
    public var markup: String
    /// Where it stands in the picture.
    public var layout: CaptionLayout
    /// When it appears by the times of the file that it came from, which times inside of its markup go by; `nil` where there are none.
    public var markupStartTime: Double?
    /// The style sheets (CSS) of the file that it came from, as written. They are no part of its coded form: no event tells of them.
    public var styleSheets: [String] = []

    private enum CodingKeys: String, CodingKey {
        case id, startTime, endTime, text, markup, layout, markupStartTime
    }

    /// Makes a cue.
    /// - Parameter markup: The text with markup, where it has any.
    public init(
        id: String = "", startTime: Double, endTime: Double, text: String, markup: String? = nil, layout: CaptionLayout = CaptionLayout()
    ) {
        self.id = id
        self.startTime = startTime
        self.endTime = endTime
        self.text = text
        self.markup = markup ?? text
        self.layout = layout
    }
}

/// Where a caption stands in the picture: the settings of a WebVTT cue (§3.1 of that specification), with its defaults.
public struct CaptionLayout: Sendable, Hashable, Codable {
    /// The direction of writing.
    public enum WritingDirection: String, Sendable, Hashable, Codable, CaseIterable {
        /// Lines from top to bottom.
        case horizontal = ""
        /// Vertical lines growing to the left.
        case verticalGrowingLeft = "rl"
        /// Vertical lines growing to the right.
        case verticalGrowingRight = "lr"
    }
    /// Which edge of the box the line position is that of.
    public enum LineAlignment: String, Sendable, Hashable, Codable, CaseIterable {
        case start, center, end
    }
    /// Which edge of the box the position is that of.
    public enum PositionAlignment: String, Sendable, Hashable, Codable, CaseIterable {
        case auto
        case lineLeft = "line-left"
        case center
        case lineRight = "line-right"
    }
    /// How lines are aligned in the box.
    public enum TextAlignment: String, Sendable, Hashable, Codable, CaseIterable {
        case start, center, end, left, right
    }

    /// The direction of writing.
    public var vertical = WritingDirection.horizontal
    /// Whether ``line`` counts lines; if not, it is a percentage of the picture.
    public var snapToLines = true
    /// The line's position; `nil` is auto.
    public var line: Double?
    /// Which edge ``line`` is of.
    public var lineAlign = LineAlignment.start
    /// The box's position across, a percentage 0 to 100; `nil` is auto.
    public var position: Double?
    /// Which edge ``position`` is of.
    public var positionAlign = PositionAlignment.auto
    /// The box's size, a percentage 0 to 100.
    public var size = 100.0
    /// How lines are aligned.
    public var align = TextAlignment.center
    /// The region that the cue belongs to.
    public var region: CaptionRegion?

    /// Makes a layout with WebVTT's defaults.
    public init() {}
}

/// A WebVTT region, with that specification's defaults.
public struct CaptionRegion: Sendable, Hashable, Codable {
    /// How cues come into a region.
    public enum Scroll: String, Sendable, Hashable, Codable, CaseIterable {
        /// They replace one another.
        case none = ""
        /// They push the older ones up.
        case up
    }

    /// Its identifier.
    public var id = ""
    /// Its width, a percentage 0 to 100.
    public var width = 100.0
    /// Its height in lines: a whole number that WebVTT does not bound.
    public var lines = 3.0
    /// The point of the region that is anchored, percentages of the region across and down.
    public var regionAnchorX = 0.0
    /// See ``regionAnchorX``.
    public var regionAnchorY = 100.0
    /// Where in the picture that point is, percentages of the picture across and down.
    public var viewportAnchorX = 0.0
    /// See ``viewportAnchorX``.
    public var viewportAnchorY = 100.0
    /// How cues come into it.
    public var scroll = Scroll.none

    /// Makes a region with WebVTT's defaults.
    public init() {}
}
