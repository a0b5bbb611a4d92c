import PlayheadHLS

/// Compares where a run's segments begin with where their live playlist has them: durations are rounded there, and over hours their sum runs away from
/// the media, and with it the window and the dates.
struct DurationDrift {
    /// What can't be seen and is not worth moving segments for, in seconds.
    private static let trifle = 0.005

    private let run: SegmentRun
    /// The segment that the last packet was of.
    private var cursor: SegmentCursor?
    /// How much later than the segment the track begins in it, in seconds.
    private var lead: Double?
    /// What has to wait until the segment is listed: parts are there before.
    private var pending: (cursor: SegmentCursor, offset: Double)?

    init(_ run: SegmentRun) { self.run = run }

    /// Looks at the next packet of the leading track.
    mutating func take(_ packet: MediaPacket) {
        let feed = run.selection.feed
        guard let position = packet.packet.position, let cursor = run.unit(at: position), cursor != self.cursor, !feed.isComplete else {
            return
        }
        self.cursor = cursor
        guard packet.isKey, cursor.part == 0 else { return }
        if let (segment, offset) = pending { _ = Self.correct(feed, segment, by: offset) }
        pending = nil
        let late = packet.time - feed.start(of: cursor)
        if let lead {
            if !Self.correct(feed, cursor, by: late - lead) { pending = (cursor, late - lead) }
        } else {
            lead = late
        }
    }

    /// Moves the segments of a live playlist from `cursor` on, where they really are `offset` seconds later.
    /// - Returns: False where that has to wait.
    static func correct(_ feed: PlaylistFeed, _ cursor: SegmentCursor, by offset: Double) -> Bool {
        // More than this is no rounding.
        guard abs(offset) > trifle, abs(offset) < feed.targetDuration, !feed.isComplete else { return true }
        return feed.move(from: cursor, by: offset)
    }
}
