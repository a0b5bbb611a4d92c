import PlayheadCore
import PlayheadFFmpeg
import PlayheadMetadata

/// Consecutive segments that one demuxer reads as one: of the same rendition, discontinuity sequence, initialization segment and key,
/// without a gap.
final class SegmentRun: ByteSource {
    private struct State {
        /// The offsets of the segments in the bytes of the run.
        var segments: [(offset: Int, cursor: SegmentCursor)] = []
        var appended = 0
        var read = 0
        /// The seconds to add to times of the container to get times of the presentation, once they are known.
        var offset: Double?
        /// The event messages whose times are not known yet, with the starts of their segments on the timeline of the presentation.
        var messages: [(message: EventMessage, start: Double)] = []
        /// The end of the first segment, once it was received completely.
        var firstEnd: Int?
        /// Whether any segment was received completely.
        var isWhole = false
        var isTruncated = false
        /// Whether the truncated segment is loaded again from another rendition.
        var isReplaced = false
        /// The offset of the truncated segment.
        var brokenOffset: Int?
        var isDecrypted = false
        var isFile = false
        /// The seconds by which the last segment that was read starts later than in the manifest.
        var late = 0.0
    }

    /// The number of the discontinuity sequence.
    let discontinuity: Int
    /// The start of the first segment on the timeline of the presentation, in seconds.
    let start: Double
    /// The duration of the first segment according to the manifest, in seconds.
    let duration: Double
    /// Whether the run is one picture of a rendition of I-frames.
    let isIFrame: Bool
    /// The first segment.
    let first: SegmentCursor
    /// The rendition from which the run is loaded.
    let selection: RenditionSelection
    /// Whether the run continues where a run of another rung ended, so that its frames have to join those of that run.
    let isContinuation: Bool
    /// The URL of the first segment, for errors.
    let url: String
    /// Whether the run begins with a part, so that the origin has not produced the following parts yet.
    let beginsWithPart: Bool
    /// The place of the media on the timeline, if the manifest determines it.
    let placement: MediaPlacement?
    /// The number of segments that are kept after they were read: the demuxer reads ahead of the packets that it returns.
    private static let remembered = 8
    private let queue: ByteQueue
    /// Counts the bytes in place of a demuxer; `nil` if they are demuxed.
    private let meter: SegmentMeter?
    private let state = Locked(State())
    /// The timestamps in the ID3 tags of packed audio; otherwise empty. The first is known once the first bytes were read.
    let tags = TimestampTags()

    /// - Parameters:
    ///   - segment: The first segment.
    ///   - selection: The selected rendition.
    ///   - isContinuation: Whether the run continues where a run of another rung ended.
    ///   - capacity: The maximum number of buffered bytes before ``waitForRoom()`` waits.
    ///   - meter: Counts the bytes in place of a demuxer; then no byte is kept.
    init(
        _ segment: Segment, of selection: RenditionSelection, isContinuation: Bool = false, capacity: Int = .max, meter: SegmentMeter? = nil
    ) {
        queue = ByteQueue(capacity: capacity)
        self.meter = meter
        self.isContinuation = isContinuation
        beginsWithPart = segment.isPart
        discontinuity = segment.discontinuity
        start = segment.start
        duration = segment.duration
        placement = segment.placement
        isIFrame = selection.rendition.isIFramesOnly
        first = segment.cursor
        self.selection = selection
        url = segment.url
    }

    /// Announces that the bytes of `segment` follow.
    func begin(_ segment: Segment) {
        if let meter { return meter.begin(segment, of: self) }
        state.withLock { state in
            // A run may last for hours: segments that were read are removed.
            if let reading = state.segments.lastIndex(where: { $0.offset < max(1, state.read) }), reading > Self.remembered {
                state.segments.removeFirst(reading - Self.remembered)
            }
            if !state.segments.isEmpty { state.isWhole = true }
            state.segments.append((state.appended, segment.cursor))
        }
    }

    func append(_ bytes: [UInt8]) {
        if let meter { return meter.receive(bytes) }
        state.withLock { $0.appended += bytes.count }
        queue.append(bytes)
    }

    /// Whether samples are decrypted one by one; set before their bytes are appended.
    var isDecrypted: Bool {
        get { state.withLock { $0.isDecrypted } }
        set { state.withLock { $0.isDecrypted = newValue } }
    }

    /// Whether the run is a file of its own, whose times may begin at zero; set before its bytes are appended.
    var isFile: Bool {
        get { state.withLock { $0.isFile } }
        set { state.withLock { $0.isFile = newValue } }
    }

    /// The number of appended bytes.
    var length: Int { state.withLock { $0.appended } }

