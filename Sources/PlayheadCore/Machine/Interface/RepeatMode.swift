/// The repetition of a list.
public enum RepeatMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Playback ends after the last item.
    case off
    /// Each item is played again and again.
    case item
    /// The list starts again after its last item.
    case list
}
