extension PlaybackMachine {
    /// Asks for a captions track, 0 being off; the engine answers when it has chosen. Kept for later items, by language.
    mutating func selectCaptions(_ index: Int) {
        guard isOpen, let media else { return refuse(.commandRefused, "no item is ready") }
        guard media.captionsTracks.indices.contains(index) else { return refuse(.invalidIndex, "there is no captions track \(index)") }
        let track = media.captionsTracks[index]
        captionsChoice = index == 0 ? .off : .track(language: track.language, name: track.name)
        outputs.append(.engine(.selectCaptions(index)))
    }

    /// Asks for the track that the viewer chose before, or the configuration and the stream say; the sound's language counts too.
    mutating func choosePreferredCaptions() {
        guard let media, !isCaptionsTrackGiven else { return }
        let sound = media.audioTracks.indices.contains(media.currentAudioTrack) ? media.audioTracks[media.currentAudioTrack] : nil
        let wanted = options.captions.track(
            of: media.captionsTracks, after: captionsChoice, audioLanguage: sound?.language)
        guard wanted != media.currentCaptionsTrack, media.captionsTracks.indices.contains(wanted) else { return }
        outputs.append(.engine(.selectCaptions(wanted)))
    }

    /// Whether the track that is shown is what the engine made of the stream, and nothing else is asked for.
    private var isCaptionsTrackGiven: Bool {
        guard let media, captionsChoice == nil, options.captions.mode == .automatic, options.captions.languages.isEmpty else {
            return false
        }
        let current = media.currentCaptionsTrack
        return current > 0 && media.captionsTracks.indices.contains(current) && !media.captionsTracks[current].isForced
    }

    /// The list grew.
    mutating func takeCaptionsTracks(_ tracks: [MediaTrack], current: Int) {
        guard !tracks.isEmpty, let media, tracks != media.captionsTracks else { return }
        let track = tracks.indices.contains(current) ? current : 0
        self.media?.captionsTracks = tracks
        self.media?.currentCaptionsTrack = track
        tell(CaptionsListEvent(track: track, tracks: tracks))
        if track == 0 { clearCues() }
        choosePreferredCaptions()
    }

    /// A track is chosen.
    mutating func takeCaptionsSelected(_ index: Int) {
        guard let media, media.captionsTracks.indices.contains(index), index != media.currentCaptionsTrack else { return }
        self.media?.currentCaptionsTrack = index
        tell(CaptionsChangeEvent(track: index, tracks: media.captionsTracks))
        if index == 0 { clearCues() }
    }

    /// Other cues are shown, or none.
    mutating func takeCues(_ shown: [CaptionCue], start: Double, end: Double) {
        // What was on its way when captions were turned off comes too late.
        let shown = media?.currentCaptionsTrack == 0 ? [] : shown
        guard shown != shownCues, start.isFinite else { return }
        advance(to: start)
        shownCues = shown
        cues = shown.map { $0.placed(on: timeline) }
        let until = end.isNaN ? Double.infinity : timeline.position(at: end)
        tell(CaptionCueEvent(cues: cues, start: timeline.position(at: start), end: until))
    }

    /// Takes the cues off, before what shows them is gone.
    mutating func clearCues() {
        guard !shownCues.isEmpty else { return }
        shownCues = []
        cues = []
        tell(CaptionCueEvent(cues: [], start: position, end: .infinity))
    }
}
