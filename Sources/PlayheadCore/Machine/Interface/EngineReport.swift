/// What the engine tells the machine of playback.
public enum EngineReport: Sendable, Hashable, Codable {
    /// The track model is built.
    case opened(MediaDescription)
    /// It was asked to move the playhead and has too little data.
    case waiting(BufferReason)
    /// The playhead moves from `position` (seconds).
    case started(position: Double)
    /// The playhead stands at `position` (seconds).
    case paused(position: Double)
    /// The item's first frame is shown, or its first sound played, since `start`.
    case firstFrame
    /// The playhead moved to `position` (seconds); every 100 ms of playing.
    case progress(position: Double)
    /// What is loaded changed.
    case buffered([TimeRange])
    /// The target of seek `id` is not loaded; data is fetched.
    case seekLeftBuffer(id: Int)
    /// The target of seek `id` is reached and its frame is up.
    case seeked(id: Int, position: Double)
    /// The playhead reached the end, after all is shown and heard; the duration is now known exactly (seconds). It stands there until it is put
    /// elsewhere and started again.
    case ended(duration: Double)
    /// The duration is known better (seconds).
    case durationChanged(Double)
    /// A picture of `level` is on the screen.
    case visualQuality(QualityLevel, mode: QualityMode, reason: QualityReason)
    /// Level `index` is chosen.
    case levelSelected(Int)
    /// Audio track `index` is chosen.
    case audioTrackSelected(Int)
    /// The stream is live and its window is now here: after `opened`, with every change, and about ten times a second while it plays. `nil` once an
    /// event has ended and is on-demand from now on; its duration comes right after.
    case window(LiveWindow?)
    /// Which wall-clock times belong to the timeline, as far as they are known; after `opened` and with every change.
    case dates(DateMap)
    /// The captions tracks; the first entry is "off". After `opened` only when the list grows.
    case captionsTracks([MediaTrack], current: Int)
    /// Captions track `index` is chosen; 0 is off.
    case captionsSelected(Int)
    /// The cues that are shown now changed to `cues` (perhaps none); they stay so from `start` to `end` (seconds; infinite where not known).
    case captionCues([CaptionCue], start: Double, end: Double)
    /// Timed metadata was read, or the playhead entered it.
    case metadata(TimedMetadata, TimedMetadata.Phase)
    /// A period of playing is over.
    case accessLog(AccessLogEntry)
    /// Something failed, whether or not another try helped.
    case errorLog(ErrorLogEntry)
    /// A fatal error; the machine answers with ``EngineCommand/close(playback:)``.
    case failed(PlaybackError)
    /// Worth knowing; nothing stops.
    case warning(PlaybackError)
    /// All is let go of; nothing comes after it.
    case closed
}
