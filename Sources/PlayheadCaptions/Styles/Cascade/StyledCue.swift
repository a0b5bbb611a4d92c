import PlayheadCore

/// A cue as it is to be drawn at a time: its text in pieces of one style.
public struct StyledCue: Sendable, Hashable {
    /// A piece of text.
    public struct Run: Sendable, Hashable {
        /// The text; ends of line are `\n`.
        public var text: String
        /// How it looks.
        public var style: CueStyle
        /// The index of its reading in ``StyledCue/readings``, if it has one.
        public var reading: Int?
    }

    /// Its pieces, in order, without readings.
    public var runs: [Run] = []
    /// Readings of ruby text (WebVTT §4.2.2), each of the runs that have its index.
    public var readings: [[Run]] = []
    /// How the cue as a whole looks.
    public var style: CueStyle
    /// The colour of the box behind all of its text (the "WebVTT cue background box").
    public var background: CSSColor
    /// From when on it looks so, in the times of its markup.
    public var since = -Double.infinity
    /// Until when it looks so, in the times of its markup.
    public var until = Double.infinity

    /// WebVTT's own colour behind a cue (§7.4).
    public static let background = CSSColor(rgb: 0x000000, opacity: 0.8)
    /// How many bytes of a cue's markup are read; more fits on no picture.
    public static let longestMarkup = 20_000

    /// Works out how a cue looks.
    /// - Parameters:
    ///   - cue: The cue; its `styleSheets` are not looked at.
    ///   - sheets: Its style sheets, in order.
    ///   - region: The style of the region that it is in, whose font and colour it has where nothing else is said.
    public init(_ cue: CaptionCue, sheets: [CaptionStyleSheet], context: CueStyleContext, region: CueStyle? = nil) {
        let isLong = cue.markup.utf8.count > Self.longestMarkup
        let markup = isLong ? String(decoding: cue.markup.utf8.prefix(Self.longestMarkup), as: UTF8.self) : cue.markup
        let text = CueText(parsing: markup, language: context.language)
        let tree = CueElementTree(text, identifier: cue.id, language: context.language)
        var resolver = CueStyleResolver(tree, sheets: sheets, context: context)
        var root = resolver.root(inRegion: region)
        background = root.background ?? CSSColor(rgb: Self.background.rgb, opacity: Self.background.opacity * root.opacity)
        root.background = nil
        style = root
        var builder = StyledRunBuilder(resolver: resolver, elements: tree.elements.count)
        builder.add(text.nodes, root)
        (runs, readings) = builder.finish()
        for time in tree.times {
            // A time is past once the playhead is behind it, and was future until the playhead came to it.
            if time <= context.time { since = max(since, time == context.time ? time : time.nextUp) }
            if time >= context.time { until = min(until, time == context.time ? time.nextUp : time) }
        }
    }

    /// The style of a region (`::cue-region`); its background is nothing where no sheet says one.
    public static func region(_ region: CaptionRegion, sheets: [CaptionStyleSheet], context: CueStyleContext) -> CueStyle {
        CueStyleResolver.region(region.id, sheets: sheets, context: context)
    }

    /// All of its text without readings.
    public var text: String { runs.map(\.text).joined() }
}
