/// The text of a completely read playlist, kept so that only the new text of the next one has to be read.
struct PlaylistText: Sendable {
    /// UTF-8 without a byte-order mark.
    var bytes: [UInt8]
    /// The end of each listed segment.
    var marks: TextMarks
    /// Whether the playlist has bit rates.
    var hasBitrates: Bool

    /// A playlist that was read, and its text if the next reload may build on it.
    struct Reading {
        /// The read playlist. If segments were skipped, it has the first listed one and those after the skipped ones.
        var playlist: MediaPlaylist
        /// The text; nil if the next reload cannot build on it.
        var text: PlaylistText?
        /// The sequence numbers of the skipped segments.
        var passedOver = 0..<0
    }

    /// Reads a whole playlist. `knownSegment` returns a segment that a delta update skips, by its number.
    /// - Returns: Nil for a multivariant playlist.
    static func read(
        _ bytes: [UInt8], url: String?, variables: [String: String]?, knownSegment: ((Int) -> MediaSegment?)? = nil
    ) throws(PlaylistError) -> Reading? {
        let source = try PlaylistSource(bytes: bytes, url: url, variables: variables)
        guard source.kind == .media else { return nil }
        var parser = MediaPlaylistParser(source: source)
        parser.marks = TextMarks()
        parser.knownSegment = knownSegment
        let playlist = try parser.parse()
        guard parser.isRegular, playlist.skipped == nil, let marks = parser.marks else { return Reading(playlist: playlist) }
        return Reading(playlist: playlist, text: PlaylistText(bytes: source.bytes, marks: marks, hasBitrates: parser.bitrate != nil))
    }
}
