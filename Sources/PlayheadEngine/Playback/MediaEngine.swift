import Foundation
import PlayheadCore

/// What plays one item for a player: ``PlaybackEngine``, a scripted one in tests, or another back end.
///
/// An engine is made for one playback, with its URL, its configuration, and a closure for its ``EngineReport``s, which it calls in order and from
/// any thread. It carries out commands one after another and never blocks the caller. After ``EngineCommand/close(playback:)`` it lets go of
/// everything, and its last report is ``EngineReport/closed``, always: the player keeps the engine alive until then.
public protocol MediaEngine: Sendable {
    /// Hands in a command, which is carried out after those before it. Called on the executor of the session, which is the main actor for a player; returns at once.
    func send(_ command: EngineCommand)
    /// Holds the choice of levels to other limits, from the next segment on; from any thread.
    func setQualityLimits(_ limits: QualityLimits)
    /// What was counted so far, also after the end; from any thread.
    var statistics: EngineStatistics { get }
    /// What was found when the stream was opened, from before ``EngineReport/opened(_:)`` on; `nil` before, and of engines that don't say.
    var found: MediaProbe.Result? { get }
    /// The date ranges that the playlist lists now, from before ``EngineReport/opened(_:)`` on; `nil` of streams without a playlist, and of engines that don't say. A
    /// range that comes is told as metadata. From any thread.
    var dateRanges: PlaylistDateRanges? { get }
    /// Where the segment begins that begins nearest to `time`, both in seconds on the playback's timeline; `nil` where nothing is known of segments. From any thread.
    func segmentStart(nearest time: Double) -> Double?
    /// Says where playing is to stand: exactly at `time` (seconds on the playback's timeline), where its progress is told, until it is paused for or the fence is set
    /// elsewhere; for some seconds at most. No picture from there on is shown before. `nil` for nowhere. From any thread.
    func setFence(at time: Double?)
    /// The number of commands that were handed in and are not carried out yet; 0 of engines that don't say. Who hands in commands without end waits until it is small.
    /// From any thread.
    var pendingCommands: Int { get }
    /// Limits how many seconds of media the playhead moves through by playing, from the beginning of the playback on (``EngineStatistics/played``): there it stands, exactly, and
    /// tells its progress. `nil` sets no limit. From any thread.
    func setPlayLimit(_ seconds: Double?)
    /// The playhead at this moment, in seconds on the playback's timeline, between two reports of progress as well; `nil` of engines that don't say. It does not go back while
    /// playing. From any thread.
    var playhead: Double? { get }
    /// The key frame at or before `time` (seconds on the playback's timeline) as a picture that fits into `size`. It must not disturb the playback.
    /// - Throws: `PlaybackError`; `CancellationError` where a newer request came, or the playback ended.
    func thumbnail(at time: Double, fitting size: PictureSize) async throws -> Thumbnail
}

extension MediaEngine {
    /// Does nothing: an engine need not choose.
    public func setQualityLimits(_ limits: QualityLimits) {}

    /// Nothing: an engine need not say.
    public var found: MediaProbe.Result? { nil }

    /// Nothing: an engine need not say.
    public var dateRanges: PlaylistDateRanges? { nil }

    /// Nothing: an engine need not say.
    public func segmentStart(nearest time: Double) -> Double? { nil }

    /// Nothing: an engine need not say.
    public var pendingCommands: Int { 0 }

    /// Does nothing: progress is told often enough.
    public func setFence(at time: Double?) {}

    /// Does nothing: what plays is ended when it has played for long enough.
    public func setPlayLimit(_ seconds: Double?) {}

    /// Nothing: an engine need not say.
    public var playhead: Double? { nil }

    /// Refuses: an engine need not make thumbnails.
    public func thumbnail(at time: Double, fitting size: PictureSize) async throws -> Thumbnail {
        throw PlaybackError(.commandRefused, underlying: "This engine makes no thumbnails.")
    }
}

/// Makes the engine of one playback: of a URL, a configuration, and the closure that hears its reports.
public typealias MediaEngineFactory =
    @Sendable (_ url: URL, _ configuration: EngineConfiguration, _ report: @escaping @Sendable (EngineReport) -> Void) -> any MediaEngine
