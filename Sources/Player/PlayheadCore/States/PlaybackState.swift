/// A state of the playback state machine: one of twelve.
///
/// `StateGraph` defines the legal changes. The *intent* of the app is separate, see `Player.intendsToPlay`.
public enum PlaybackState: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The initial state: nothing is loaded; no buffer, no decoder, no open connection.
    case idle
    /// Content is being opened, until the track model can be built.
    case opening
    /// The track model is built; stays until autoplay or the app starts playback.
    case ready
    /// Playback is starting; a failed start goes to `pausing`.
    case play
    /// The playhead moves.
    case playing
    /// Playback is intended but there is not enough data.
    case buffering
    /// Playback is pausing.
    case pausing
    /// Playback is paused.
    case paused
    /// A new position was requested and is not reached yet.
    case seeking
    /// The playback is closing.
    case stopping
    /// The playhead reached the end; stays until a seek back, a new opening, or a release.
    case ended
    /// A fatal error; left by a release, or by another item of the list, which releases the failed one.
    case error

    /// The name of the state, as in traces and JSON.
    public var description: String { rawValue }
}
