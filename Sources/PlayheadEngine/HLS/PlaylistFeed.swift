import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadTransport

/// One rendition's media playlist on the presentation's timeline: loaded once, or again and again while it is live and somebody uses it.
final class PlaylistFeed: Sendable {
    private struct State {
        var timeline: FeedTimeline?
        var loading: Task<Void, any Error>?
        var isClosed = false
    }

    /// Its absolute URL, as it is asked for.
    let url: String
    private let playlists: PlaylistLoader
    private let variables: [String: String]?
    private let clock: any PlaybackClock
    private let state = Locked(State())

    init(url: String, playlists: PlaylistLoader, variables: [String: String]?, clock: any PlaybackClock) {
        self.url = url
        self.playlists = playlists
        self.variables = variables
        self.clock = clock
    }

    /// Takes a playlist that is loaded already.
    /// - Throws: `PlaybackError` where nothing in it can be played.
    func take(_ playlist: MediaPlaylist) throws {
        guard playlist.segments.contains(where: { !$0.isGap }) else { throw PlaybackError(.manifestEmpty, url: url) }
        state.withLock { $0.timeline = FeedTimeline(playlist) }
    }

    /// Loads the playlist, unless it is there and up to date.
    /// - Parameter leader: On whose timeline it is put.
    /// - Throws: `PlaybackError`.
    func load(following leader: PlaylistFeed?) async throws {
        guard state.withLock({ $0.timeline == nil }) else { return }
        let found = try await playlists.bytes(at: url)
        switch try PlaylistLoader.parse(found.bytes, url: found.url, variables: variables) {
        case .multivariant: throw PlaybackError(.manifestLoop, url: url)
        case .media(let playlist): try take(playlist)
        }
    }

    /// Ends its reloading.
    func close() async {}

    // MARK: What it holds

    private func read<R: Sendable>(_ body: (FeedTimeline) -> R, otherwise: R) -> R {
        state.withLock { state in state.timeline.map(body) ?? otherwise }
    }

    /// Where the last segment ends, in seconds on the presentation's timeline.
    var end: Double { read({ $0.end }, otherwise: 0) }
    /// The longest that a segment may be, in seconds.
    var targetDuration: Double { read({ $0.playlist.targetDuration }, otherwise: 0) }
    /// Whether no segment will be added any more.
    var isComplete: Bool { read({ $0.playlist.isComplete }, otherwise: false) }
    /// Whether something in it is enciphered.
    var isProtected: Bool { read({ $0.playlist.segments.contains { $0.keys.contains { $0.method != .none } } }, otherwise: false) }

    /// The absolute URL of a URI in the playlist.
    func url(for uri: String) -> String { read({ $0.playlist.url(for: uri) }, otherwise: uri) }

    /// Where the segment lies that `time` (seconds on the presentation's timeline) is in; the last one beyond the end.
    func cursor(at time: Double) -> SegmentCursor { read({ $0.cursor(at: time) }, otherwise: SegmentCursor(sequence: 0)) }

    /// Where `cursor` begins, in seconds on the presentation's timeline; beyond the end the end.
    func start(of cursor: SegmentCursor) -> Double { read({ $0.start(of: cursor) }, otherwise: 0) }

    /// The discontinuity sequence that `cursor` is in.
    func discontinuity(at cursor: SegmentCursor) -> Int {
        read({ $0.segment(cursor.sequence)?.discontinuitySequence ?? 0 }, otherwise: 0)
    }

    /// The last segment before `cursor` that is not missing and begins at or before `time`, else the first such; `nil` where there is none.
    func earlier(than cursor: SegmentCursor, at time: Double) -> SegmentCursor? {
        read({ $0.earlier(than: cursor, at: time) }, otherwise: nil)
    }

    /// Durations and, where the playlist tells them, sizes in bytes of the segments from `cursor` on.
    func upcoming(from cursor: SegmentCursor, count: Int) -> [(duration: Double, bytes: Int?)] {
        read({ $0.upcoming(from: cursor, count: count) }, otherwise: [])
    }

    /// Where playing begins, in seconds on the presentation's timeline.
    var startTime: Double { 0 }

    /// The window of a live playlist; `nil` of an on-demand one.
    func window(at now: Double) -> LiveWindow? { nil }

    /// Whether `cursor` is the last thing that is listed of a playlist to which more is added.
    func isNewest(_ cursor: SegmentCursor) -> Bool { false }

    /// Whether anything comes, or may come, after `cursor`.
    func hasMore(after cursor: SegmentCursor) -> Bool { read({ $0.segment(cursor.sequence + 1) != nil }, otherwise: false) }

    /// How far beyond `playhead` anything can be loaded, in seconds; infinite where all is there.
    func room(beyond playhead: Double) -> Double { .infinity }

    /// What is to be fetched at `cursor`, waiting for it where the playlist is live; `nil` at the end.
    /// - Throws: `CancellationError`.
    func next(at cursor: SegmentCursor) async throws -> FetchUnit? {
        try Task.checkCancellation()
        return read({ $0.unit(at: cursor) }, otherwise: nil)
    }
}
