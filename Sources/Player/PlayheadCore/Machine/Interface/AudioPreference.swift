/// The preferred sound of an item: the viewer's latest selection, and languages.
package struct AudioPreference: Sendable, Hashable {
    /// The track that the viewer selected last, of any item; `nil` before a selection.
    package var choice: MediaTrack?
    /// The preferred languages otherwise, best first, as BCP 47 tags.
    package var languages: [String]

    /// Creates a preference; by default none.
    package init(choice: MediaTrack? = nil, languages: [String] = []) { (self.choice, self.languages) = (choice, languages) }

    /// Selects the audio track to start with.
    /// - Returns: The index of the track; `nil` leaves the selection to the stream.
    package func track(of tracks: [MediaTrack]) -> Int? {
        if let choice, let same = tracks.first(where: { $0.language == choice.language && $0.name == choice.name }) { return same.index }
        let wanted = [choice?.language].compactMap(\.self) + languages
        for language in wanted.compactMap(LanguageTag.init) {
            let suiting = tracks.compactMap { track in
                track.language.flatMap(LanguageTag.init).flatMap(language.suitability).map { (track, suitability: $0) }
            }
            guard let best = suiting.map(\.suitability).max() else { continue }
            let candidates = suiting.filter { $0.suitability == best }.map(\.0)
            return (candidates.first(where: \.isDefault) ?? candidates.first)?.index
        }
        return nil
    }
}
