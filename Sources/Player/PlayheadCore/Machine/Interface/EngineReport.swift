/// A report of the engine to the playback machine.
package enum EngineReport: Sendable, Hashable, Codable {
    /// The track model is built.
    case opened(MediaDescription)
    /// The playhead was requested to move, but there is not enough data.
    case waiting(BufferReason)
    /// The playhead moves from `position` (seconds).
    case started(position: Double)
    /// The playhead stopped at `position` (seconds).
    case paused(position: Double)
    /// The item's first frame was shown, or its first sound was played, since `start`.
    case firstFrame
    /// The playhead moved to `position` (seconds); every 100 ms of playback.
    case progress(position: Double)
    /// The loaded ranges changed.
    case buffered([TimeRange])
    /// The target of seek `id` is not loaded; data is being loaded.
    case seekLeftBuffer(id: Int)
    /// The target of seek `id` is reached and its frame is shown.
    case seeked(id: Int, position: Double)
    /// The playhead reached the end, after all media was shown and heard; the duration is now exact (seconds). The playhead stays there
    /// until a seek and another start.
    case ended(duration: Double)
    /// A more precise duration is known (seconds).
    case durationChanged(Double)
    /// A picture of `level` is on the screen.
    case visualQuality(QualityLevel, mode: QualityMode, reason: QualityReason)
    /// Level `index` was selected.
    case levelSelected(Int)
    /// Audio track `index` was selected.
    case audioTrackSelected(Int)
    /// The stream is live and this is its window; after `opened`, on every change, and about ten times a second during playback. `nil` when
    /// an event has ended and is on-demand from now on; its duration follows immediately.
    case window(LiveWindow?)
    /// The known wall-clock times of the timeline; after `opened` and on every change.
    case dates(DateMap)
    /// A track has appeared after `opened`: the size and rate of the pictures and the audio tracks of the description are as they are now.
    case tracksChanged(MediaDescription)
    /// The captions tracks; the first entry is "off". After `opened` only if the list grows.
    case captionsTracks([MediaTrack], current: Int)
    /// Captions track `index` was selected; 0 is off.
    case captionsSelected(Int)
    /// The visible cues changed to `cues` (possibly empty), valid from `start` to `end` (seconds; infinite if unknown).
    case captionCues([CaptionCue], start: Double, end: Double)
    /// The chapters of the track beside the item, which replace those in the file, in order.
    case chapters([Chapter])
    /// Timed metadata was read, or the playhead entered it.
    case metadata(TimedMetadata, TimedMetadata.Phase)
    /// The status of a content key changed; also before `opened`.
    case keyStatus(ContentKeyID, ContentKeyStatus, system: String)
    /// A playback period ended.
    case accessLog(AccessLogEntry)
    /// A failure, whether or not a retry succeeded.
    case errorLog(ErrorLogEntry)
    /// A fatal error; the machine responds with ``EngineCommand/close(playback:)``.
    case failed(PlaybackError)
    /// A problem that does not interrupt playback.
    case warning(PlaybackError)
    /// Everything is released; no report follows.
    case closed
}
