/// The place of the content among its ads: whether they hold it, and until when.
package enum ContentPlace: Sendable {
    /// No ad holds the content.
    case free
    /// The content waits at its start for the schedule of its breaks.
    case waitingForSchedule
    /// The content stands still, and pause, play and skip apply to the ad.
    case inBreak
}
