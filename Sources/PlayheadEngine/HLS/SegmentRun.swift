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
    private let tagTime = Locked<Double?>(nil)

    init(discontinuity: Int, start: Double, url: String) {
        self.discontinuity = discontinuity
        self.start = start
        self.url = url
    }

    /// The timestamp that the first segment's ID3 tag gave, in seconds; known once its first bytes were read.
    var taggedTimestamp: Double? { tagTime.withLock { $0 } }

    func setTaggedTimestamp(_ seconds: Double) { tagTime.withLock { $0 = $0 ?? seconds } }
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
