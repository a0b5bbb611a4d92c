/// A command of the machine to the engine. The engine responds with ``EngineReport``s.
package enum EngineCommand: Sendable, Hashable {
    /// Opens item `item` as playback `playback`; answered by `opened` or `failed`. Playback stays at its beginning until `start`. The
    /// previous playback was closed by ``close(playback:)``, whose answer may be pending.
    case open(playback: Int, item: Int)
    /// Moves the playhead, after waiting for data if necessary; answered by `waiting` and `started`.
    case start
    /// Stops the playhead; answered by `paused`. The command may arrive during a seek, or at the end.
    case pause
    /// Moves the playhead to a target; answered by `seekLeftBuffer` (if data must be loaded) and `seeked`. A newer seek replaces an older
    /// one. A started engine continues from the target by itself, and reports `waiting` if it cannot. Ids below 0 are the machine's own
    /// seeks. An infinite target is the current live position of a stream without an end.
    case seek(id: Int, target: Double, precision: SeekPrecision)
    /// Sets the playback rate, 0.25 to 4.
    case setRate(Double)
    /// Sets the volume, 0 to 1.
    case setVolume(Double)
    /// Mutes or unmutes the sound.
    case setMuted(Bool)
    /// Decodes and shows pictures, or skips them while no view is visible; sound and playhead continue.
    case setVideoEnabled(Bool)
    /// Selects level `index`; 0 returns the selection to the player.
    case selectLevel(Int)
    /// Selects audio track `index`.
    case selectAudioTrack(Int)
    /// Selects captions track `index`; 0 is off. Answered by `captionsSelected`.
    case selectCaptions(Int)
    /// Sets the limits for the selection of levels from the next segment on.
    case setQualityLimits(QualityLimits)
    /// Sets the fence: playback stops exactly at this time (seconds on the timeline of the playback) and reports its progress there, until
    /// it is paused or the fence is moved, or at most for some seconds. Pictures at or after the fence are not shown before. `nil` removes
    /// the fence.
    case setFence(Double?)
    /// Limits the duration of media (seconds) that the playhead moves through by playing, counted from the start of the playback: at the
    /// limit the playhead stops exactly and progress is reported. `nil` removes the limit.
    case setPlayLimit(Double?)
    /// Shows the first picture of an open playback although it was not started, or does not.
    case setShowsPictureWhileHeld(Bool)
    /// Shows captions later by this time (seconds), or earlier if it is negative.
    case setCaptionsDelay(Double)
    /// Plays sound later than pictures by this time (seconds), or earlier if it is negative.
    case setAudioDelay(Double)
    /// Releases the playback: threads, decoders, connections; answered by `closed`.
    case close(playback: Int)
}

/// The precision of a seek.
public enum SeekPrecision: String, Sendable, Hashable, Codable, CaseIterable {
    /// The exact frame.
    case exact
    /// The key frame at or before the target, which is faster.
    case keyFrame
}
