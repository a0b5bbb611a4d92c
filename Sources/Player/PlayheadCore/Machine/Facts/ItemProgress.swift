/// The progress of one play of one item: the emitted events, and those that wait for their place in the order.
struct ItemProgress: Sendable, Hashable {
    /// The progress of the `beforePlay` checkpoint.
    enum BeforePlay: Sendable, Hashable {
        /// onBeforePlay was not emitted, or its start was cancelled.
        case pending
        /// onBeforePlay was emitted; the start waits for the checkpoint.
        case emitted
        /// The engine may start.
        case passed
    }

    /// The quality of a picture that arrived before onFirstFrame was emitted.
    struct HeldQuality: Sendable, Hashable {
        var level: QualityLevel
        var mode: QualityMode
        var reason: QualityReason
    }

    /// The monotonic time of onPlayAttempt, in seconds; `nil` until it is emitted.
    var attemptTime: Double?
    /// The start of the current hold, during which an ad replaces the content.
    var holdTime: Double?
    /// The progress of the `beforePlay` checkpoint.
    var beforePlay = BeforePlay.pending
    /// Whether onPlay was emitted.
    var hasEmittedPlay = false
    /// Whether the engine reported the first frame.
    var hasFirstFrame = false
    /// Whether onFirstFrame was emitted.
    var hasEmittedFirstFrame = false
    /// The quality that waits for onFirstFrame.
    var heldQuality: HeldQuality?
    /// The most recently emitted quality.
    var shownQuality: HeldQuality?
    /// The quality of the previous play of the item: that of this one, unless the engine reports another with its first frame.
    var previousQuality: HeldQuality?
    /// Whether a paused engine stands at the end because of a seek. It has not ended, and does not report its first frame again.
    var isEndSought = false
    /// The chapter at the last onTime.
    var chapter: Chapter?
    /// The number of pending `beforePlay` checkpoints; only the last one counts.
    var pendingBeforePlayCount = 0
    /// The number of pending `beforeComplete` checkpoints; only the last one counts.
    var pendingBeforeCompleteCount = 0

    /// Resets the progress for another play of the same item from its start; pending checkpoints are kept.
    mutating func restart() {
        var fresh = ItemProgress()
        fresh.previousQuality = heldQuality ?? shownQuality ?? previousQuality
        if isEndSought, hasFirstFrame {
            fresh.hasFirstFrame = true
            fresh.heldQuality = fresh.previousQuality
            fresh.heldQuality?.reason = .initialChoice
        }
        fresh.pendingBeforePlayCount = pendingBeforePlayCount
        fresh.pendingBeforeCompleteCount = pendingBeforeCompleteCount
        self = fresh
    }
}
