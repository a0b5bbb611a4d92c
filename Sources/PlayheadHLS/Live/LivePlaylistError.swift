/// Why a reload couldn't be merged. What was known before stays as it was.
public enum LivePlaylistError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is no playlist.
    case invalid(PlaylistError)
    /// There is a multivariant playlist instead of a media playlist.
    case multivariant
    /// The delta update leaves out segments that are not known, or is part of another stream: the playlist has to be loaded whole
    /// (RFC 8216bis §6.3.7).
    case deltaDoesNotFit

    /// The reason in words.
    public var description: String {
        switch self {
        case .invalid(let error): error.description
        case .multivariant: "a multivariant playlist where a media playlist was"
        case .deltaDoesNotFit: "the delta update does not fit what is known"
        }
    }
}
