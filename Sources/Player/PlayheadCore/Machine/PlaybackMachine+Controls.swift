extension PlaybackMachine {
    /// The supported playback rates.
    package static let rates = 0.25...4.0

    /// Sets the rate, in any state; kept for later items.
    mutating func setRate(_ wanted: Double) {
        guard Self.rates.contains(wanted) else { return refuse(.invalidValue, "a rate must be from 0.25 to 4") }
        guard wanted != rate else { return }
        rate = wanted
        emit(PlaybackRateChangedEvent(playbackRate: rate, position: position))
        if isOpen { outputs.append(.engine(.setRate(rate))) }
    }

    /// Sets the volume, in any state; kept for later items.
    mutating func setVolume(_ wanted: Double) {
        guard (0...1).contains(wanted) else { return refuse(.invalidValue, "a volume must be from 0 to 1") }
        guard wanted != volume else { return }
        volume = wanted
        emit(VolumeEvent(volume: volume))
        if isOpen { outputs.append(.engine(.setVolume(volume))) }
    }

    /// Mutes or unmutes the sound, in any state; kept for later items.
    mutating func setMuted(_ wanted: Bool) {
        guard wanted != isMuted else { return }
        isMuted = wanted
        emit(MuteEvent(mute: isMuted))
        if isOpen { outputs.append(.engine(.setMuted(isMuted))) }
    }

    /// Requests a quality level; the engine reports when it has selected it.
    mutating func selectLevel(_ index: Int) {
        guard isOpen, let media else { return refuse(.commandRefused, "no item is ready") }
        guard media.levels.indices.contains(index) else { return refuse(.invalidIndex, "there is no level \(index)") }
        choices.level = media.levels[index]
        outputs.append(.engine(.selectLevel(index)))
    }

    /// Requests an audio track; the engine reports when it has selected it.
    mutating func selectAudioTrack(_ index: Int) {
        guard isOpen, let media else { return refuse(.commandRefused, "no item is ready") }
        guard media.audioTracks.indices.contains(index) else { return refuse(.invalidIndex, "there is no audio track \(index)") }
        choices.audio = media.audioTracks[index]
        outputs.append(.engine(.selectAudioTrack(index)))
    }

    /// Handles the selection of a level.
    mutating func handleLevelSelected(_ index: Int) {
        guard let levels = media?.levels, levels.indices.contains(index) else { return }
        media?.currentLevel = index
        emit(LevelsChangedEvent(currentQuality: index, levels: levels))
    }

    /// Handles the selection of an audio track.
    mutating func handleAudioTrackSelected(_ index: Int) {
        guard let tracks = media?.audioTracks, tracks.indices.contains(index) else { return }
        media?.currentAudioTrack = index
        emit(AudioTrackChangedEvent(currentTrack: index))
        // The preferred captions may depend on the language of the sound.
        choosePreferredCaptions()
    }

    /// Handles a track that has appeared.
    mutating func handleTracks(of description: MediaDescription) {
        guard var media else { return }
        let tracks = media.audioTracks
        media.width = description.width
        media.height = description.height
        media.frameRate = description.frameRate
        media.audioTracks = description.audioTracks
        media.currentAudioTrack =
            tracks.indices.contains(description.currentAudioTrack) || tracks.isEmpty ? description.currentAudioTrack : 0
        self.media = media
        emitMedia()
        guard media.audioTracks != tracks else { return }
        emit(AudioTracksEvent(levels: media.audioTracks, currentTrack: media.currentAudioTrack))
        applyChoices()
    }

    /// Handles a picture of another quality; the event is emitted after onFirstFrame.
    mutating func handleVisualQuality(_ level: QualityLevel, _ mode: QualityMode, _ reason: QualityReason) {
        guard !item.hasEmittedFirstFrame else { return emitQuality(level, mode, reason) }
        // Changes before the first frame are emitted as one event: with the last level, and the reason of the first.
        item.heldQuality = .init(level: level, mode: mode, reason: item.heldQuality?.reason ?? reason)
    }
}
