import PlayheadCaptions

/// Files, cue texts, times in HLS segments and the timeline of what is shown.
enum WebVTTTarget {
    private static let maximumChanges = 64

    static func run(_ input: [UInt8]) {
        _ = SubRipParser.parse(input)
        guard let file = try? WebVTTParser.parse(input) else { return }
        _ = WebVTTParser.model(file)
        for cue in file.cues { _ = CueText(parsing: cue.markup) }
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
}
