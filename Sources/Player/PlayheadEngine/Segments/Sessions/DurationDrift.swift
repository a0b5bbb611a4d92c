/// Compares the starts of the segments of a run with those in the live manifest: durations are rounded there, and over hours their sum
/// drifts away from the media, and so do the window and the dates.
struct DurationDrift {
    /// The maximum drift that is not corrected, in seconds.
    private static let tolerance = 0.005

    private let run: SegmentRun
    /// The segment of the last packet.
    private var cursor: SegmentCursor?
    /// The seconds by which the track starts later than the segment.
    private var lead: Double?
    /// A correction that is pending until the segment is listed: its parts are available before.
    private var pending: (cursor: SegmentCursor, offset: Double)?

    init(_ run: SegmentRun) { self.run = run }

    /// Handles the next packet of the leading track.
    /// - Returns: The segment that the packet begins, and the seconds by which the packet is later than the start of the segment in the
    ///   manifest; `nil` if the packet begins no segment.
    mutating func take(_ packet: MediaPacket) -> (cursor: SegmentCursor, late: Double)? {
        let rendition = run.selection.rendition
        guard let position = packet.position, let cursor = run.cursor(at: position), cursor != self.cursor else { return nil }
        self.cursor = cursor
        guard packet.isKey, cursor.part == 0 else { return nil }
        guard !rendition.isComplete else { return (cursor, packet.time - rendition.start(of: cursor)) }
        if let (segment, offset) = pending { _ = Self.correct(rendition, segment, by: offset) }
        pending = nil
        let late = packet.time - rendition.start(of: cursor)
        if let lead {
            if !Self.correct(rendition, cursor, by: late - lead) { pending = (cursor, late - lead) }
        } else {
            lead = late
        }
        return (cursor, lead ?? late)
    }

    /// Moves the segments of a live rendition by `offset` seconds, starting at `cursor`.
    /// - Returns: False if the segment is not listed yet.
    static func correct(_ rendition: any MediaRendition, _ cursor: SegmentCursor, by offset: Double) -> Bool {
        // A larger difference is not a rounding error.
        guard abs(offset) > tolerance, abs(offset) < rendition.targetDuration, !rendition.isComplete else { return true }
        return rendition.move(from: cursor, by: offset)
    }
}
