/// Why a text can't be used as a playlist.
public struct PlaylistError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Sendable, Hashable {
        /// The text has no tag of HLS (an HTML page, say).
        case notAPlaylist
        /// Tags of multivariant playlists and of media segments stand in one playlist (RFC 8216bis §4.4.6: must not be parsed).
        case mixedTags(String)
        /// A variable is referred to before it is defined (RFC 8216bis §4.3).
        case undefinedVariable(String)
        /// A variable is imported that the multivariant playlist doesn't define (RFC 8216bis §4.4.2.3).
        case unresolvedImport(String)
        /// A variable is to be taken from a query parameter that the playlist's URL doesn't have (RFC 8216bis §4.4.2.3).
        case missingQueryParameter(String)
        /// Variables that hold one another blow the text up beyond any playlist's size.
        case expansionTooLong
        /// A variable is defined twice (RFC 8216bis §4.4.2.3).
        case duplicateVariable(String)
    }

    /// The line, from 1.
    public var line: Int
    /// What is wrong there.
    public var reason: Reason

    /// Makes an error.
    public init(line: Int, reason: Reason) {
        self.line = line
        self.reason = reason
    }

    /// The reason in words, with the line.
    public var description: String { "line \(line): \(message)" }

    /// The reason in words.
    public var message: String {
        switch reason {
        case .notAPlaylist: "not an HLS playlist"
        case .mixedTags(let tag): "#\(tag) can't stand in this kind of playlist"
        case .undefinedVariable(let name): "variable \(name) is not defined"
        case .unresolvedImport(let name): "imported variable \(name) is not defined by the multivariant playlist"
        case .missingQueryParameter(let name): "the playlist's URL has no value for query parameter \(name)"
        case .expansionTooLong: "variables make the playlist too long"
        case .duplicateVariable(let name): "variable \(name) is defined twice"
        }
    }
}
