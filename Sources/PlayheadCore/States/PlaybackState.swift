/// What a player is doing: the twelve states of the playback state machine.
///
/// ``StateGraph`` says which changes are legal. What the app *asked for* is kept apart, see ``PlaybackMachine/intendsToPlay``.
public enum PlaybackState: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// First state: nothing is loaded; no buffer, no decoder, no open connection.
    case idle
    /// Content is being opened, until enough is known to build the track model.
    case opening
    /// The track model is built; stays here until autoplay or the app moves it on.
    case ready
    /// Trying to start; can fail and then goes to `pausing`.
    case play
    /// The playhead moves.
    case playing
    /// Wants to play but has too little data.
    case buffering
    /// Trying to pause.
    case pausing
    /// Could play, does not.
    case paused
    /// A new position was asked for and is not reached yet.
    case seeking
    /// Closing down.
    case stopping
    /// The playhead reached the end; stays until a seek back, a new opening, or release.
    case ended
    /// A fatal error; a release leads out, or another item of the list, which releases what failed.
    case error

    /// The state's name, as in traces and JSON.
    public var description: String { rawValue }
}
