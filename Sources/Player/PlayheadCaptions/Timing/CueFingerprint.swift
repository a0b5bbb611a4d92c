import PlayheadCore

/// The identity of a cue: its text, layout, and times, to the millisecond. The identifier is not part of it, because packagers restart
/// numbering in each segment.
struct CueFingerprint: Hashable {
    private var content: Int
    private var start: Int
    private var end: Int

    /// Makes the fingerprint of a cue with finite times.
    init(_ cue: CaptionCue) {
        var hasher = Hasher()
        hasher.combine(cue.markup)
        hasher.combine(cue.layout)
        content = hasher.finalize()
        start = Self.milliseconds(cue.startTime)
        end = Self.milliseconds(cue.endTime)
    }

    /// The fingerprints that a repetition of the cue may have, because an MPEG-2 timestamp is not an integer number of milliseconds.
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
