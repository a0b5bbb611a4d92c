/// The caption preferences of the viewer, or of the app on their behalf.
public struct CaptionPreferences: Sendable, Hashable, Codable {
    /// Whether captions are wanted.
    public enum Mode: String, Sendable, Hashable, Codable, CaseIterable {
        /// Only forced captions.
        case off
        /// The stream's default, or a matching track if the language of the sound is not among the preferred ones.
        case automatic
        /// Always, if there is a track.
        case on
    }

    /// Whether captions are wanted.
    public var mode: Mode
    /// The preferred languages (BCP 47), the most preferred first.
    public var languages: [String]
    /// Whether captions that also describe sounds other than speech are preferred.
    public var prefersAccessibility: Bool
    /// Whether a forced track in the language of the sound is shown if no full track is.
    public var showsForced: Bool
    /// The encoding of caption files without a byte order mark, a name of iconv such as `windows-1251`; `nil`, the default, to detect it.
    public var encoding: String?

    /// Makes preferences.
    public init(
        mode: Mode = .automatic, languages: [String] = [], prefersAccessibility: Bool = false, showsForced: Bool = true,
        encoding: String? = nil
    ) {
        self.mode = mode
        self.languages = languages
        self.prefersAccessibility = prefersAccessibility
        self.showsForced = showsForced
        self.encoding = encoding
    }
}
