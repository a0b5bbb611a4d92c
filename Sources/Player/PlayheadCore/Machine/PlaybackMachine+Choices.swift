// The viewer's selections apply to the following items: each is matched against the lists of the new item.
extension PlaybackMachine {
    /// The level that the viewer chose last; `nil` before a choice.
    package var chosenLevel: QualityLevel? { choices.level }

    /// The audio track that the viewer chose last; `nil` before a choice.
    package var chosenAudio: MediaTrack? { choices.audio }

    /// Requests the viewer's earlier selections, or the configured preferences, once the lists of an item are known.
    mutating func applyChoices() {
        guard let media else { return }
        if let choice = choices.level {
            let wanted = media.levels.nearest(to: choice)
            if wanted != media.currentLevel { outputs.append(.engine(.selectLevel(wanted))) }
        }
        let wanted = AudioPreference(choice: choices.audio, languages: options.audioLanguages).track(of: media.audioTracks)
        if let wanted, wanted != media.currentAudioTrack { outputs.append(.engine(.selectAudioTrack(wanted))) }
        content.areCaptionsTurnedOff = false
        choosePreferredCaptions()
    }
}

extension [QualityLevel] {
    /// Returns the level that is most similar to `choice` of another list: the same height, else the next lower one, else the lowest. Of
    /// several levels of the same height, it is the one with the next lower bit rate, else with the lowest. 0 for "auto".
    package func nearest(to choice: QualityLevel) -> Int {
        let rungs = Array(dropFirst())
        let same = rungs.first { $0.label == choice.label && $0.height == choice.height && $0.bitrate == choice.bitrate }
        let equallyHigh = rungs.filter { $0.height == choice.height }
        let candidates = equallyHigh.isEmpty ? rungs : equallyHigh
        guard choice.index > 0, let lowest = candidates.min(by: { $0.rank < $1.rank }) else { return 0 }
        return (same ?? candidates.filter { $0.rank <= choice.rank }.max { $0.rank < $1.rank } ?? lowest).index
    }
}

extension QualityLevel {
    /// The sort key: height first, then the bit rate if heights are equal or unknown.
    fileprivate var rank: (Int, Int) { (height ?? 0, bitrate ?? 0) }
}
