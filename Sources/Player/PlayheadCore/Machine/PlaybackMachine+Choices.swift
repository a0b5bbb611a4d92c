// The viewer's selections apply to the following items: each is matched against the lists of the new item.
extension PlaybackMachine {
    /// The level that the viewer chose last; `nil` before a choice.
    package var chosenLevel: QualityLevel? { choices.level }

    /// Requests the viewer's earlier selections, or the configured preferences, once the lists of an item are known.
    mutating func applyChoices() {
        guard let media else { return }
        if let choice = choices.level {
            let wanted = media.levels.nearest(to: choice)
            if wanted != media.currentLevel { outputs.append(.engine(.selectLevel(wanted))) }
        }
        let wanted = media.audioTracks.preferred(after: choices.audio, options.audioLanguages)
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

extension [MediaTrack] {
    /// Selects the audio track to start with.
    /// - Parameters:
    ///   - choice: The viewer's earlier selection, which has priority if there is such a track.
    ///   - languages: The preferred languages otherwise, best first.
    /// - Returns: The index of the track; `nil` leaves the selection to the stream.
    func preferred(after choice: MediaTrack?, _ languages: [String]) -> Int? {
        if let choice, let same = first(where: { $0.language == choice.language && $0.name == choice.name }) { return same.index }
        let wanted = [choice?.language].compactMap(\.self) + languages
        for language in wanted.compactMap(LanguageTag.init) {
            let suiting = compactMap { track in
                track.language.flatMap(LanguageTag.init).flatMap(language.suitability).map { (track, suitability: $0) }
            }
            guard let best = suiting.map(\.suitability).max() else { continue }
            let tracks = suiting.filter { $0.suitability == best }.map(\.0)
            return (tracks.first(where: \.isDefault) ?? tracks.first)?.index
        }
        return nil
    }
}
