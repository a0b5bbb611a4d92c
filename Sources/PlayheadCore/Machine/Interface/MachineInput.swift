/// What goes into the machine: commands, the engine's reports, timers, and its own checkpoints coming back.
public enum MachineInput: Sendable, Hashable, Codable {
    /// Load a list of items and make `index` current.
    case load(items: [ItemDescription], index: Int)
    /// A list that was to be loaded could not be had: it is told, and nothing changes.
    case loadFailed(PlaybackError)
    /// Play.
    case play(PlayReason)
    /// Pause.
    case pause(PauseReason)
    /// Close down; the list stays.
    case stop
    /// Put the playhead at the position `target` (seconds).
    case seek(id: Int, target: Double, precision: SeekPrecision)
    /// Play at a rate.
    case setRate(Double)
    /// Sound at a volume.
    case setVolume(Double)
    /// Sound off or on.
    case setMuted(Bool)
    /// Put the playhead at the live edge.
    case seekToLiveEdge(id: Int)
    /// Choose a quality level.
    case selectLevel(Int)
    /// Choose an audio track.
    case selectAudioTrack(Int)
    /// Show a captions track; 0 is off.
    case selectCaptions(Int)
    /// To the next item.
    case next
    /// To the previous item.
    case previous
    /// To an item of the list.
    case selectItem(Int)
    /// The ads say what becomes of the content, or have something to tell.
    case ads(AdReport)
    /// A view tells something of itself.
    case view(ViewReport)
    /// Let go of everything; the only way out of `error`.
    case release
    /// The engine of playback number `playback` reports.
    case engine(playback: Int, EngineReport)
    /// A timer ran out.
    case timer(MachineTimer)
    /// A checkpoint comes back: what it held goes on.
    case proceed(MachineCheckpoint)
}

/// What a view that shows the player tells of itself.
public enum ViewReport: Sendable, Hashable, Codable {
    /// It is about to fill the screen, or to leave it.
    case fullscreenRequested(Bool)
    /// It fills the screen, or does not any more.
    case fullscreen(Bool)
    /// It has another size, in pixels.
    case resized(width: Int, height: Int)
    /// It shows controls, or none.
    case controls(Bool)
    /// Its control bar appeared or went.
    case controlBar(isVisible: Bool)
    /// The viewer clicked on the picture.
    case clicked
}

/// The machine's watchdogs.
public enum MachineTimer: String, Sendable, Hashable, Codable, CaseIterable {
    /// Opening takes too long.
    case opening
    /// Nothing arrives while buffering.
    case buffering
    /// The playhead does not move while playing.
    case progress
}

/// A point where the machine waits until what it told has been heard.
public enum MachineCheckpoint: Sendable, Hashable, Codable {
    /// After onBeforePlay of playback `playback`: listeners may cancel the start.
    case beforePlay(playback: Int)
    /// After onBeforeComplete of playback `playback`.
    case beforeComplete(playback: Int)
}
