/// A playlist of HTTP Live Streaming: either the list of a presentation's renditions, or the list of one rendition's segments (RFC 8216bis §4).
public enum HLSPlaylist: Sendable, Hashable {
    /// A playlist that names other playlists (RFC 8216bis §4.4.6).
    case multivariant(MultivariantPlaylist)
    /// A playlist that names media segments (RFC 8216bis §4.4.3, §4.4.4).
    case media(MediaPlaylist)

    /// What was tolerated while parsing, in the order of the lines.
    public var warnings: [PlaylistWarning] {
        switch self {
        case .multivariant(let playlist): playlist.warnings
        case .media(let playlist): playlist.warnings
        }
    }

    /// The playlist as text. Parsed again it gives the same playlist, its warnings aside.
    public var text: String {
        switch self {
        case .multivariant(let playlist): playlist.text
        case .media(let playlist): playlist.text
        }
    }

    /// Parses the bytes of a playlist. Any input gives a playlist or an error; none traps.
    ///
    /// Departures that have one sensible reading are read so and told as warnings; those that the standard says to refuse, and that leave the meaning open, are errors.
    /// - Parameters:
    ///   - bytes: UTF-8; a byte-order mark and invalid sequences are tolerated with a warning.
    ///   - url: The absolute URL that the playlist came from (after redirects): the base of its URIs and the source of `QUERYPARAM` variables.
    ///   - variables: The variables of the multivariant playlist that led here, for `EXT-X-DEFINE:IMPORT`. With nil the playlist is taken to stand alone:
    ///     what it imports is then unknown, and references to it stay as they are, with a warning.
    /// - Throws: `PlaylistError` with the line and the reason.
    public static func parse(_ bytes: [UInt8], url: String? = nil, variables: [String: String]? = nil) throws(PlaylistError) -> HLSPlaylist
    {
        let source = try PlaylistSource(bytes: bytes, url: url, variables: variables)
        switch source.kind {
        case .multivariant:
            var parser = MultivariantPlaylistParser(source: source)
            return .multivariant(try parser.parse())
        case .media:
            var parser = MediaPlaylistParser(source: source)
            return .media(try parser.parse())
        }
    }

    /// Parses the text of a playlist; see `parse(_:url:variables:)` of bytes.
    public static func parse(_ text: String, url: String? = nil, variables: [String: String]? = nil) throws(PlaylistError) -> HLSPlaylist {
        try parse(Array(text.utf8), url: url, variables: variables)
    }
}
