/// The place of the media of a segment on the timeline of the presentation. All times are in seconds.
struct MediaPlacement: Sendable, Hashable {
    /// The seconds to add to times of the container.
    var offset: Double
    /// The start of the media, which may be before the segment is shown.
    var start: Double
    /// The time before which media is not shown, because another period has it.
    var visibleFrom = -Double.infinity
    /// The time from which on media is not shown.
    var visibleUntil = Double.infinity
}
