import PlayheadCore

/// The progress of a session's demuxing thread, and the damage that it met.
struct DemuxProgress {
    /// The maximum number of consecutive damaged segments before the session fails.
    static let maximumDamage = 3
    /// The last error of a damaged segment.
    var lastError: PlaybackError?
    /// The last damaged segment.
    var damaged: SegmentCursor?
    /// The number of damaged places since the last packet.
    var damageCount = 0
    /// Whether any packet was read, and whether any of the current run was.
    var hasRead = false
    var hasReadOfRun = false
    /// The segment with which the session began again last, further in front. If that begins too late as well, it is used as it is.
    var earlier: SegmentCursor?

    /// Records a packet of `run`.
    mutating func noteRead(of run: SegmentRun) {
        hasRead = true
        hasReadOfRun = true
        if damageCount > 0, run.reading != damaged { damageCount = 0 }
    }
}

/// The way in which a run joins the packets in the store.
struct RunJoin {
    /// Frames before this time, in seconds, are in the store already.
    var visibleFrom = -Double.infinity
    /// The time that its first packets have to cover, in seconds; `nil` if there are no packets before them.
    var covers: Double?
}
