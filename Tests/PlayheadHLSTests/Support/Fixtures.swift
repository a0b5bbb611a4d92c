import Testing

@testable import PlayheadHLS

/// The text did not give the kind of playlist that a test requires.
struct UnexpectedKind: Error {}

/// Parses lines as a media playlist.
func media(_ lines: String, url: String? = "https://cdn.example/live/video.m3u8", variables: [String: String]? = nil) throws
    -> MediaPlaylist
{
    guard case .media(let playlist) = try HLSPlaylist.parse(lines, url: url, variables: variables) else { throw UnexpectedKind() }
    return playlist
}

/// Parses lines as a multivariant playlist.
func multivariant(_ lines: String, url: String? = "https://cdn.example/main.m3u8") throws -> MultivariantPlaylist {
    guard case .multivariant(let playlist) = try HLSPlaylist.parse(lines, url: url) else { throw UnexpectedKind() }
    return playlist
}

/// Returns the error of parsing a text.
func parseError(_ lines: String, url: String? = nil, variables: [String: String]? = nil) -> PlaylistError? {
    do throws(PlaylistError) {
        _ = try HLSPlaylist.parse(lines, url: url, variables: variables)
        return nil
    } catch {
        return error
    }
}

extension HLSPlaylist {
    /// The playlist without its warnings.
    var meaning: HLSPlaylist {
        switch self {
        case .media(var playlist):
            playlist.warnings = []
            return .media(playlist)
        case .multivariant(var playlist):
            playlist.warnings = []
            return .multivariant(playlist)
        }
    }
}
