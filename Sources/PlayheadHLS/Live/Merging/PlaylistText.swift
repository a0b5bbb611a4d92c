/// The text of a playlist that was read wholly, remembered so that of the next one only what is new has to be read.
struct PlaylistText: Sendable {
    /// UTF-8 without a byte-order mark.
    var bytes: [UInt8]
    /// The end of each segment that is listed.
    var marks: TextMarks
    /// Whether it has bit rates.
    var hasBitrates: Bool

    /// A playlist that was read, and its text where the next reload may build on it.
    struct Reading {
        /// What was read. When segments were passed over, it has the first listed one and those behind what was passed over.
        var playlist: MediaPlaylist
        /// The text; nil when it can't be built on.
        var text: PlaylistText?
        /// The sequence numbers of the segments that were passed over.
        var passedOver = 0..<0
    }

    /// Reads a playlist wholly.
    /// - Parameter knownSegment: Finds a segment that a delta update leaves out, by its number.
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
