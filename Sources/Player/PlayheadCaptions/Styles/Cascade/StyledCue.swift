import PlayheadCore

/// A cue for rendering at a time: its text in runs of one style.
package struct StyledCue: Sendable, Hashable {
    /// A run of text.
    package struct Run: Sendable, Hashable {
        /// The text; lines are separated by a line feed.
        package var text: String
        /// The style.
        package var style: CueStyle
        /// The index of the reading in ``StyledCue/readings``, if there is one.
        package var reading: Int?
    }

    /// The runs, in order, without readings.
    package var runs: [Run] = []
    /// The readings of ruby text (WebVTT §4.2.2), each for the runs with its index.
    package var readings: [[Run]] = []
    /// The style of the whole cue.
    package var style: CueStyle
    /// The colour of the box behind all of the text (the "WebVTT cue background box").
    package var background: CSSColor
    /// The time from which on the style is valid, in the times of the markup.
    package var since = -Double.infinity
    /// The time until which the style is valid, in the times of the markup.
    package var until = Double.infinity

    /// WebVTT's default background colour of a cue (§7.4).
    package static let background = CSSColor(rgb: 0x000000, opacity: 0.8)
    /// The maximum length of a cue's markup that is read, in bytes.
    package static let maximumMarkupLength = 4096

    /// Computes the styles of a cue.
    /// - Parameters:
    ///   - cue: The cue; its `styleSheets` are ignored.
    ///   - sheets: The style sheets, in order.
    ///   - context: The conditions of the styles, such as the time and the language.
    ///   - region: The style of the cue's region, from which it inherits font and colour.
    package init(_ cue: CaptionCue, sheets: [CaptionStyleSheet], context: CueStyleContext, region: CueStyle? = nil) {
        let isLong = cue.markup.utf8.count > Self.maximumMarkupLength
        let markup = isLong ? String(decoding: cue.markup.utf8.prefix(Self.maximumMarkupLength), as: UTF8.self) : cue.markup
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
            // A timestamp is past once the playhead is after it, and in the future until the playhead reaches it.
            if time <= context.time { since = max(since, time == context.time ? time : time.nextUp) }
            if time >= context.time { until = min(until, time == context.time ? time.nextUp : time) }
        }
    }

    /// Returns the style of a region (`::cue-region`); its background is `nil` unless a sheet defines it.
    package static func region(_ region: CaptionRegion, sheets: [CaptionStyleSheet], context: CueStyleContext) -> CueStyle {
        CueStyleResolver.region(region.id, sheets: sheets, context: context)
    }

    /// The whole text without readings.
    package var text: String { runs.map(\.text).joined() }
}
