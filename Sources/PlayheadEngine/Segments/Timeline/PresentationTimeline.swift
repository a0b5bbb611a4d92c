import Foundation

/// The offsets from timestamps to the timeline of the presentation for each discontinuity sequence; shared by the renditions of one stream,
/// whose timestamps are synchronized (RFC 8216bis §6.2.4).
///
/// `@unchecked Sendable`: every access to the mutable state is under `condition`.
final class PresentationTimeline: @unchecked Sendable {
    /// The clock rate of MPEG-2 timestamps, in hertz.
    static let ticksPerSecond = TimestampTags.ticksPerSecond
    /// The period of MPEG-2 timestamps, 2^33 ticks, in seconds.
    static let wrap = Double(1 << 33) / ticksPerSecond

    private let condition = NSCondition()
    /// The seconds to add to timestamps, and the start at which each offset was found: several if timestamps jump without a mark.
    private var offsets: [Int: [(offset: Double, start: Double)]] = [:]
    /// The discontinuity sequence of the leading rendition, or `nil` once the rendition has ended.
    private var leading: Int? = .min
    private var isCancelled = false

    /// Sets the discontinuity sequence that the leading rendition enters, possibly an earlier one after a seek; `nil` at the end.
    func lead(_ discontinuity: Int?) {
        condition.lock()
        leading = discontinuity
        condition.broadcast()
        condition.unlock()
    }

    /// The number of known discontinuity sequences.
    var count: Int {
        condition.lock()
        defer { condition.unlock() }
        return offsets.count
    }

    /// Drops the discontinuity sequences before `discontinuity`, which are no longer listed.
    func forget(before discontinuity: Int) {
        condition.lock()
        defer { condition.unlock() }
        if offsets.contains(where: { $0.key < discontinuity }) { offsets = offsets.filter { $0.key >= discontinuity } }
    }

    /// Sets or returns the offset of a discontinuity sequence.
    /// - Parameters:
    ///   - discontinuity: The number of the sequence.
    ///   - timestamp: The first timestamp of a segment of the sequence, in seconds.
    ///   - start: The start of that segment according to the playlist, in seconds.
    ///   - tolerance: The maximum error of the offset for the segment before an unmarked discontinuity is assumed, in seconds.
    ///   - share: The additional tolerance per second of distance from where the offset was found, because playlists sum rounded durations.
    ///   - wraps: Whether the timestamps are MPEG-2 timestamps, which wrap around.
    /// - Returns: The seconds to add to the timestamps of the segment.
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

    /// Sets or returns another offset of a discontinuity sequence whose timestamps jump in the middle without a discontinuity tag.
    /// - Parameters:
    ///   - discontinuity: The number of the discontinuity sequence.
    ///   - timestamp: The first timestamp after the jump, in seconds.
    ///   - start: The time of the presentation after the jump, in seconds.
    /// - Returns: The seconds to add to the timestamps after the jump: an offset from another track or rendition, if one matches.
    func jumpOffset(discontinuity: Int, timestamp: Double, start: Double) -> Double {
        condition.lock()
        defer { condition.unlock() }
        let offset = start - timestamp
        // Tracks do not start at the same time, and audio is not cut at the same times as video.
        let inStep = 0.5
        if let known = offsets[discontinuity]?.last(where: { abs($0.offset - offset) < inStep }) { return known.offset }
        offsets[discontinuity, default: []].append((offset, start))
        return offset
    }

    /// Returns the offset of a discontinuity sequence in seconds, or `nil` until it is known.
    func offset(of discontinuity: Int) -> Double? {
        condition.lock()
        defer { condition.unlock() }
        return offsets[discontinuity]?.last?.offset
    }

    /// Waits until the leading rendition has set the offset of a discontinuity sequence, or will not set it because it started after the
    /// sequence, does not have it, or has ended. Then the waiting rendition sets the offset.
    /// - Returns: False if the wait was cancelled.
    func wait(for discontinuity: Int, while isWanted: () -> Bool) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while offsets[discontinuity] == nil, let leading, leading <= discontinuity, !isCancelled, isWanted() { condition.wait() }
        return !isCancelled && isWanted()
    }

    /// Wakes the waiters to check whether they are still wanted.
    func wakeWaiters() {
        condition.lock()
        condition.broadcast()
        condition.unlock()
    }

    /// Cancels all waits.
    func cancel() {
        condition.lock()
        isCancelled = true
        condition.broadcast()
        condition.unlock()
    }
}
