/// The item that opens after the current playback has closed.
struct PendingLoad: Sendable, Hashable {
    /// The list that contains the item.
    var items: [ItemDescription]
    /// The index of the item.
    var index: Int
    /// Whether the list is not the current one, so that an event is emitted for it.
    var isNewList: Bool
    /// Whether the app may decide about the item, because the player moves to it from another place of the list.
    var isMove = false
}

/// An item about which the app decides before it opens.
struct PendingDecision: Sendable, Hashable {
    /// The number of the decision.
    var number: Int
    /// The item, and its list.
    var load: PendingLoad
    /// The reason of the state change to `opening`.
    var reason: StateChangeReason
    /// The indices of the items that the app has refused since the last command or the end of an item.
    var refused: Set<Int>
}

/// A seek that was requested and has not reached its target.
struct PendingSeek: Sendable, Hashable {
    /// The caller's id, or a negative one for a seek of the machine itself.
    var id: Int
    /// Whether a caller waits for the outcome.
    var hasCaller: Bool
    /// The position that onSeek contained.
    var offset: Double
    /// The target on the playback's timeline, once known; infinite for the live edge.
    var target: Double
    /// The required precision.
    var precision: SeekPrecision
    /// The request, of a seek that was kept until `ready`.
    var goal = SeekGoal.start
    /// Whether the target is the end of the media, so that reaching it completes the item.
    var isAtEnd = false
}

/// A running watchdog.
struct Watchdog: Sendable, Hashable {
    /// The kind of the watchdog.
    var timer: MachineTimer
    /// The monotonic time at which it expires, in seconds.
    var deadline: Double
}
