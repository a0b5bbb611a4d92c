import PlayheadCore

/// Selects the rendition from which the segments of a session are fetched. Called by the fetching task of the session.
protocol RenditionChooser: Sendable {
    /// Returns the lowest and the highest bit rate that can be selected instead of that of `current`, in bits per second; `nil` if they are
    /// unknown.
    func bitrates(insteadOf current: RenditionSelection) -> ClosedRange<Double>?
    /// The expected throughput in bits per second; `nil` if it is unknown.
    var expectedThroughput: Double? { get }
    /// Selects the rendition for the next segment, at `cursor` of `current`.
    func selection(at cursor: SegmentCursor, of current: RenditionSelection) async -> RenditionSelection
    /// Reviews a transfer in progress.
    /// - Returns: The rendition to fetch the segment from instead, if the segment would arrive too late; `nil` to continue.
    func progress(_ transfer: SegmentTransfer) async -> RenditionSelection?
    /// Records a transfer that succeeded.
    func finished(_ transfer: SegmentTransfer)
    /// Selects a replacement for a live rendition whose manifest cannot be reloaded; `nil` if there is none.
    func recover(fromStuck error: PlaybackError, of current: RenditionSelection) async -> RenditionSelection?
    /// Decides how loading continues after a segment that failed to load or to demux.
    func recover(from error: PlaybackError, at segment: Segment, of current: RenditionSelection) async -> SegmentRecovery
}

extension RenditionChooser {
    func bitrates(insteadOf current: RenditionSelection) -> ClosedRange<Double>? { nil }
    var expectedThroughput: Double? { nil }
}

/// The continuation after a segment that failed.
enum SegmentRecovery: Sendable {
    /// Load the same time from this rendition.
    case use(RenditionSelection)
    /// Continue with the next segment.
    case skip
    /// End loading.
    case giveUp
}

/// A transfer of a segment or part in progress.
struct SegmentTransfer: Sendable {
    /// The segment.
    var segment: Segment
    /// The rendition from which the segment is loaded.
    var selection: RenditionSelection
    /// The bytes received.
    var received = 0
    /// The total number of bytes to receive, if known.
    var expected: Int?
    /// The seconds from the request to the response header.
    var firstByteTime = 0.0
    /// The bytes that arrived together with the response header.
    var leadingBytes = 0
    /// The seconds since the request.
    var elapsed = 0.0
    /// The seconds in which the origin produced the next fragment of the segment, so that nothing could arrive.
    var idle = 0.0
}
