/// What happens where an item of a list can't be played, or not to its end.
public enum ItemFailurePolicy: String, Sendable, Hashable, CaseIterable {
    /// The playback ends with onSetupError or onError; the state is `error`.
    case stop
    /// It is told as onWarning, and the next item opens. Where there is none, or all of the list failed one after another, it ends as with ``stop``.
    case skip
}
