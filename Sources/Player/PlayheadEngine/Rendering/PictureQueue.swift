/// The decoded pictures that were not shown yet, in order.
///
/// Pictures are decoded several at a time: when the queue has fallen below one limit, until it is full. A decoder that is called for one
/// picture after the other finds its code and its tables evicted from the caches of the processor each time, which costs up to a third of
/// the processor time.
struct PictureQueue {
    /// The limits of what is decoded ahead.
    struct Limits: Sendable, Hashable {
        /// The duration that is kept ready, in seconds: longer than a busy machine keeps a thread waiting for a processor.
        var duration = 0.2
        /// The share of the limits below which decoding resumes.
        var resumingShare = 0.5
        /// The number of bytes from which on no further picture is decoded.
        var bytes = 12 << 20
        /// The minimum number of pictures that are kept ready, whatever their duration and size.
        var minimum = 4
        /// The maximum number of pictures, whatever their timestamps.
        var maximum = 32

        /// The limits for playback that shows pictures as soon as they are decoded.
        static let unpaced = Limits(duration: -.infinity, resumingShare: 1)
    }

    private let limits: Limits
    private var pictures: [DecodedFrame] = []
    /// Whether further pictures are decoded now.
    private(set) var isFilling = true

    init(limits: Limits = Limits()) { self.limits = limits }

    var count: Int { pictures.count }

    var isEmpty: Bool { pictures.isEmpty }

    /// The first two pictures.
    var leading: ArraySlice<DecodedFrame> { pictures.prefix(2) }

    /// The last picture.
    var last: DecodedFrame? { pictures.last }

    mutating func append(_ picture: DecodedFrame) {
        pictures.append(picture)
        if hasReached(1) { isFilling = false }
    }

    /// Removes and returns the first picture.
    mutating func removeFirst() -> DecodedFrame? {
        guard !pictures.isEmpty else { return nil }
        defer { if !hasReached(limits.resumingShare) { isFilling = true } }
        return pictures.removeFirst()
    }

    mutating func removeAll() { removeAll { _ in true } }

    mutating func removeAll(where condition: (DecodedFrame) -> Bool) {
        pictures.removeAll(where: condition)
        if !hasReached(limits.resumingShare) { isFilling = true }
    }

    /// Whether the queue holds `share` of what is decoded ahead.
    private func hasReached(_ share: Double) -> Bool {
        let count = Double(pictures.count)
        guard count >= Double(limits.minimum) * share, let first = pictures.first, let last = pictures.last else { return false }
        return last.end - first.time >= limits.duration * share || count >= Double(limits.maximum) * share
            || Double(pictures.reduce(0) { $0 + ($1.frame?.byteCount ?? 0) }) >= Double(limits.bytes) * share
    }
}
