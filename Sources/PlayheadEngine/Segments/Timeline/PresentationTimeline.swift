import Foundation

/// The offsets of timestamps to the presentation's timeline for each discontinuity sequence; shared by the renditions of one stream, whose timestamps
/// are in step (RFC 8216bis §6.2.4).
///
/// `@unchecked Sendable`: every access to the mutable state is under `condition`.
final class PresentationTimeline: @unchecked Sendable {
    /// The clock of MPEG-2 timestamps.
    static let ticksPerSecond = TimestampTags.ticksPerSecond
    /// The period of MPEG-2 timestamps, 2^33 ticks, in seconds.
    static let wrap = Double(1 << 33) / ticksPerSecond

    private let condition = NSCondition()
    /// Seconds to add to timestamps, and where on the presentation's timeline that was found: several where they jump without a mark.
    private var offsets: [Int: [(offset: Double, start: Double)]] = [:]
    /// The discontinuity sequence that the leading rendition is in, or `nil` once it has ended.
    private var leading: Int? = .min
    private var isCancelled = false

    /// Says which discontinuity sequence the leading rendition enters, after a seek perhaps an earlier one; `nil`: none any more.
    func lead(_ discontinuity: Int?) {
        condition.lock()
        leading = discontinuity
        condition.broadcast()
        condition.unlock()
    }

    /// How many discontinuity sequences are known.
    var count: Int {
        condition.lock()
        defer { condition.unlock() }
        return offsets.count
    }

    /// Forgets the discontinuity sequences before `discontinuity`, which are no longer listed.
    func forget(before discontinuity: Int) {
        condition.lock()
        defer { condition.unlock() }
        if offsets.contains(where: { $0.key < discontinuity }) { offsets = offsets.filter { $0.key >= discontinuity } }
    }

    /// Sets or gets the offset of a discontinuity sequence.
    /// - Parameters:
    ///   - discontinuity: The sequence's number.
    ///   - timestamp: The first timestamp of a segment there, in seconds.
    ///   - start: Where the playlist has that segment, in seconds.
    ///   - tolerance: How far, in seconds, the offset may put the segment elsewhere before it is taken for an unmarked discontinuity.
    ///   - share: What comes to that for each second from where the offset was found: playlists add up rounded durations.
    ///   - wraps: Whether the timestamps are MPEG-2 ones, which start over.
    /// - Returns: Seconds to add to the segment's timestamps.
    func offset(discontinuity: Int, timestamp: Double, start: Double, tolerance: Double, share: Double = 0, wraps: Bool) -> Double {
        condition.lock()
        defer { condition.unlock() }
        func unwrapped(_ offset: Double) -> Double {
            wraps ? offset + ((start - timestamp - offset) / Self.wrap).rounded() * Self.wrap : offset
        }
        func error(_ offset: Double) -> Double { abs(timestamp + unwrapped(offset) - start) }
        guard let known = offsets[discontinuity]?.min(by: { error($0.offset) < error($1.offset) }) else {
            offsets[discontinuity] = [(start - timestamp, start)]
            condition.broadcast()
            return start - timestamp
        }
        let offset = unwrapped(known.offset)
        return abs(timestamp + offset - start) <= max(tolerance, share * abs(start - known.start)) ? offset : start - timestamp
    }

    /// Sets or gets another offset of a discontinuity sequence, whose timestamps jump in the middle although nothing marks it.
    /// - Parameters:
    ///   - timestamp: The first one behind the jump, in seconds.
    ///   - start: Where the presentation goes on there, in seconds.
    /// - Returns: Seconds to add to the timestamps from there on: what another track or rendition has found already, where that fits.
    func jumpOffset(discontinuity: Int, timestamp: Double, start: Double) -> Double {
        condition.lock()
        defer { condition.unlock() }
        let offset = start - timestamp
        // Tracks don't begin at the same time, and sound is not cut where pictures are.
        let inStep = 0.5
        if let known = offsets[discontinuity]?.last(where: { abs($0.offset - offset) < inStep }) { return known.offset }
        offsets[discontinuity, default: []].append((offset, start))
        return offset
    }

    /// The offset of a discontinuity sequence in seconds, or `nil` while it is not known.
    func offset(of discontinuity: Int) -> Double? {
        condition.lock()
        defer { condition.unlock() }
        return offsets[discontinuity]?.last?.offset
    }

    /// Waits until the leading rendition has set the offset of a discontinuity sequence, or will not do so any more: it began behind it,
    /// has it not, or is at its end. Then the waiting one sets it.
    /// - Returns: False where it was cancelled.
    func wait(for discontinuity: Int, while isWanted: () -> Bool) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while offsets[discontinuity] == nil, let leading, leading <= discontinuity, !isCancelled, isWanted() { condition.wait() }
        return !isCancelled && isWanted()
    }

    /// Makes waiters look again whether they are still wanted.
    func wakeWaiters() {
        condition.lock()
        condition.broadcast()
        condition.unlock()
    }

    /// Lets all waiters go.
    func cancel() {
        condition.lock()
        isCancelled = true
        condition.broadcast()
        condition.unlock()
    }
}
