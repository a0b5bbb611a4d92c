/// The reason why a text cannot be used as a playlist.
package struct PlaylistError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason.
    package enum Reason: Sendable, Hashable {
        /// The text has no HLS tag (for example an HTML page).
        case notAPlaylist
        /// The playlist contains tags of multivariant playlists and of media segments (RFC 8216bis §4.4.6: must not be parsed).
        case mixedTags(String)
        /// A variable is referenced before its definition (RFC 8216bis §4.3).
        case undefinedVariable(String)
        /// The multivariant playlist does not define an imported variable (RFC 8216bis §4.4.2.3).
        case unresolvedImport(String)
        /// The URL of the playlist does not have the query parameter of a variable (RFC 8216bis §4.4.2.3).
        case missingQueryParameter(String)
        /// Nested variables expand the text beyond the maximum size of a playlist.
        case expansionTooLong
        /// A variable is defined twice (RFC 8216bis §4.4.2.3).
        case duplicateVariable(String)
    }

    /// The line, from 1.
    package var line: Int
    /// The reason for the error.
    package var reason: Reason

    /// Makes an error.
    package init(line: Int, reason: Reason) {
        self.line = line
        self.reason = reason
    }

    /// The reason in words, with the line.
    package var description: String { "line \(line): \(message)" }

    /// The reason in words.
    package var message: String {
        switch reason {
        case .notAPlaylist: "not an HLS playlist"
        case .mixedTags(let tag): "#\(tag) is not allowed in this kind of playlist"
        case .undefinedVariable(let name): "variable \(name) is not defined"
        case .unresolvedImport(let name): "imported variable \(name) is not defined by the multivariant playlist"
        case .missingQueryParameter(let name): "the playlist's URL has no value for query parameter \(name)"
        case .expansionTooLong: "the playlist is too long after the substitution of variables"
        case .duplicateVariable(let name): "variable \(name) is defined twice"
        }
    }
}

/// A departure from the standard that was tolerated.
package struct PlaylistWarning: Sendable, Hashable {
    /// The line, from 1; 0 for the playlist as a whole.
    package var line: Int
    /// The departure, and its interpretation.
    package var message: String

    /// Makes a warning.
    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}
