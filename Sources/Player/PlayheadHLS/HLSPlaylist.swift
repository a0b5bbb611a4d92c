@_exported import PlayheadNumbers

/// A playlist of HTTP Live Streaming: either the list of a presentation's renditions, or the list of one rendition's segments (RFC 8216bis
/// §4).
package enum HLSPlaylist: Sendable, Hashable {
    /// A playlist of other playlists (RFC 8216bis §4.4.6).
    case multivariant(MultivariantPlaylist)
    /// A playlist of media segments (RFC 8216bis §4.4.3, §4.4.4).
    case media(MediaPlaylist)

    /// The departures that were tolerated while parsing, in the order of the lines.
    package var warnings: [PlaylistWarning] {
        switch self {
        case .multivariant(let playlist): playlist.warnings
        case .media(let playlist): playlist.warnings
        }
    }

    /// The playlist as text. Parsing the text gives the same playlist, except for its warnings.
    package var text: String {
        switch self {
        case .multivariant(let playlist): playlist.text
        case .media(let playlist): playlist.text
        }
    }

    /// Parses the bytes of a playlist. Any input gives a playlist or an error; none traps.
    ///
    /// Departures with one sensible interpretation are reported as warnings; those that the standard requires to be refused, or that are
    /// ambiguous, are errors.
    /// - Parameters:
    ///   - bytes: UTF-8; a byte-order mark and invalid sequences are tolerated with a warning.
    ///   - url: The absolute URL of the playlist (after redirects): the base of its URIs and the source of `QUERYPARAM` variables.
    ///   - variables: The variables of the multivariant playlist, for `EXT-X-DEFINE:IMPORT`. With nil the playlist is parsed alone: its
    ///     imports are then unknown, and references to them are kept unchanged, with a warning.
    /// - Returns: The multivariant playlist or the media playlist.
    /// - Throws: `PlaylistError` with the line and the reason.
    package static func parse(_ bytes: [UInt8], url: String? = nil, variables: [String: String]? = nil) throws(PlaylistError) -> HLSPlaylist
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
    package static func parse(_ text: String, url: String? = nil, variables: [String: String]? = nil) throws(PlaylistError) -> HLSPlaylist {
        try parse(Array(text.utf8), url: url, variables: variables)
    }
}
