import PlayheadCore

/// An instruction of ``PlayoutMachine``, which the loop performs immediately and in order.
enum PlayoutInstruction: Sendable, Equatable {
    /// Ends the turns until this monotonic time (seconds), unless something changes earlier.
    case wait(until: Double)
    /// Reports to the player.
    case report(EngineReport)
    /// Reports the first frame and the level that is shown.
    case reportFirstFrame
    /// Stores the bandwidth estimate of the network.
    case rememberNetwork

    /// Moves the playhead by playing; `played` seconds of the distance belong to the item.
    case move(from: Double, to: Double, played: Double)
    /// Moves all decoders to the end of a gap.
    case skipGap(from: Double, to: Double)
    /// Moves the start of a live stream to the live position.
    case startLive(from: Double, to: Double)
    /// Presents the captions at the playhead.
    case presentCaptions
    /// Marks the play limit as reached.
    case playOut(limit: Double)

    /// Shows the first picture of the queue.
    case present
    /// Removes the first picture of the queue, which is late.
    case drop
    /// Decodes all pictures, or only those that others refer to.
    case decodeOnlyReferences(Bool)

    /// Starts the device.
    case startDevice
    /// Pauses the device.
    case holdDevice
    /// Hands silence to the device up to a time (seconds).
    case playSilence(until: Double)
    /// Restarts the sound at a time (seconds).
    case restartSound(at: Double)
    /// Changes the tempo of the sound without a gap; the selected level follows the rate.
    case setTempo(Double)

    /// Moves the store and the decoders to the target of a seek.
    case beginSeek(PlayoutSeek)
    /// Shows the picture at the target of a seek that a newer one follows at once.
    case showSought
    /// Shows the picture at the target of a seek and reports the seek as completed.
    case finishSeek(PlayoutSeek, position: Double)

    /// Drops metadata and captions before a time (seconds).
    case forget(before: Double)
    /// Ends playback: everything was presented.
    case end(duration: Double)
    /// Ends playback with an error.
    case fail(PlaybackError)
}
