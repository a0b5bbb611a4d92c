import PlayheadFFmpeg

/// Consecutive segments that one demuxer reads as one: the same rendition, discontinuity sequence and initialization section, without a gap.
final class SegmentRun: ByteSource {
    /// The discontinuity sequence's number.
    let discontinuity: Int
    /// Where the playlist has the first segment, in seconds.
    let start: Double
    /// Its URL, for errors.
    let url: String
    private let queue = ByteQueue(capacity: .max)
    /// What the segments' ID3 tags say; empty for all but packed audio. The first is known once the first bytes were read.
    let tags = TimestampTags()

    init(discontinuity: Int, start: Double, url: String) {
        self.discontinuity = discontinuity
        self.start = start
        self.url = url
    }

    func append(_ bytes: [UInt8]) { queue.append(bytes) }
    func finish(_ error: (any Error)? = nil) { queue.finish(error) }

    var size: Int64? { nil }
    var isSeekable: Bool { false }
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try queue.read(into: buffer) }
    func seek(to offset: Int64) throws { throw CancellationError() }
    func interrupt() { queue.interrupt() }
    func resume() { queue.resume() }
    func cancel() { queue.cancel() }
}
