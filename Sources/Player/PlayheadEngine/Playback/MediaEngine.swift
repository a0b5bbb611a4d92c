import Foundation
import PlayheadCore
@_exported import PlayheadNumbers

/// An engine that plays one item for a player: ``PlaybackEngine``, a scripted engine in tests, or another back end.
///
/// An engine is created for one playback, with its URL, its configuration, and a closure that receives each ``EngineReport`` in order and
/// on any thread. The engine performs commands in order and never blocks the caller. After ``EngineCommand/close(playback:)`` it releases
/// everything, and its last report is always ``EngineReport/closed``: the player keeps the engine alive until then.
package protocol MediaEngine: Sendable {
    /// Sends a command, which is performed after all previous ones. Called on the executor of the session, which is the main actor for a
    /// player; returns immediately. An engine may ignore levels, limits, the fence, delays and the play limit if it has no use for them.
    func send(_ command: EngineCommand)
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
    /// The number of commands that were sent but not performed yet; 0 if the engine does not provide it. A client that sends many commands
    /// waits until the number is small. Can be read from any thread.
    var pendingCommands: Int { get }
    /// The current playhead, in seconds on the timeline of the playback, also between two progress reports; `nil` if the engine does not
    /// provide it. The playhead does not go back during playback. Can be read from any thread.
    var playhead: Double? { get }
    /// Returns the key frame at or before `time` (seconds on the timeline of the playback) as a picture that fits into `size`, without
    /// disturbing the playback.
    /// - Throws: `PlaybackError`; `CancellationError` if a newer request was made, or the playback ended.
    func thumbnail(at time: Double, fitting size: PictureSize) async throws -> Thumbnail
}

extension MediaEngine {
    /// `nil`: the description is optional for an engine.
    package var found: MediaProbe.Result? { nil }

    /// `nil`: date ranges are optional for an engine.
    package var dateRanges: PlaylistDateRanges? { nil }

    /// Returns `nil`: segment starts are optional for an engine.
    package func segmentStart(nearest time: Double) -> Double? { nil }

    /// 0: the number is optional for an engine.
    package var pendingCommands: Int { 0 }

    /// `nil`: the current playhead is optional for an engine.
    package var playhead: Double? { nil }

    /// Throws an error: thumbnails are optional for an engine.
    package func thumbnail(at time: Double, fitting size: PictureSize) async throws -> Thumbnail {
        throw PlaybackError(.commandRefused, underlying: "This engine does not support thumbnails.")
    }
}

/// Creates the engine of one playback: that of the player, or one of `PlayheadTestKit` for tests.
public struct MediaEngineFactory: Sendable {
    /// Creates an engine from a URL, a configuration, and the closure that receives its reports.
    package typealias Make = @Sendable (URL, EngineConfiguration, @escaping @Sendable (EngineReport) -> Void) -> any MediaEngine

    private let make: Make

    package init(_ make: @escaping Make) { self.make = make }

    package func callAsFunction(
        _ url: URL, _ configuration: EngineConfiguration, _ report: @escaping @Sendable (EngineReport) -> Void
    ) -> any MediaEngine {
        make(url, configuration, report)
    }
}