    /// Announces the size of the current segment, in bytes; `nil` if it is unknown.
    func expect(_ size: Int?) { meter?.expect(size) }

    /// Notes that all bytes of the current segment were appended.
    func completeSegment() {
        meter?.complete()
        state.withLock { $0.firstEnd = $0.firstEnd ?? $0.appended }
    }

    func finish(_ error: (any Error)? = nil) {
        meter?.leave()
        queue.finish(error)
    }

    /// Ends the run without the rest of the segment at `cursor`, if any byte of the segment was received. Unless the segment is replaced,
    /// that is, loaded again from another rendition, the received part is used.
    func truncate(_ cursor: SegmentCursor, isReplaced: Bool = true) {
        meter?.leave()
        state.withLock { state in
            // If no byte was received, the previous segments are complete.
            guard let last = state.segments.last, last.cursor == cursor else { return }
            let isFirst = state.segments.count <= 1 && state.isWhole == false
            state.isTruncated = isFirst || state.appended > last.offset
            state.isReplaced = isReplaced
            if state.isTruncated { state.brokenOffset = last.offset }
        }
        queue.finish()
    }

    /// Waits until there is room for more bytes, or the run is not read any more.
    func waitForRoom() async { if meter == nil { _ = await queue.write([]) } }

    /// Waits until all appended bytes are read and their packets are in the store, or the run is not read any more.
    func waitUntilRead() async { if meter == nil { await queue.waitUntilEmpty() } }

    /// Whether the run ends in the middle of a segment, so that its last packets may be incomplete.
    var isTruncated: Bool { state.withLock { $0.isTruncated } }

    /// Whether `packet` lies before the truncated segment, so that it is complete.
    func isWhole(_ packet: MediaPacket) -> Bool {
        guard let position = packet.position else { return false }
        return state.withLock { state in state.brokenOffset.map { position < $0 } ?? false }
    }

    /// Whether all bytes of a truncated run were read, and the truncated segment is loaded again.
    var isBrokenOff: Bool { state.withLock { $0.isTruncated && $0.isReplaced && $0.read == $0.appended } }

    /// The seconds by which the last segment that was read starts later than in the manifest.
    var late: Double {
        get { state.withLock { $0.late } }
        set { state.withLock { $0.late = newValue } }
    }

    /// The segment that was read last.
    var reading: SegmentCursor {
        state.withLock { state in state.segments.last { $0.offset < max(1, state.read) }?.cursor ?? first }
    }

    /// Returns the segment that contains the byte at `position`; `nil` if the segment was removed.
    func cursor(at position: Int64) -> SegmentCursor? {
        state.withLock { state in state.segments.last { $0.offset <= position }?.cursor }
    }

    /// Returns the first segment with bytes that begin behind `position`; `nil` if no segment does.
    func cursor(behind position: Int64) -> SegmentCursor? {
        state.withLock { state in state.segments.first { $0.offset > position && $0.offset < state.appended }?.cursor }
    }

    /// Whether the bytes of `segment` contain `packet`.
    func contains(_ packet: MediaPacket, in segment: Segment) -> Bool { packet.position.flatMap(cursor(at:)) == segment.cursor }

    /// Adds event messages of a segment that starts at `start` on the timeline of the presentation.
    /// - Returns: The metadata whose times are already known.
    func place(_ messages: [EventMessage], of start: Double) -> [TimedMetadata] {
        state.withLock { state in
            guard let offset = state.offset else {
                state.messages += messages.map { ($0, start) }
                return []
            }
            return messages.flatMap { $0.timedMetadata(segmentStart: start - offset, mediaOffset: offset) }
        }
    }

    /// Sets the seconds to add to times of the container.
    /// - Returns: The metadata that was pending until the offset was known.
    func setOffset(_ offset: Double) -> [TimedMetadata] {
        state.withLock { state in
            state.offset = offset
            defer { state.messages = [] }
            return state.messages.flatMap { $0.message.timedMetadata(segmentStart: $0.start - offset, mediaOffset: offset) }
        }
    }

    var size: Int64? { nil }
    var isSeekable: Bool { false }
    var splitsTransportStreams: Bool { true }
    var startLength: Int? { state.withLock { $0.firstEnd } }
    /// Never returns bytes of two segments at once, so that ``reading`` is the segment that the demuxer reads.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let limit = state.withLock { state in
            state.segments.first { $0.offset > state.read }.map { $0.offset - state.read } ?? buffer.count
        }
        let count = try queue.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit)))
        state.withLock { $0.read += count }
        return count
    }
    func seek(to offset: Int64) throws { throw CancellationError() }
    func interrupt() { queue.interrupt() }
    func resume() { queue.resume() }
    func cancel() { queue.cancel() }
}
