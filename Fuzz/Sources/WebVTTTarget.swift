import PlayheadCaptions

/// Parses files of WebVTT, SubRip and SubStation Alpha, cue texts, times in HLS segments, and the timeline of cues.
enum WebVTTTarget {
    private static let maximumChanges = 64

    static func run(_ input: [UInt8]) {
        _ = SubRipParser.parse(input)
        for cue in SubStationParser.parse(input).cues { _ = CueText(parsing: cue.markup) }
        guard let file = try? WebVTTParser.parse(input) else { return }
        _ = WebVTTParser.model(file)
        for cue in file.cues { _ = CueText(parsing: cue.markup) }
        checkStyles(file)
        var placer = SegmentCuePlacer()
        var timeline = CueTimeline()
        timeline.insert(contentsOf: placer.cues(of: file, at: SegmentPlace(start: 95_000, duration: 6, timestampOffset: -10)))
        timeline.insert(contentsOf: file.cues)
        var time = -1.0
        for _ in 0..<maximumChanges {
            guard let next = timeline.nextChange(after: time) else { break }
            require(next > time, "the next change is not after \(time) but at \(next)")
            _ = timeline.change(at: next)
            time = next
        }
        timeline.removeCues(endingBy: time)
    }

    private static let maximumStyledCues = 16

    /// Checks that styling does not change the text of a cue, and that the style is constant for the reported interval.
    private static func checkStyles(_ file: WebVTTFile) {
        let sheets = file.styles.map { CaptionStyleSheet(parsing: $0) }
        for sheet in sheets { require(sheet.warnings.allSatisfy { $0.line > 0 }, "a warning without a line") }
        var context = CueStyleContext(pictureWidth: 640, pictureHeight: 360)
        for cue in file.cues.prefix(maximumStyledCues) where cue.markup.utf8.count < StyledCue.maximumMarkupLength {
            context.time = cue.startTime
            let region = cue.layout.region.map { StyledCue.region($0, sheets: sheets, context: context) }
            let styled = StyledCue(cue, sheets: sheets, context: context, region: region)
            require(
                styled.text.filter { !$0.isWhitespace } == cue.text.filter { !$0.isWhitespace }, "drawn is \(styled.text) of \(cue.text)")
            require(styled.since <= context.time && context.time < styled.until, "\(styled.since) to \(styled.until) at \(context.time)")
            for run in styled.runs {
                require(run.style.fontSize.isFinite && run.style.fontSize > 0, "a font of \(run.style.fontSize)")
                require((0...1).contains(run.style.color.opacity), "an opacity of \(run.style.color.opacity)")
            }
        }
    }
}
