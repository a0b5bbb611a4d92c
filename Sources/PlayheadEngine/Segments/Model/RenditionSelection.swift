import PlayheadCore

/// The rendition that a session loads and, on a ladder, its position.
struct RenditionSelection: Sendable {
    /// The rendition.
    var rendition: any MediaRendition
    /// The position on the ladder; `nil` without a ladder.
    var position: LadderPosition?
    /// The rung as listed in events.
    var level: QualityLevel?

    /// The rung, from 0; `nil` without a ladder.
    var rung: Int? { position?.rung }
}
