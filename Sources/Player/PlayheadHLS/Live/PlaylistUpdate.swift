/// The changes of a reload of a live playlist.
package struct PlaylistUpdate: Sendable, Hashable {
    /// The continuity of a reload with the known playlist.
    package enum Continuity: Sendable, Hashable {
        /// The reload continues the same list.
        case continuous
        /// The reload is an older state of the list, for example from a cache, and was not merged.
        case stale
        /// The window has moved past all known segments.
        /// - `missing`: The number of missed segments; `duration`: their assumed duration in seconds.
        case gap(missing: Int, duration: Double)
        /// The origin has restarted: the sequence numbers went back or jumped, or refer to other segments. The new segments continue the
        /// timeline after the old ones, with a new discontinuity sequence number, and the old ones are no longer listed.
        case restarted
    }

    /// The continuity with the known playlist.
    package var continuity = Continuity.continuous
    /// The number of complete segments added at the end.
    package var appended = 0
    /// The number of segments removed from the front.
    package var removed = 0
    /// Whether partial segments or preload hints have changed.
    package var partsChanged = false
    /// The sequence numbers of known segments that are listed with another URI or byte range.
    package var replaced: [Int] = []
    /// The new or changed date ranges, completed by their known attributes.
    package var dateRanges: [DateRange] = []
    /// The identifiers of date ranges that are no longer listed.
    package var removedDateRanges: [String] = []
    /// Whether the playlist became complete, so that no segment will be added.
    package var becameComplete = false
    /// The departures from the standard in the text, and in the changes of the playlist (RFC 8216bis §6.2.1).
    package var warnings: [PlaylistWarning] = []
    /// The number of segments that were read: fewer than are listed if most of the text was known.
    package var segmentsRead = 0

    /// Makes an update without changes.
    package init() {}

    /// Whether there are no changes for the player: then the next reload is sooner (RFC 8216bis §6.3.4).
    package var isUnchanged: Bool {
        guard appended == 0, removed == 0, !partsChanged, replaced.isEmpty, dateRanges.isEmpty, !becameComplete else { return false }
        return continuity == .continuous || continuity == .stale
    }
}
