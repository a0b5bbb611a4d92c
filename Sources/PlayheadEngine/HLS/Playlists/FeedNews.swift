import PlayheadCore
import PlayheadHLS

/// A change of a feed.
enum FeedNews: Sendable {
    /// The playlist was reloaded.
    case updated(PlaylistUpdate)
    /// The playlist failed to reload.
    case failed(PlaybackError)
    /// The times of segments were corrected.
    case moved
}
