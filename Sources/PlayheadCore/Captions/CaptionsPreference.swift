/// Which captions are shown without anybody choosing.
public struct CaptionsPreference: Sendable, Hashable {
    /// Languages in the order of preference, as BCP 47 tags; `en` stands for all its regions.
    public var languages: [String]
    /// Whether captions are shown: always where there are any, never, or (`nil`) where the stream has a default track.
    public var isShown: Bool?
    /// Whether a forced track (what is said in a foreign tongue) in the sound's language is shown where captions are off.
    public var showsForced: Bool

    /// Makes a preference; the default follows the stream.
    public init(languages: [String] = [], isShown: Bool? = nil, showsForced: Bool = true) {
        self.languages = languages
        self.isShown = isShown
        self.showsForced = showsForced
    }
}

/// What the viewer chose, kept from item to item by language.
enum CaptionsChoice: Sendable, Hashable {
    case off
    case track(language: String?, name: String)
}

extension CaptionsPreference {
    /// The track of `tracks` (0 is off) to show at first.
    /// - Parameters:
    ///   - current: What the engine chose: what the stream says, where nothing else is asked for.
    ///   - choice: What the viewer chose before, which wins where there is such a track.
    ///   - soundLanguage: The language that is heard.
    func track(of tracks: [MediaTrack], current: Int, after choice: CaptionsChoice?, soundLanguage: String?) -> Int {
        let forced = showsForced ? tracks.first { $0.isForced && $0.language?.isSameLanguage(as: soundLanguage) ?? false }?.index ?? 0 : 0
        let full = tracks.dropFirst().filter { !$0.isForced }
        switch choice {
        case .off: return forced
        case .track(let language, let name):
            let same = full.filter { $0.language == language }
            if let track = same.first(where: { $0.name == name }) ?? same.first(where: { $0.language != nil }) { return track.index }
            if let track = full.first(where: { $0.language?.isSameLanguage(as: language) ?? false }) { return track.index }
        case nil: if current > 0, isShown == nil, languages.isEmpty { return current }
        }
        let standard = full.first(where: \.isDefault)
        guard isShown ?? (standard != nil || choice != nil) else { return forced }
        for language in languages {
            if let track = full.first(where: { $0.language?.lowercased() == language.lowercased() }) { return track.index }
            if let track = full.first(where: { $0.language?.isSameLanguage(as: language) ?? false }) { return track.index }
        }
        if let standard { return standard.index }
        return isShown == true ? full.first?.index ?? forced : forced
    }
}

extension String {
    /// Whether two BCP 47 tags name the same language, whatever the region or script.
    fileprivate func isSameLanguage(as other: String?) -> Bool {
        guard let other else { return false }
        return primarySubtag == other.primarySubtag
    }

    private var primarySubtag: String { prefix { $0 != "-" && $0 != "_" }.lowercased() }
}
