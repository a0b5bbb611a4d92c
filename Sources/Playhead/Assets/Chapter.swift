import PlayheadCaptions
import PlayheadCore
import PlayheadEngine

extension Chapter {
    init(_ cue: CaptionCue) { self.init(text: cue.text, range: TimeRange(start: cue.startTime, end: cue.endTime)) }

    init(_ inside: MediaProbe.ChapterInfo) { self.init(text: inside.title, range: TimeRange(start: inside.start, end: inside.end)) }
}
