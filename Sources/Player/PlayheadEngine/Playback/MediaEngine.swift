import Foundation
import PlayheadCore
@_exported import PlayheadNumbers

/// An engine that plays one item for a player: ``PlaybackEngine``, a scripted engine in tests, or another back end.
///
/// An engine is created for one playback, with its URL, its configuration, and a closure that receives each ``EngineReport`` in order and
/// on any thread. The engine performs commands in order and never blocks the caller. After ``EngineCommand/close(playback:)`` it releases
/// everything, and its last report is always ``EngineReport/closed``: the player keeps the engine alive until then.
public protocol MediaEngine: Sendable {
    /// Sends a command, which is performed after all previous ones. Called on the executor of the session, which is the main actor for a
    /// player; returns immediately.
    func send(_ command: EngineCommand)
    /// Sets the limits for the selection of levels from the next segment on. Can be called from any thread.
    func setQualityLimits(_ limits: QualityLimits)
    /// The statistics so far, also available after the end, from any thread.
    var statistics: EngineStatistics { get }
    /// The description of the opened stream, available before ``EngineReport/opened(_:)`` is reported; `nil` earlier, or if the engine does
    /// not provide it.
    var found: MediaProbe.Result? { get }
    /// The date ranges that the playlist lists currently, available before ``EngineReport/opened(_:)`` is reported; `nil` for streams
    /// without a playlist, or if the engine does not provide them. New ranges are reported as metadata. Can be read from any thread.
    var dateRanges: PlaylistDateRanges? { get }
    /// Returns the start of the segment whose start is nearest to `time`, both in seconds on the timeline of the playback; `nil` if
    /// segments are unknown. Can be called from any thread.
    func segmentStart(nearest time: Double) -> Double?
    /// Sets the fence: playback stops exactly at `time` (seconds on the timeline of the playback) and reports its progress there, until it
    /// is paused or the fence is moved, or at most for some seconds. Pictures at or after the fence are not shown before. `nil` removes the
    /// fence. Can be called from any thread.
    func setFence(at time: Double?)
    /// The number of commands that were sent but not performed yet; 0 if the engine does not provide it. A client that sends many commands
    /// waits until the number is small. Can be read from any thread.
    var pendingCommands: Int { get }
    /// Limits the duration of media that the playhead moves through by playing, counted from the start of the playback
    /// (``EngineStatistics/played``): at the limit the playhead stops exactly and progress is reported. `nil` removes the limit. Can be
    /// called from any thread.
    func setPlayLimit(_ seconds: Double?)
    /// Shows captions later by `delay` seconds, or earlier if it is negative. Can be called from any thread.
    func setCaptionsDelay(_ delay: Double)
    /// Plays sound later than pictures by `delay` seconds, or earlier if it is negative. Can be called from any thread.
    func setAudioDelay(_ delay: Double)
    /// The current playhead, in seconds on the timeline of the playback, also between two progress reports; `nil` if the engine does not
    /// provide it. The playhead does not go back during playback. Can be read from any thread.
    var playhead: Double? { get }
    /// Returns the key frame at or before `time` (seconds on the timeline of the playback) as a picture that fits into `size`, without
    /// disturbing the playback.
    /// - Throws: `PlaybackError`; `CancellationError` if a newer request was made, or the playback ended.
    func thumbnail(at time: Double, fitting size: PictureSize) async throws -> Thumbnail
}

extension MediaEngine {
    /// Does nothing: selecting levels is optional for an engine.
    public func setQualityLimits(_ limits: QualityLimits) {}

    /// `nil`: the description is optional for an engine.
    public var found: MediaProbe.Result? { nil }

    /// `nil`: date ranges are optional for an engine.
    public var dateRanges: PlaylistDateRanges? { nil }

    /// Returns `nil`: segment starts are optional for an engine.
    public func segmentStart(nearest time: Double) -> Double? { nil }

    /// 0: the number is optional for an engine.
    public var pendingCommands: Int { 0 }

    /// Does nothing: progress is reported often enough.
    public func setFence(at time: Double?) {}

    /// Does nothing: the client ends a playback that has played for long enough.
    public func setPlayLimit(_ seconds: Double?) {}

    /// Does nothing: a delay of captions is optional for an engine.
    public func setCaptionsDelay(_ delay: Double) {}

    /// Does nothing: a delay of sound is optional for an engine.
    public func setAudioDelay(_ delay: Double) {}

    /// `nil`: the current playhead is optional for an engine.
    public var playhead: Double? { nil }

    /// Throws an error: thumbnails are optional for an engine.
    public func thumbnail(at time: Double, fitting size: PictureSize) async throws -> Thumbnail {
        throw PlaybackError(.commandRefused, underlying: "This engine does not support thumbnails.")
    }
}

/// Creates the engine of one playback from a URL, a configuration, and the closure that receives its reports.
public typealias MediaEngineFactory =
    @Sendable (_ url: URL, _ configuration: EngineConfiguration, _ report: @escaping @Sendable (EngineReport) -> Void) -> any MediaEngine
