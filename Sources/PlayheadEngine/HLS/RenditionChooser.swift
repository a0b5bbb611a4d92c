import PlayheadCore
import PlayheadHLS

/// What a session fetches from: a playlist and, of a ladder, its rung.
struct RenditionSelection: Sendable {
    /// The playlist.
    var feed: PlaylistFeed
    /// The rung, from 0, where there is a ladder.
    var rung: Int?
    /// Which of the rung's hosts it comes from, index into its alternatives.
    var alternative = 0
    /// The rung as events list it.
    var level: QualityLevel?
}

/// A transfer of a segment or part, as it goes on.
struct SegmentTransfer: Sendable {
    /// What is fetched.
    var unit: FetchUnit
    /// From what.
    var selection: RenditionSelection
    /// Bytes that have come.
    var received = 0
    /// Bytes that will come in all, where known.
    var expected: Int?
    /// Seconds from the request to the head of the response.
    var firstByteTime = 0.0
    /// Seconds since the request.
    var elapsed = 0.0
}

/// Decides what the segments of a session are fetched from. Called by its fetching task.
protocol RenditionChooser: Sendable {
    /// What the next segment, at `cursor` of `current`, is fetched from.
    func selection(at cursor: SegmentCursor, of current: RenditionSelection) async -> RenditionSelection
    /// Hears how a transfer goes on.
    /// - Returns: What to fetch the segment from instead, where it would come too late; `nil` to go on.
    func progress(_ transfer: SegmentTransfer) async -> RenditionSelection?
    /// Hears that a transfer ended well.
    func finished(_ transfer: SegmentTransfer)
    /// What to go on with where a live playlist can't be reloaded; `nil` where nothing else has it.
    func recover(fromStuck error: PlaybackError, of current: RenditionSelection) async -> RenditionSelection?
    /// What to do where a segment can't be had or read.
    func recover(from error: PlaybackError, at unit: FetchUnit, of current: RenditionSelection) async -> SegmentRecovery
}

/// How loading goes on after a segment that can't be had.
enum SegmentRecovery: Sendable {
    /// The same time from elsewhere.
    case use(RenditionSelection)
    /// The next segment.
    case skip
    /// Not at all.
    case giveUp
}
