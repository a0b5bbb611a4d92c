/// Which captions track is shown where nobody chose one by hand.
public enum CaptionChoice {
    /// Chooses a track; the rules are in docs/CAPTIONS.md.
    /// - Parameters:
    ///   - tracks: The tracks there are, without "off".
    ///   - preferences: What is wanted.
    ///   - audioLanguage: The language of the sound (BCP 47), or `nil` where it is not known.
    /// - Returns: The place of the track, or `nil` for none.
    public static func choose(from tracks: [MediaTrack], preferences: CaptionPreferences, audioLanguage: String?) -> Int? {
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

    /// The best of the full tracks in one of `languages`, the most wanted first; `nil` where none of them has any.
    static func best(of tracks: [MediaTrack], in languages: [String], prefersAccessibility: Bool) -> Int? {
        Candidates(tracks, prefersAccessibility: prefersAccessibility) { !$0.isForced }.best(for: languages.compactMap(LanguageTag.init))
    }

    /// The stream's default, in the most wanted language that has one; in any language where none has.
    private static func defaultChoice(_ candidates: Candidates, wanted: [LanguageTag]) -> Int? {
        let defaults = candidates.filter { $0.isDefault }
        return defaults.best(for: wanted) ?? defaults.best { _ in true }
    }

    /// The forced subtitles that go with the sound: they say what the sound's listeners don't understand, so their language is that of the sound. Where
    /// that is not known it is the most wanted one.
    private static func forced(_ tracks: [MediaTrack], wanted: [LanguageTag], audio: LanguageTag?) -> Int? {
        let candidates = Candidates(tracks, prefersAccessibility: false) { $0.isForced }
        if let audio { return candidates.best(for: [audio]) }
        return candidates.best(for: wanted)
    }
}

/// Tracks that come into question.
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

    /// The best track that fits a condition.
    func best(_ condition: (MediaTrack) -> Bool) -> Int? {
        Self.best(entries.filter { condition($0.track) }, prefersAccessibility)
    }

    /// Of tracks that suit alike: what fits the wish for accessibility, then the default, then one that may be chosen, then the first.
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
