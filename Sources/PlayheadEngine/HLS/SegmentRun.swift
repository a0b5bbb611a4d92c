import PlayheadCore
import PlayheadFFmpeg
import PlayheadMetadata

/// Consecutive segments that one demuxer reads as one: the same rendition, discontinuity sequence, initialization section and key, without a gap.
final class SegmentRun: ByteSource {
    private struct State {
        /// Where in the run's bytes each unit begins.
        var units: [(offset: Int, cursor: SegmentCursor)] = []
        var appended = 0
        var read = 0
        /// Seconds to add to the container's times to get the presentation's, once they are known.
        var offset: Double?
        /// Event messages whose times are not known yet, with where their segments begin on the presentation's timeline.
        var messages: [(message: EventMessage, start: Double)] = []
        /// Whether any unit is there wholly.
        var isWhole = false
        var isTruncated = false
        /// Whether what was truncated comes anew from elsewhere.
        var isReplaced = false
        /// Where the segment begins that breaks off.
        var brokenOffset: Int?
    }

    /// The discontinuity sequence's number.
    let discontinuity: Int
    /// Where the first segment is on the presentation's timeline, in seconds.
    let start: Double
    /// The duration of the first segment by the playlist, in seconds.
    let duration: Double
    /// Whether it is one picture of a playlist of I-frames.
    let isIFrame: Bool
    /// The first segment.
    let first: SegmentCursor
    /// What is fetched.
    let selection: RenditionSelection
    /// Whether it goes on where a run of another rung was left, so that its frames have to join that one's.
    let isContinuation: Bool
    /// The first segment's URL, for errors.
    let url: String
    /// Whether it begins with a part, so that what follows it is still to be made by the origin.
    let beginsWithPart: Bool
    /// The key by which the samples inside are enciphered.
    let sampleKey: [UInt8]?
    /// Units that were read and are remembered: what the demuxer hands out was read some units ago.
    private static let remembered = 8
    private let queue: ByteQueue
    private let state = Locked(State())
    /// What the segments' ID3 tags say; empty for all but packed audio. The first is known once the first bytes were read.
    let tags = TimestampTags()

    /// - Parameters:
    ///   - isContinuation: Whether it goes on where a run of another rung was left.
    ///   - capacity: Bytes that may wait to be read before ``waitForRoom()`` waits.
    init(
        _ unit: FetchUnit, of selection: RenditionSelection, isContinuation: Bool = false, sampleKey: [UInt8]? = nil, capacity: Int = .max
    ) {
        queue = ByteQueue(capacity: capacity)
        self.isContinuation = isContinuation
        self.sampleKey = sampleKey
        beginsWithPart = unit.isPart
        discontinuity = unit.segment.discontinuitySequence
        start = unit.start
        duration = unit.duration
        isIFrame = selection.feed.isIFramesOnly
        first = unit.cursor
        self.selection = selection
        url = unit.url
    }

    /// Says that the bytes of `cursor` follow.
    func begin(_ cursor: SegmentCursor) {
        state.withLock { state in
            // A run may go on for hours: what was read is forgotten.
            if let reading = state.units.lastIndex(where: { $0.offset < max(1, state.read) }), reading > Self.remembered {
                state.units.removeFirst(reading - Self.remembered)
            }
            if !state.units.isEmpty { state.isWhole = true }
            state.units.append((state.appended, cursor))
        }
    }

    func append(_ bytes: [UInt8]) {
        state.withLock { $0.appended += bytes.count }
        queue.append(bytes)
    }

    func finish(_ error: (any Error)? = nil) { queue.finish(error) }

    /// Ends it without the rest of the unit at `cursor`, where any of that has come.
    /// - Parameter isReplaced: Whether that unit comes anew from elsewhere; otherwise what came of it counts.
    func truncate(_ cursor: SegmentCursor, isReplaced: Bool = true) {
        state.withLock { state in
            // What could not even be begun leaves whole what came before it.
            guard let last = state.units.last, last.cursor == cursor else { return }
            let isFirst = state.units.count <= 1 && state.isWhole == false
            state.isTruncated = isFirst || state.appended > last.offset
            state.isReplaced = isReplaced
            if state.isTruncated { state.brokenOffset = last.offset }
        }
        queue.finish()
    }

    /// Waits until few enough bytes wait to be read, or nothing is read any more.
    func waitForRoom() async { _ = await queue.write([]) }

    /// Waits until all that was appended is read, and what was made of it is in the store; or nothing is read any more.
    func waitUntilRead() async { await queue.waitUntilEmpty() }

    /// Whether it ends in the middle of a segment, so that what its last bytes hold is not whole.
    var isTruncated: Bool { state.withLock { $0.isTruncated } }

    /// Whether `packet` lies before the segment that breaks off, if any does: then all of it has come.
    func isWhole(_ packet: MediaPacket) -> Bool {
        guard let position = packet.packet.position else { return false }
        return state.withLock { state in state.brokenOffset.map { position < $0 } ?? false }
    }

    /// Whether all of a run that ends in the middle of a segment was read, and that segment comes anew.
    var isBrokenOff: Bool { state.withLock { $0.isTruncated && $0.isReplaced && $0.read == $0.appended } }

    /// The unit that was being read last.
    var reading: SegmentCursor {
        state.withLock { state in state.units.last { $0.offset < max(1, state.read) }?.cursor ?? first }
    }

    /// The unit that the byte at `position` belongs to; `nil` where that is forgotten.
    func unit(at position: Int64) -> SegmentCursor? {
        state.withLock { state in state.units.last { $0.offset <= position }?.cursor }
    }

    /// Whether `packet` lies in the bytes of `unit`.
    func holds(_ packet: MediaPacket, in unit: FetchUnit) -> Bool { packet.packet.position.flatMap(self.unit(at:)) == unit.cursor }

    /// Adds event messages of a segment that begins at `start` on the presentation's timeline.
    /// - Returns: What can be placed by now.
    func place(_ messages: [EventMessage], of start: Double) -> [TimedMetadata] {
        state.withLock { state in
            guard let offset = state.offset else {
                state.messages += messages.map { ($0, start) }
                return []
            }
            return messages.flatMap { $0.timedMetadata(segmentStart: start - offset, mediaOffset: offset) }
        }
    }

    /// Says where the container's times are on the presentation's timeline.
    /// - Returns: The metadata that waited for that.
    func setOffset(_ offset: Double) -> [TimedMetadata] {
        state.withLock { state in
            state.offset = offset
            defer { state.messages = [] }
            return state.messages.flatMap { $0.message.timedMetadata(segmentStart: $0.start - offset, mediaOffset: offset) }
        }
    }

    var size: Int64? { nil }
    var isSeekable: Bool { false }
    /// Never gives bytes of two units at once, so that ``reading`` is the one that the demuxer is at.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let limit = state.withLock { state in
            state.units.first { $0.offset > state.read }.map { $0.offset - state.read } ?? buffer.count
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
