/// An input of the machine: a command, a report of the engine, a timer, or a checkpoint of its own.
package enum MachineInput: Sendable, Hashable, Codable {
    /// Loads a list of items and makes `index` current.
    case load(items: [ItemDescription], index: Int)
    /// A list failed to load: an event is emitted, and nothing changes.
    case loadFailed(PlaybackError)
    /// Plays.
    case play(PlayReason)
    /// Pauses.
    case pause(PauseReason)
    /// Closes the playback; the list is kept.
    case stop
    /// Moves the playhead to the position `target` (seconds).
    case seek(id: Int, target: Double, precision: SeekPrecision)
    /// Keeps a seek whose onSeek was emitted while an item was opening that turned out to be a list, for the first item of the list.
    case continueSeek(id: Int, target: Double)
    /// Sets the playback rate.
    case setRate(Double)
    /// Sets the volume.
    case setVolume(Double)
    /// Mutes or unmutes the sound.
    case setMuted(Bool)
    /// Moves the playhead to the live edge.
    case seekToLiveEdge(id: Int)
    /// Selects a quality level.
    case selectLevel(Int)
    /// Selects an audio track.
    case selectAudioTrack(Int)
    /// Selects a captions track; 0 is off.
    case selectCaptions(Int)
    /// Advances to the next item.
    case next
    /// Returns to the previous item.
    case previous
    /// Selects an item of the list.
    case selectItem(Int)
    /// Replaces the list around the current item, which continues as item `index` of the new one.
    case arrange(items: [ItemDescription], index: Int)
    /// Changes title, description and picture of an item of the list to those of a description with the same URL.
    case describe(item: Int, ItemDescription)
    /// Sets the repetition of the list.
    case setRepeatMode(RepeatMode)
    /// Sets the seconds within which the app decides about an item before the player moves to it; `nil` if the app does not decide.
    case setDecisionTimeout(Double?)
    /// The app has decided about an item.
    case decide(number: Int, ItemDecision<ItemDescription>)
    /// Changes the settings of the engines, in any state.
    case configure(PlaybackSettings)
    /// A report of the ads.
    case ads(AdReport)
    /// A report of a view.
    case view(ViewReport)
    /// Releases everything; the only transition out of `error` besides opening another item.
    case release
    /// A report of the engine of playback number `playback`.
    case engine(playback: Int, EngineReport)
    /// A timer expired.
    case timer(MachineTimer)
    /// A checkpoint returned: the start or end that waited for it continues.
    case proceed(MachineCheckpoint)
}

/// A report of a view that shows the player.
package enum ViewReport: Sendable, Hashable, Codable {
    /// The view is about to enter or leave fullscreen.
    case fullscreenRequested(Bool, reason: FullscreenReason? = nil)
    /// The view entered or left fullscreen.
    case fullscreen(Bool)
    /// The view became visible or invisible.
    case viewable(Bool)
    /// The size of the view changed, in pixels.
    case resized(width: Int, height: Int)
    /// The view shows or hides its controls.
    case controls(Bool)
    /// The control bar appeared or disappeared.
    case controlBar(isVisible: Bool)
    /// The viewer clicked the picture.
    case clicked
}

/// The machine's watchdogs.
package enum MachineTimer: String, Sendable, Hashable, Codable, CaseIterable {
    /// Opening takes too long.
    case opening
    /// No data arrives while buffering.
    case buffering
    /// The playhead does not move during playback.
    case progress
    /// The app does not decide about an item.
    case decision
}

/// A point at which the machine waits until its events have been delivered.
package enum MachineCheckpoint: Sendable, Hashable, Codable {
    /// After onBeforePlay of playback `playback`: listeners may cancel the start.
    case beforePlay(playback: Int)
    /// After onBeforeComplete of playback `playback`.
    case beforeComplete(playback: Int)
}

/// The repetition of a list.
public enum RepeatMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Playback ends after the last item.
    case off
    /// Each item is played again and again.
    case item
    /// The list starts again after its last item.
    case list
}
