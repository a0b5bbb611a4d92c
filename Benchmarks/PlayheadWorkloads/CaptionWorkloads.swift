import PlayheadCaptions
import PlayheadCore

/// The look-up of the visible captions of a movie.
enum CaptionWorkloads {
    private static let count = 1000
    /// The number of cues of a movie of two hours.
    private static let cues = 2400

    static var all: [Workload] {
        [
            Workload("caption-lookup", operations: count) {
                timeline
            } work: { timeline in
                var visible = 0
                // The positions are spread over the movie in an order without a pattern, as those of a search are.
                for number in 0..<count {
                    let time = Double(number * 3571 % 7200) + 0.5
                    visible += timeline.change(at: time).cues.count
                }
                return visible
            } check: { timeline, visible in
                // Every third position is between two cues.
                timeline.cues.count == cues && visible == count - count / 3
            }
        ]
    }

    /// A cue every three seconds, for two and a half seconds.
    private static var timeline: CueTimeline {
        var timeline = CueTimeline()
        timeline.insert(
            contentsOf: (0..<cues).map { number in
                CaptionCue(startTime: Double(3 * number), endTime: Double(3 * number) + 2.5, text: "A line of text, number \(number).")
            })
        return timeline
    }
}
