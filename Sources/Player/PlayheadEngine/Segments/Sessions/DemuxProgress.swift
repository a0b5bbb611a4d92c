import PlayheadCore

/// The progress of the demuxing thread of a session, and the damage it has found.
struct DemuxProgress {
    /// The maximum number of consecutive damaged segments before the session fails.
    static let maximumDamage = 3
    /// The last error of a damaged segment.
    var lastError: PlaybackError?
    /// The last damaged segment.
    var damaged: SegmentCursor?
    /// The number of damaged places since the last packet.
    var damageCount = 0
    /// Whether any packet was read, and whether any packet of the current run was read.
    var hasRead = false
    var hasReadOfRun = false
    /// The earlier segment with which the session restarted last. If this segment starts too late as well, it is used as it is.
    var earlier: SegmentCursor?
    /// Whether no key picture was found far before a position: none is searched for again.
    var isKeyless = false
    /// The start of the last segment for which the session has restarted with an earlier one, in seconds.
    var keptUntil = -Double.infinity

    /// Records a packet of `run`.
    mutating func noteRead(of run: SegmentRun) {
        hasRead = true
        hasReadOfRun = true
        if damageCount > 0, run.reading != damaged { damageCount = 0 }
    }
}

/// The join of a run to the packets in the store.
struct RunJoin {
    /// The time before which frames are already in the store, in seconds.
    var visibleFrom = -Double.infinity
    /// The same of the sound beside pictures, if it is earlier: of a segment that was left in the middle, only pictures may be in the store.
    var soundVisibleFrom = Double.infinity
    /// The time that the first packets have to cover, in seconds; `nil` if no packets precede them.
    var covers: Double?

    func visibleFrom(of kind: TrackKind) -> Double { kind == .audio ? min(visibleFrom, soundVisibleFrom) : visibleFrom }
}
