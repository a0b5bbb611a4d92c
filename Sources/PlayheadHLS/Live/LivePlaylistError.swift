/// The reason why a reload could not be merged. The known playlist is kept.
public enum LivePlaylistError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not a playlist.
    case invalid(PlaylistError)
    /// The text is a multivariant playlist instead of a media playlist.
    case multivariant
    /// The delta update skips unknown segments, or belongs to another stream: the whole playlist has to be loaded (RFC 8216bis §6.3.7).
    case deltaDoesNotFit

    /// The reason in words.
    public var description: String {
        switch self {
        case .invalid(let error): error.description
        case .multivariant: "a multivariant playlist instead of a media playlist"
        case .deltaDoesNotFit: "the delta update does not match the known playlist"
        }
    }
}
