/// Which captions track is shown where nobody chose one by hand.
public enum CaptionChoice {
    /// Chooses a track; the rules are in docs/CAPTIONS.md.
    /// - Parameters:
    ///   - renditions: The tracks there are.
    ///   - preferences: What is wanted.
    ///   - audioLanguage: The language of the sound (BCP 47), or `nil` where it is not known.
    /// - Returns: The place of the track, or `nil` for none.
    public static func choose(from renditions: [CaptionRendition], preferences: CaptionPreferences, audioLanguage: String?) -> Int? {
        let wanted = preferences.languages.compactMap(LanguageTag.init)
        let audio = audioLanguage.flatMap(LanguageTag.init)
        let full = Candidates(renditions, prefersAccessibility: preferences.prefersAccessibility) { !$0.isForced }
        var choice: Int?
        switch preferences.mode {
        case .off: break
        case .on:
            choice =
                full.best(for: wanted) ?? full.best { $0.isDefault } ?? full.best(for: [audio].compactMap(\.self))
                ?? full.best { _ in true }
        case .automatic:
            let fitting = Candidates(renditions, prefersAccessibility: preferences.prefersAccessibility) {
                !$0.isForced && ($0.isAutoselect || $0.isDefault)
            }
            let understandsAudio = audio.map { audio in wanted.contains { $0.suitability(of: audio) != nil } } ?? true
            if preferences.prefersAccessibility || !understandsAudio { choice = fitting.best(for: wanted) }
            choice = choice ?? defaultChoice(full, wanted: wanted)
        }
        return choice ?? forced(renditions, wanted: wanted, audio: audio)
    }

    /// The stream's default, in the most wanted language that has one; in any language where none has.
    private static func defaultChoice(_ candidates: Candidates, wanted: [LanguageTag]) -> Int? {
        let defaults = candidates.filter { $0.isDefault }
        return defaults.best(for: wanted) ?? defaults.best { _ in true }
    }

    /// The forced subtitles that go with the sound: they say what the sound's listeners don't understand, so their language is that of the sound. Where
    /// that is not known it is the most wanted one.
    private static func forced(_ renditions: [CaptionRendition], wanted: [LanguageTag], audio: LanguageTag?) -> Int? {
        let candidates = Candidates(renditions, prefersAccessibility: false) { $0.isForced }
        if let audio { return candidates.best(for: [audio]) }
        return candidates.best(for: wanted)
    }
}

/// Tracks that come into question.
private struct Candidates {
    private var entries: [(index: Int, rendition: CaptionRendition)]
    private let prefersAccessibility: Bool

    init(_ renditions: [CaptionRendition], prefersAccessibility: Bool, where condition: (CaptionRendition) -> Bool) {
        entries = renditions.enumerated().filter { condition($0.element) }.map { ($0.offset, $0.element) }
        self.prefersAccessibility = prefersAccessibility
    }

    func filter(_ condition: (CaptionRendition) -> Bool) -> Candidates {
        var filtered = self
        filtered.entries.removeAll { !condition($0.rendition) }
        return filtered
    }

    /// The best track of the first language that has any.
    func best(for languages: [LanguageTag]) -> Int? {
        for language in languages {
            let scored = entries.compactMap { entry in
                entry.rendition.language.flatMap(LanguageTag.init).flatMap(language.suitability).map { (entry, suitability: $0) }
            }
            guard let most = scored.map(\.suitability).max() else { continue }
            return Self.best(scored.filter { $0.suitability == most }.map(\.0), prefersAccessibility)
        }
        return nil
    }

    /// The best track that fits a condition.
    func best(_ condition: (CaptionRendition) -> Bool) -> Int? {
        Self.best(entries.filter { condition($0.rendition) }, prefersAccessibility)
    }

    /// Of tracks that suit alike: what fits the wish for accessibility, then the default, then one that may be chosen, then the first.
    private static func best(_ entries: [(index: Int, rendition: CaptionRendition)], _ prefersAccessibility: Bool) -> Int? {
        func rank(_ rendition: CaptionRendition) -> Int {
            (rendition.servesAccessibility == prefersAccessibility ? 4 : 0) + (rendition.isDefault ? 2 : 0)
                + (rendition.isAutoselect ? 1 : 0)
        }
        var best: (index: Int, rank: Int)?
        for entry in entries where best.map({ rank(entry.rendition) > $0.rank }) ?? true { best = (entry.index, rank(entry.rendition)) }
        return best?.index
    }
}
