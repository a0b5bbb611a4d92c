/// What is wanted of captions, by the viewer or by the app for them.
public struct CaptionPreferences: Sendable, Hashable, Codable {
    /// Whether captions are wanted.
    public enum Mode: String, Sendable, Hashable, Codable, CaseIterable {
        /// None but forced ones.
        case off
        /// As the stream has it: its default, or what fits where the sound is in a language that is not among the wanted ones.
        case automatic
        /// Always some.
        case on
    }

    /// Whether captions are wanted.
    public var mode: Mode
    /// The languages that are wanted (BCP 47), the most wanted first.
    public var languages: [String]
    /// Whether captions are wanted that also tell what is heard besides speech.
    public var prefersAccessibility: Bool
    /// Whether a forced track in the sound's language is shown where no full one is.
    public var showsForced: Bool

    /// Makes preferences.
    public init(mode: Mode = .automatic, languages: [String] = [], prefersAccessibility: Bool = false, showsForced: Bool = true) {
        self.mode = mode
        self.languages = languages
        self.prefersAccessibility = prefersAccessibility
        self.showsForced = showsForced
    }
}
