/// The transfer of a segment or part, while it proceeds.
struct SegmentTransfer: Sendable {
    /// The segment.
    var segment: Segment
    /// The rendition that it is loaded from.
    var selection: RenditionSelection
    /// The bytes received.
    var received = 0
    /// The bytes to receive in all, if known.
    var expected: Int?
    /// The seconds from the request to the head of the response.
    var firstByteTime = 0.0
    /// The seconds since the request.
    var elapsed = 0.0
}
