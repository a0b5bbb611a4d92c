/// How far one play of one item has come: what has been told of it, and what waits for its place in the order.
struct ItemProgress: Sendable, Hashable {
    /// Where the item is with its `beforePlay` checkpoint.
    enum BeforePlay: Sendable, Hashable {
        /// onBeforePlay is not told, or its start was cancelled.
        case untold
        /// onBeforePlay is told; the start waits for the checkpoint.
        case told
        /// The engine may start.
        case passed
    }

    /// A picture's quality that came before onFirstFrame was told.
    struct HeldQuality: Sendable, Hashable {
        var level: QualityLevel
        var mode: QualityMode
        var reason: QualityReason
    }

    /// Monotonic time of onPlayAttempt, in seconds; `nil` until told.
    var attemptTime: Double?
    /// Since when something is shown in the content's place.
    var heldSince: Double?
    /// Where the item is with its `beforePlay` checkpoint.
    var beforePlay = BeforePlay.untold
    /// Whether onPlay is told.
    var playTold = false
    /// Whether the engine reported the first frame, told or not.
    var firstFrameSeen = false
    /// Whether onFirstFrame is told.
    var firstFrameTold = false
    /// Waits for onFirstFrame.
    var heldQuality: HeldQuality?
    /// The quality that was told last.
    var shownLevel: QualityLevel?
    /// `beforePlay` checkpoints that are out; only the last one counts.
    var beforePlayOut = 0
    /// `beforeComplete` checkpoints that are out; only the last one counts.
    var beforeCompleteOut = 0

    /// The same item is played again from its start: everything is told again, but checkpoints that are out stay so.
    mutating func restart() {
        var fresh = ItemProgress()
        fresh.beforePlayOut = beforePlayOut
        fresh.beforeCompleteOut = beforeCompleteOut
        self = fresh
    }
}
