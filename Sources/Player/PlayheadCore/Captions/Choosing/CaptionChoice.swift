/// The selection of the captions track if the viewer did not select one.
package enum CaptionChoice {
    /// Selects a track; the rules are in docs/CAPTIONS.md.
    /// - Parameters:
    ///   - tracks: The available tracks, without "off".
    ///   - preferences: The preferences of the viewer or the app.
    ///   - audioLanguage: The language of the sound (BCP 47), or `nil` if unknown.
    /// - Returns: The index of the track, or `nil` for none.
    package static func choose(from tracks: [MediaTrack], preferences: CaptionPreferences, audioLanguage: String?) -> Int? {
        let wanted = preferences.languages.compactMap(LanguageTag.init)
        let audio = audioLanguage.flatMap(LanguageTag.init)
        let full = Candidates(tracks, prefersAccessibility: preferences.prefersAccessibility) { !$0.isForced }
        var choice: Int?
        switch preferences.mode {
        case .off: break
        case .on:
            choice =
                full.best(for: wanted) ?? full.best { $0.isDefault } ?? full.best(for: [audio].compactMap(\.self))
                ?? full.best { _ in true }
        case .automatic:
            let fitting = Candidates(tracks, prefersAccessibility: preferences.prefersAccessibility) {
                !$0.isForced && ($0.isAutoselect || $0.isDefault)
            }
            let understandsAudio = audio.map { audio in wanted.contains { $0.suitability(of: audio) != nil } } ?? true
            if preferences.prefersAccessibility || !understandsAudio { choice = fitting.best(for: wanted) }
            choice = choice ?? defaultChoice(full, wanted: wanted)
        }
        return choice ?? (preferences.showsForced ? forced(tracks, wanted: wanted, audio: audio) : nil)
    }

    /// The best full track in one of `languages`, the most preferred first; `nil` if there is no track in any of them.
    static func best(of tracks: [MediaTrack], in languages: [String], prefersAccessibility: Bool) -> Int? {
        Candidates(tracks, prefersAccessibility: prefersAccessibility) { !$0.isForced }.best(for: languages.compactMap(LanguageTag.init))
    }

    /// The stream's default track, in the most preferred language that has one; otherwise in any language.
    private static func defaultChoice(_ candidates: Candidates, wanted: [LanguageTag]) -> Int? {
        let defaults = candidates.filter { $0.isDefault }
        return defaults.best(for: wanted) ?? defaults.best { _ in true }
    }

    /// The forced subtitles for the sound: they translate what its listeners do not understand, so their language is that of the sound. If
    /// that language is unknown, the most preferred one is used.
    private static func forced(_ tracks: [MediaTrack], wanted: [LanguageTag], audio: LanguageTag?) -> Int? {
        let candidates = Candidates(tracks, prefersAccessibility: false) { $0.isForced }
        if let audio { return candidates.best(for: [audio]) }
        return candidates.best(for: wanted)
    }
}

/// The tracks to select from.
private struct Candidates {
    private var entries: [(index: Int, track: MediaTrack)]
    private let prefersAccessibility: Bool

    init(_ tracks: [MediaTrack], prefersAccessibility: Bool, where condition: (MediaTrack) -> Bool) {
        entries = tracks.enumerated().filter { condition($0.element) }.map { ($0.offset, $0.element) }
        self.prefersAccessibility = prefersAccessibility
    }

    func filter(_ condition: (MediaTrack) -> Bool) -> Candidates {
        var filtered = self
        filtered.entries.removeAll { !condition($0.track) }
        return filtered
    }

    /// The best track of the first language that has any.
    func best(for languages: [LanguageTag]) -> Int? {
        for language in languages {
            let scored = entries.compactMap { entry in
                entry.track.language.flatMap(LanguageTag.init).flatMap(language.suitability).map { (entry, suitability: $0) }
            }
            guard let most = scored.map(\.suitability).max() else { continue }
            return Self.best(scored.filter { $0.suitability == most }.map(\.0), prefersAccessibility)
        }
        return nil
    }

    /// The best track that satisfies a condition.
    func best(_ condition: (MediaTrack) -> Bool) -> Int? {
        Self.best(entries.filter { condition($0.track) }, prefersAccessibility)
    }

    /// Selects among equivalent tracks: by the accessibility preference, then the default track, then an autoselect track, then the first.
    private static func best(_ entries: [(index: Int, track: MediaTrack)], _ prefersAccessibility: Bool) -> Int? {
        func rank(_ track: MediaTrack) -> Int {
            (track.servesAccessibility == prefersAccessibility ? 4 : 0) + (track.isDefault ? 2 : 0)
                + (track.isAutoselect ? 1 : 0)
        }
        var best: (index: Int, rank: Int)?
        for entry in entries where best.map({ rank(entry.track) > $0.rank }) ?? true { best = (entry.index, rank(entry.track)) }
        return best?.index
    }
}
