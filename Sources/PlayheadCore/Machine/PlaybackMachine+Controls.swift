extension PlaybackMachine {
    /// The rates that can be played.
    public static let rates = 0.25...4.0

    /// Asks for a rate, in any state; it is kept for later items.
    mutating func setRate(_ wanted: Double) {
        guard Self.rates.contains(wanted) else { return refuse(.invalidValue, "a rate is 0.25 to 4") }
        guard wanted != rate else { return }
        rate = wanted
        tell(PlaybackRateChangedEvent(playbackRate: rate, position: position))
        if isOpen { outputs.append(.engine(.setRate(rate))) }
    }

    /// Asks for a volume, in any state; it is kept for later items.
    mutating func setVolume(_ wanted: Double) {
        guard (0...1).contains(wanted) else { return refuse(.invalidValue, "a volume is 0 to 1") }
        guard wanted != volume else { return }
        volume = wanted
        tell(VolumeEvent(volume: volume))
        if isOpen { outputs.append(.engine(.setVolume(volume))) }
    }

    /// Asks for sound off or on, in any state; it is kept for later items.
    mutating func setMuted(_ wanted: Bool) {
        guard wanted != isMuted else { return }
        isMuted = wanted
        tell(MuteEvent(mute: isMuted))
        if isOpen { outputs.append(.engine(.setMuted(isMuted))) }
    }

    /// Asks for a quality level; the engine answers when it has chosen.
    mutating func selectLevel(_ index: Int) {
        guard isOpen, let media else { return refuse(.commandRefused, "no item is ready") }
        guard media.levels.indices.contains(index) else { return refuse(.invalidIndex, "there is no level \(index)") }
        levelChoice = media.levels[index]
        outputs.append(.engine(.selectLevel(index)))
    }

    /// Asks for an audio track; the engine answers when it has chosen.
    mutating func selectAudioTrack(_ index: Int) {
        guard isOpen, let media else { return refuse(.commandRefused, "no item is ready") }
        guard media.audioTracks.indices.contains(index) else { return refuse(.invalidIndex, "there is no audio track \(index)") }
        audioChoice = media.audioTracks[index]
        outputs.append(.engine(.selectAudioTrack(index)))
    }

    /// A level is chosen.
    mutating func takeLevelSelected(_ index: Int) {
        guard let levels = media?.levels, levels.indices.contains(index) else { return }
        media?.currentLevel = index
        tell(LevelsChangedEvent(currentQuality: index, levels: levels))
    }

    /// An audio track is chosen.
    mutating func takeAudioTrackSelected(_ index: Int) {
        guard let tracks = media?.audioTracks, tracks.indices.contains(index) else { return }
        media?.currentAudioTrack = index
        tell(AudioTrackChangedEvent(currentTrack: index))
        // Which captions are needed may depend on what is heard.
        choosePreferredCaptions()
    }

    /// A picture of another quality is on the screen; told after onFirstFrame.
    mutating func takeVisualQuality(_ level: QualityLevel, _ mode: QualityMode, _ reason: QualityReason) {
        guard !item.firstFrameTold else { return tellQuality(level, mode, reason) }
        // What was seen before the first frame is told as one: with the last level, and the reason of the first.
        item.heldQuality = .init(level: level, mode: mode, reason: item.heldQuality?.reason ?? reason)
    }
}
