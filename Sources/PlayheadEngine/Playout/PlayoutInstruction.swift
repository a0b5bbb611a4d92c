import PlayheadCore

/// An instruction of ``PlayoutMachine``, which the loop performs at once and in order.
enum PlayoutInstruction: Sendable, Equatable {
    /// Ends the turns: nothing is to be done before this monotonic time (seconds), unless something changes.
    case wait(until: Double)
    /// Reports to the player.
    case report(EngineReport)
    /// Reports the first frame, and the level that is shown.
    case reportFirstFrame
    /// Keeps what was learnt of the network.
    case rememberNetwork

    /// Moves the playhead by playing; `played` seconds of it belong to the item.
    case move(from: Double, to: Double, played: Double)
    /// Sets all decoders to the end of a gap.
    case skipGap(from: Double, to: Double)
    /// Moves the start of a live stream to its live position.
    case startLive(from: Double, to: Double)
    /// Presents the captions at the playhead.
    case presentCaptions
    /// Counts the play limit as reached.
    case playOut(limit: Double)

    /// Shows the first picture of the queue.
    case present
    /// Removes the first picture of the queue, which is late.
    case drop
    /// Decodes all pictures, or only those that others need.
    case decodeOnlyReferences(Bool)

    /// Starts the device.
    case startDevice
    /// Holds the device.
    case holdDevice
    /// Hands silence to the device up to a time (seconds).
    case playSilence(until: Double)
    /// Restarts the sound at a time (seconds).
    case restartSound(at: Double)
    /// Changes the tempo of the sound without a break.
    case setTempo(Double)

    /// Sets store and decoders to the target of a seek.
    case beginSeek(PlayoutSeek)
    /// Shows the picture of the target of a seek and reports that it is reached.
    case finishSeek(PlayoutSeek, position: Double)

    /// Drops metadata and captions before a time (seconds).
    case forget(before: Double)
    /// Ends playing: everything was presented.
    case end(duration: Double)
    /// Ends the playback with an error.
    case fail(PlaybackError)
}
