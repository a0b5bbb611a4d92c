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
