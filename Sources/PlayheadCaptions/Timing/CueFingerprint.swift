import PlayheadCore

/// What tells a cue from others: what it says, where, and when, to the millisecond. Its identifier does not matter, because packagers count anew in
/// each segment.
struct CueFingerprint: Hashable {
    private var content: Int
    private var start: Int
    private var end: Int

    /// The fingerprint of a cue whose times are numbers.
    init(_ cue: CaptionCue) {
        var hasher = Hasher()
        hasher.combine(cue.markup)
        hasher.combine(cue.layout)
        content = hasher.finalize()
        start = Self.milliseconds(cue.startTime)
        end = Self.milliseconds(cue.endTime)
    }

    /// Those that the same cue may have where it comes again: a timestamp of MPEG-2 is not exactly a number of milliseconds.
    var neighbours: [CueFingerprint] {
        [0, -1, 1].flatMap { early in
            [0, -1, 1].map { late in
                var neighbour = self
                neighbour.start += early
                neighbour.end += late
                return neighbour
            }
        }
    }

    private static func milliseconds(_ time: Double) -> Int { Int(saturating: max(-1e15, min(1e15, time * 1000))) }
}
