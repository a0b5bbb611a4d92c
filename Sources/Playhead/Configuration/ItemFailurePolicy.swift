/// The behaviour after an item of a list failed to play, or to play to its end.
public enum ItemFailurePolicy: String, Sendable, Hashable, CaseIterable {
    /// Playback ends with onSetupError or onError; the state is `error`.
    case stop
    /// The failure is reported with onWarning, and the next item opens. Without one, or if all items failed in a row, as with ``stop``.
    case skip
}
