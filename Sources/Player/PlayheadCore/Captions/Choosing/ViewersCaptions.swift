/// The viewer's selection of captions, kept from item to item by language.
enum ViewersCaptions: Sendable, Hashable {
    case off
    case track(language: String?, name: String)
}

extension CaptionPreferences {
    /// The index in `tracks` (0 is off) of the track to show. `choice`, the viewer's earlier selection, has priority if there is such a
    /// track, or one in its language. `audioLanguage` is the language of the sound.
    func track(of tracks: [MediaTrack], after choice: ViewersCaptions?, audioLanguage: String?) -> Int {
        let offered = Array(tracks.dropFirst())
        var preferences = self
        switch choice {
        case .off: preferences.mode = .off
        case .track(let language, let name):
            let same = offered.indices.filter { offered[$0].language == language && offered[$0].name == name }
            if let place = same.first { return offered[place].index }
            let wanted = [language].compactMap(\.self) + languages
            if let place = CaptionChoice.best(of: offered, in: wanted, prefersAccessibility: prefersAccessibility) {
                return offered[place].index
            }
        case nil: break
        }
        let place = CaptionChoice.choose(from: offered, preferences: preferences, audioLanguage: audioLanguage)
        return place.map { offered[$0].index } ?? 0
    }
}
