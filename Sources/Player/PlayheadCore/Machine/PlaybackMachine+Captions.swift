extension PlaybackMachine {
    /// Requests a captions track, 0 for off; the engine reports when it has selected it. Kept for later items, by language.
    mutating func selectCaptions(_ index: Int) {
        guard isOpen, let media else { return refuse(.commandRefused, "no item is ready") }
        guard media.captionsTracks.indices.contains(index) else { return refuse(.invalidIndex, "there is no captions track \(index)") }
        let track = media.captionsTracks[index]
        choices.captions = index == 0 ? .off : .track(language: track.language, name: track.name)
        content.areCaptionsTurnedOff = index == 0
        outputs.append(.engine(.selectCaptions(index)))
    }

    /// Requests the track that the viewer selected before, or that the preferences and the stream determine; depends on the language of the
    /// sound.
    mutating func choosePreferredCaptions() {
        guard let media, !isCaptionsTrackGiven, !content.areCaptionsTurnedOff else { return }
        let sound = media.audioTracks.indices.contains(media.currentAudioTrack) ? media.audioTracks[media.currentAudioTrack] : nil
        let wanted = options.captions.track(
            of: media.captionsTracks, after: choices.captions, audioLanguage: sound?.language)
        guard wanted != media.currentCaptionsTrack, media.captionsTracks.indices.contains(wanted) else { return }
        outputs.append(.engine(.selectCaptions(wanted)))
    }

    /// Whether the current track is the engine's default for the stream, and no other is requested.
    private var isCaptionsTrackGiven: Bool {
        guard let media, choices.captions == nil, options.captions.mode == .automatic, options.captions.languages.isEmpty else {
            return false
        }
        let current = media.currentCaptionsTrack
        return current > 0 && media.captionsTracks.indices.contains(current) && !media.captionsTracks[current].isForced
    }

    /// Handles a longer list of tracks.
    mutating func handleCaptionsTracks(_ tracks: [MediaTrack], current: Int) {
        guard !tracks.isEmpty, let media, tracks != media.captionsTracks else { return }
        let track = tracks.indices.contains(current) ? current : 0
        self.media?.captionsTracks = tracks
        self.media?.currentCaptionsTrack = track
        emit(CaptionsListEvent(track: track, tracks: tracks))
        if track == 0 { clearCues() }
        choosePreferredCaptions()
    }

    /// Handles the selection of a track.
    mutating func handleCaptionsSelected(_ index: Int) {
        guard let media, media.captionsTracks.indices.contains(index), index != media.currentCaptionsTrack else { return }
        self.media?.currentCaptionsTrack = index
        emit(CaptionsChangeEvent(track: index, tracks: media.captionsTracks))
        if index == 0 { clearCues() }
    }

    /// Handles a change of the visible cues.
    mutating func handleCues(_ shown: [CaptionCue], start: Double, end: Double) {
        // Cues that arrive after captions were turned off are dropped.
        let shown = media?.currentCaptionsTrack == 0 ? [] : shown
        guard shown != content.shownCues, start < .infinity else { return }
        // The interval before the first cue of a track has no start.
        let start = start > -.infinity ? start : timeline.playhead
        advance(to: start)
        content.shownCues = shown
        cues = shown.map { $0.placed(on: timeline) }
        let until = end.isNaN ? Double.infinity : timeline.position(at: end)
        emit(CaptionCueEvent(cues: cues, start: timeline.position(at: start), end: until))
    }

    /// Removes the visible cues before their item is closed.
    mutating func clearCues() {
        guard !content.shownCues.isEmpty else { return }
        content.shownCues = []
        cues = []
        emit(CaptionCueEvent(cues: [], start: position, end: .infinity))
    }
}
