import PlayheadHLS

/// The playlists of an on-demand presentation and the locations of all segments, for a broadcast. A value without I/O.
package struct RecordedPresentation: Sendable {
    /// The path of the playlist to open, below the folder.
    package let entry: String
    /// The text of the multivariant playlist; nil if the entry is a media playlist.
    let multivariant: String?
    /// The same playlist.
    let playlist: MultivariantPlaylist?
    /// The tracks, by the paths of their playlists.
    var tracks: [String: RecordedTrack]
    /// The paths of the tracks, in the order of the presentation.
    let order: [String]

    /// The duration of the longest rendition that is not text, in seconds, after which the recording repeats.
    package var duration: Double { Microseconds.seconds(order.first.flatMap { tracks[$0]?.duration } ?? 0) }

    /// Reads a presentation.
    ///
    /// - Parameters:
    ///   - entry: The path of the playlist to open first, below the folder.
    ///   - text: Returns the text of a playlist by path; nil if the playlist does not exist.
    /// - Throws: ``RecordedPresentationError``.
    package init(entry: String, text: (String) -> String?) throws(RecordedPresentationError) {
        self.entry = entry
        guard let content = text(entry) else { throw .missing(entry) }
        var tracks: [String: RecordedTrack] = [:]
        var order: [String] = []
        switch try Self.parse(content, path: entry) {
        case .media(let playlist):
            multivariant = nil
            self.playlist = nil
            tracks[entry] = try Self.track(entry, playlist, isText: false)
            order = [entry]
        case .multivariant(let playlist):
            // I-frame playlists are left out, because live versions of them are not supported here.
            multivariant = content.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.hasPrefix("#EXT-X-I-FRAME-STREAM-INF") }.joined(separator: "\n")
            self.playlist = playlist
            let named =
                playlist.variants.map { ($0.uri, false) }
                + playlist.renditions.compactMap { rendition in
                    rendition.uri.map { ($0, rendition.type == .subtitles) }
                }
            for (uri, isText) in named {
                guard let path = Self.path(of: uri, in: entry), tracks[path] == nil else { continue }
                guard let content = text(path) else { throw .missing(path) }
                guard case .media(let media) = try Self.parse(content, path: path) else {
                    throw .unusable(path, "it is not a media playlist")
                }
                tracks[path] = try Self.track(path, media, isText: isText)
                order.append(path)
            }
        }
        guard !order.isEmpty else { throw .unusable(entry, "it refers to no playlist of this folder") }
        let length = tracks.values.map { $0.isText ? 0 : $0.duration }.max() ?? 0
        self.tracks = length > 0 ? tracks.mapValues { $0.fitted(to: length) } : tracks
        self.order = order
    }

    private static func parse(_ text: String, path: String) throws(RecordedPresentationError) -> HLSPlaylist {
        do throws(PlaylistError) {
            return try HLSPlaylist.parse(text)
        } catch {
            throw .unusable(path, "\(error)")
        }
    }

    private static func track(_ path: String, _ playlist: MediaPlaylist, isText: Bool) throws(RecordedPresentationError) -> RecordedTrack {
        guard !playlist.segments.isEmpty else { throw .unusable(path, "it has no segments") }
        return RecordedTrack(path: path, playlist: playlist, isText: isText) { Self.path(of: $0, in: path) }
    }

    /// Returns the decoded path below the folder of a URI in a playlist; nil if the URI leads elsewhere.
    static func path(of uri: String, in playlist: String) -> String? {
        let root = "http://folder/"
        let resolved = URIReference.resolve(uri, against: root + RequestPath.percentEncoded(playlist))
        guard resolved.hasPrefix(root) else { return nil }
        let path = resolved.dropFirst(root.count).prefix { $0 != "?" && $0 != "#" }
        return path.isEmpty ? nil : RequestPath.percentDecoded(path)
    }
}

/// The reason why an on-demand presentation can't be broadcast.
package enum RecordedPresentationError: Error, Equatable, CustomStringConvertible {
    /// A file does not exist, by its path below the folder.
    case missing(String)
    /// A playlist or segment can't be used, with the reason.
    case unusable(String, String)

    /// A message for people.
    package var description: String {
        switch self {
        case .missing(let path): "'\(path)' does not exist."
        case .unusable(let path, let reason): "'\(path)' can't be broadcast: \(reason)."
        }
    }
}
