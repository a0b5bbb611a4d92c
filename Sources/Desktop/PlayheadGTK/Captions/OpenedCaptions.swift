#if canImport(CGtk)
    import Playhead
    import PlayheadCaptions
    import PlayheadEngine

    /// The captions of a file that the viewer opened.
    struct OpenedCaptions {
        /// The name of the file.
        var name: String
        private var timeline = CueTimeline()

        /// Parses a WebVTT or SubRip file; `encoding` is a name of iconv, or `nil` to detect it.
        /// - Throws: `PlaybackError` if the file is neither.
        init(name: String, bytes: [UInt8], encoding: String?) throws {
            self.name = name
            let cues = try CaptionsFile.cues(of: bytes, url: name, encoding: encoding)
            guard !cues.isEmpty else {
                throw PlaybackError(
                    .captionsInvalid, severity: .warning, url: name, underlying: "The file has no cues in WebVTT or SubRip.")
            }
            timeline.insert(contentsOf: cues)
        }

        /// The end of the last cue with an end, in seconds.
        var end: Double { timeline.cues.map(\.endTime).filter(\.isFinite).max() ?? 0 }

        /// Returns the cues at a time, shown later by `delay`; both in seconds.
        func cues(at time: Double, delay: Double) -> [CaptionCue] {
            timeline.active(at: time - delay).map { cue in
                var cue = cue
                cue.markupStartTime = cue.markupStartTime ?? cue.startTime
                cue.startTime += delay
                cue.endTime += delay
                return cue
            }
        }
    }
#endif
