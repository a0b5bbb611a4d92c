import PlayheadHLS

/// The parsed playlists that the playbacks of a process share: the same bytes from the same URL are parsed once.
///
/// Each playback still requests its playlists and receives the bytes, which are compared completely. Parsed playlists are values: a change by
/// one playback, such as a reload, is not visible to others. What all of them keep unchanged is in memory once.
final class SharedPlaylists: Sendable {
    /// The result of parsing.
    enum Parsed: Sendable {
        case playlist(HLSPlaylist)
        case live(LivePlaylist)
    }

    /// The form of the result.
    enum Form: Sendable, Hashable {
        case playlist, live
    }

    private struct Key: Hashable {
        var url: String
        var variables: [String: String]?
        var form: Form
    }

    private struct Entry: Sendable {
        var bytes: [UInt8]
        var parsed: Parsed
        /// The number of the last use.
        var use: Int
    }

    private struct State: Sendable {
        var entries: [Key: Entry] = [:]
        var lastUse = 0
        var bytes = 0
    }

    /// The playlists of the process. They are global state because playbacks that know nothing of each other share them.
    static let ofProcess = SharedPlaylists()

    private let maximumCount: Int
    private let maximumBytes: Int
    private let state = Locked(State())

    /// Creates an empty collection.
    /// - Parameters:
    ///   - maximumCount: The maximum number of playlists; those that were not used for the longest time are dropped.
    ///   - maximumBytes: The maximum size of their texts, in bytes.
    init(maximumCount: Int = 256, maximumBytes: Int = 16 << 20) {
        self.maximumCount = maximumCount
        self.maximumBytes = maximumBytes
    }

    /// The number of playlists.
    var count: Int { state.withLock { $0.entries.count } }

    /// Returns the parsed form of the bytes of a playlist.
    func playlist(_ bytes: [UInt8], url: String, variables: [String: String]?) throws(PlaylistError) -> HLSPlaylist {
        let key = Key(url: url, variables: variables, form: .playlist)
        if case .playlist(let known)? = parsed(key, bytes) { return known }
        let playlist = try HLSPlaylist.parse(bytes, url: url, variables: variables)
        insert(.playlist(playlist), key, bytes)
        return playlist
    }

    /// Returns the parsed form of the bytes of a media playlist that may be reloaded.
    func live(_ bytes: [UInt8], url: String, variables: [String: String]?) throws(LivePlaylistError) -> LivePlaylist {
        let key = Key(url: url, variables: variables, form: .live)
        if case .live(let known)? = parsed(key, bytes) { return known }
        let playlist = try LivePlaylist(parsing: bytes, url: url, variables: variables)
        insert(.live(playlist), key, bytes)
        return playlist
    }

    private func parsed(_ key: Key, _ bytes: [UInt8]) -> Parsed? {
        state.withLock { state in
            guard let entry = state.entries[key], entry.bytes == bytes else { return nil }
            state.lastUse += 1
            state.entries[key]?.use = state.lastUse
            return entry.parsed
        }
    }

    private func insert(_ parsed: Parsed, _ key: Key, _ bytes: [UInt8]) {
        guard bytes.count <= maximumBytes else { return }
        state.withLock { state in
            state.lastUse += 1
            state.bytes += bytes.count - (state.entries[key]?.bytes.count ?? 0)
            state.entries[key] = Entry(bytes: bytes, parsed: parsed, use: state.lastUse)
            while state.entries.count > maximumCount || state.bytes > maximumBytes,
                let oldest = state.entries.min(by: { $0.value.use < $1.value.use })
            {
                state.entries[oldest.key] = nil
                state.bytes -= oldest.value.bytes.count
            }
        }
    }
}
