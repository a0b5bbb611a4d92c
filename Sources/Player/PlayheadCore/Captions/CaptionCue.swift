/// A caption with its times and its layout, in WebVTT's terms whatever its source format.
public struct CaptionCue: Sendable, Hashable, Codable {
    /// The identifier; empty if the cue has none.
    public var id: String
    /// The start, in seconds on the playback's timeline.
    public var startTime: Double
    /// The end, in seconds on the playback's timeline; infinite for an unbounded cue.
    public var endTime: Double
    /// The text without markup; lines are separated by `\n`.
    public var text: String
    /// The text with WebVTT's markup, as written; times in the markup are those of the source file.
    public var markup: String
    /// The position in the picture.
    public var layout: CaptionLayout
    /// The start in the times of the source file, which the times in its markup refer to; `nil` if the markup has no times.
    public var markupStartTime: Double?
    /// The style sheets (CSS) of the source file, as written. They are not encoded: no event contains them.
    public var styleSheets: [String] = []

    private enum CodingKeys: String, CodingKey {
        case id, startTime, endTime, text, markup, layout, markupStartTime
    }

    /// Makes a cue.
    /// - Parameters:
    ///   - id: The identifier; empty if the cue has none.
    ///   - startTime: The start, in seconds on the playback's timeline.
    ///   - endTime: The end, in seconds on the playback's timeline; infinite for an unbounded cue.
    ///   - text: The text without markup.
    ///   - markup: The text with markup; `nil` if the text has none.
    ///   - layout: The position in the picture.
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

/// The position of a caption in the picture: the settings of a WebVTT cue (§3.1 of that specification), with its defaults.
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
    /// The edge of the box that the line position refers to.
    public enum LineAlignment: String, Sendable, Hashable, Codable, CaseIterable {
        case start, center, end
    }
    /// The edge of the box that the position refers to.
    public enum PositionAlignment: String, Sendable, Hashable, Codable, CaseIterable {
        case auto
        case lineLeft = "line-left"
        case center
        case lineRight = "line-right"
    }
    /// The alignment of lines in the box.
    public enum TextAlignment: String, Sendable, Hashable, Codable, CaseIterable {
        case start, center, end, left, right
    }

    /// The direction of writing.
    public var vertical = WritingDirection.horizontal
    /// Whether ``line`` is a line number; otherwise a percentage of the picture.
    public var snapToLines = true
    /// The position of the line; `nil` is auto.
    public var line: Double?
    /// The edge that ``line`` refers to.
    public var lineAlign = LineAlignment.start
    /// The horizontal position of the box, a percentage from 0 to 100; `nil` is auto.
    public var position: Double?
    /// The edge that ``position`` refers to.
    public var positionAlign = PositionAlignment.auto
    /// The size of the box, a percentage from 0 to 100.
    public var size = 100.0
    /// The alignment of lines.
    public var align = TextAlignment.center
    /// The region that the cue belongs to.
    public var region: CaptionRegion?

    /// Makes a layout with WebVTT's defaults.
    public init() {}
}

/// A WebVTT region, with that specification's defaults.
public struct CaptionRegion: Sendable, Hashable, Codable {
    /// The behaviour of a region when a cue is added.
    public enum Scroll: String, Sendable, Hashable, Codable, CaseIterable {
        /// Cues replace one another.
        case none = ""
        /// A new cue scrolls the older ones up.
        case up
    }

    /// The identifier.
    public var id = ""
    /// The width, a percentage from 0 to 100.
    public var width = 100.0
    /// The height in lines: an integer that WebVTT does not limit.
    public var lines = 3.0
    /// The point of the region that is anchored, in percent of the region's width and height.
    public var regionAnchorX = 0.0
    /// The vertical part of ``regionAnchorX``.
    public var regionAnchorY = 100.0
    /// The point of the picture at which the region is anchored, in percent of the picture's width and height.
    public var viewportAnchorX = 0.0
    /// The vertical part of ``viewportAnchorX``.
    public var viewportAnchorY = 100.0
    /// The behaviour when a cue is added.
    public var scroll = Scroll.none

    /// Makes a region with WebVTT's defaults.
    public init() {}
}
