import PlayheadCaptions
import PlayheadCore

extension CueTimeline.Change {
    /// Returns the change `delay` seconds later. Timestamps inside of cues keep their distance to the cue's start.
    func delayed(by delay: Double) -> CueTimeline.Change {
        guard delay != 0 else { return self }
        let cues = cues.map { cue in
            var cue = cue
            cue.markupStartTime = cue.markupStartTime ?? cue.startTime
            cue.startTime += delay
            cue.endTime += delay
            return cue
        }
        return CueTimeline.Change(cues: cues, start: start + delay, end: end + delay)
    }
}
