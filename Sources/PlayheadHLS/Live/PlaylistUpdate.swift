/// What a reload of a live playlist brought.
public struct PlaylistUpdate: Sendable, Hashable {
    /// How a reload goes on from what was known.
    public enum Continuity: Sendable, Hashable {
        /// It continues the same list.
        case continuous
        /// It is an older state of the list, from a cache perhaps, and was not taken.
        case stale
        /// The window has moved past all that was known.
        /// - `missing`: How many segments were never seen; `duration`: how long they are taken to be, in seconds.
        case gap(missing: Int, duration: Double)
        /// The origin has started over: the sequence numbers went back or jumped, or stand for other segments. The new segments continue the timeline behind
        /// the old ones, with a new discontinuity sequence number, and the old ones are no longer listed.
        case restarted
    }

    /// How the reload goes on from what was known.
    public var continuity = Continuity.continuous
    /// How many complete segments were added at the end.
    public var appended = 0
    /// How many segments are gone from the front.
    public var removed = 0
    /// Whether partial segments or preload hints have changed.
    public var partsChanged = false
    /// The sequence numbers of segments that were known and are listed with another URI or byte range.
    public var replaced: [Int] = []
    /// The date ranges that are new or say more than before, completed by what was known of them.
    public var dateRanges: [DateRange] = []
    /// The identifiers of date ranges that are no longer listed.
    public var removedDateRanges: [String] = []
    /// Whether no segment will be added any more, which was not known before.
    public var becameComplete = false
    /// What departs from the standard in what was read, and in how the playlist has changed (RFC 8216bis §6.2.1).
    public var warnings: [PlaylistWarning] = []
    /// How many segments were read: fewer than are listed when the text was mostly known.
    public var segmentsRead = 0

    /// Makes an update that says that nothing has changed.
    public init() {}

    /// Whether there is nothing new for the player: then the next reload comes sooner (RFC 8216bis §6.3.4).
    public var isUnchanged: Bool {
        guard appended == 0, removed == 0, !partsChanged, replaced.isEmpty, dateRanges.isEmpty, !becameComplete else { return false }
        return continuity == .continuous || continuity == .stale
    }
}
