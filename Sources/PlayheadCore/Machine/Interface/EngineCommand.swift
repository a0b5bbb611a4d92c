/// What the machine wants the engine to do. The engine answers with ``EngineReport``s.
public enum EngineCommand: Sendable, Hashable {
    /// Open item `item` as playback `playback`; answered by `opened` or `failed`. It stands at its beginning until `start`. What was open before has
    /// been closed by ``close(playback:)``, whose answer may still be to come.
    case open(playback: Int, item: Int)
    /// Move the playhead, or wait for data and then move it; answered by `waiting` and `started`.
    case start
    /// Hold the playhead; answered by `paused`. It may come while a seek is under way, or at the end.
    case pause
    /// Put the playhead elsewhere; answered by `seekLeftBuffer` (where data must be loaded) and `seeked`. A newer seek replaces an older one.
    /// An engine that was started moves on from the target by itself, and says `waiting` if it can't. Ids below 0 are the machine's own seeks.
    /// An infinite target is where live playing sits now, in a stream without end.
    case seek(id: Int, target: Double, precision: SeekPrecision)
    /// Play at `rate`, 0.25 to 4.
    case setRate(Double)
    /// Sound at `volume`, 0 to 1.
    case setVolume(Double)
    /// Sound off or on.
    case setMuted(Bool)
    /// Decode and show pictures, or leave them out while nobody looks; sound and playhead go on.
    case setVideoEnabled(Bool)
    /// Stay on level `index`; 0 gives the choice back to the player.
    case selectLevel(Int)
    /// Play audio track `index`.
    case selectAudioTrack(Int)
    /// Show captions track `index`; 0 is off. Answered by `captionsSelected`.
    case selectCaptions(Int)
    /// Let go of the playback: threads, decoders, connections; answered by `closed`.
    case close(playback: Int)
}

/// How near to its target a seek has to come.
public enum SeekPrecision: String, Sendable, Hashable, Codable, CaseIterable {
    /// To the frame.
    case exact
    /// To the key frame at or before the target: faster.
    case keyFrame
}
