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

    /// The rendition of a run of segments.
    struct Source {
        /// The URL that identifies the rendition.
        var url: String
        /// The maximum error in seconds of the start of the run because of rounded durations; `nil` if the timestamps determine the time
        /// even if they contradict the manifest, as those of sound beside pictures do.
        var rounding: Double?
        /// The seconds by which the leading track starts later than the run.
        var lead = 0.0
    }

    /// The seconds by which the leading track of the leading rendition starts later than a segment in the manifest.
    struct Lateness {
        /// The start and end of the segment in the manifest, in seconds.
        var start: Double
        var end: Double
        var late: Double
    }

    private struct Known {
        /// The seconds to add to timestamps, and the start at which this was found.
        var offset: Double
        var start: Double
        /// The renditions that have used the offset.
        var urls: Set<String> = []
    }

    private let condition = TimedCondition()
    /// Several offsets for one discontinuity sequence if timestamps jump without a mark, or those of renditions differ.
    private var offsets: [Int: [Known]] = [:]
    /// The latest segments of the leading rendition.
    private var latenesses: [Lateness] = []
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
    ///   - source: The rendition of the segment; `nil` if all renditions are known to have the same timestamps.
    /// - Returns: The seconds to add to the timestamps of the segment.
    func offset(
        discontinuity: Int, timestamp: Double, start: Double, tolerance: Double, share: Double = 0, wraps: Bool, of source: Source? = nil
    ) -> Double {
        condition.lock()
        defer { condition.unlock() }
        func unwrapped(_ offset: Double) -> Double {
            wraps ? offset + ((start - timestamp - offset) / Self.wrap).rounded() * Self.wrap : offset
        }
        let late = source?.rounding == nil ? nil : lateness(near: start)
        func error(_ known: Known) -> Double {
            let error = timestamp + unwrapped(known.offset) - start
            return min(abs(error), abs(error - (late ?? 0)))
        }
        let known = offsets[discontinuity] ?? []
        guard let nearest = known.indices.min(by: { error(known[$0]) < error(known[$1]) }) else {
            return insert(start - timestamp, at: start, of: source, in: discontinuity)
        }
        var chosen = nearest
        if let source, let rounding = source.rounding {
            let own = known.indices.filter { known[$0].urls.contains(source.url) }.min { error(known[$0]) < error(known[$1]) }
            if error(known[nearest]) > Self.inStep + source.lead + (late == nil ? rounding : 0) {
                // The timestamps of a rendition may differ from those of the others: the manifest determines where it continues.
                guard let own else {
                    let offset = late.map { start + $0 - source.lead - timestamp } ?? start - timestamp
                    return insert(offset, at: start, of: source, in: discontinuity)
                }
                chosen = own
            }
            offsets[discontinuity]?[chosen].urls.insert(source.url)
        }
        let distance = abs(start - known[chosen].start)
        let limit = min(max(tolerance, share * distance), Self.inStep + Self.maximumDrift * distance)
        return error(known[chosen]) <= limit ? unwrapped(known[chosen].offset) : start - timestamp
    }

    /// The maximum share by which listed durations differ from those of the media: timestamps that begin again in each segment differ by the
    /// whole distance.
    private static let maximumDrift = 0.45

    /// The maximum difference in seconds between the starts of tracks and of renditions that belong together: they do not start at the same
    /// time, and audio is not cut at the same times as video.
    private static let inStep = 0.5

    /// Adds an offset; called with the lock held.
    private func insert(_ offset: Double, at start: Double, of source: Source?, in discontinuity: Int) -> Double {
        offsets[discontinuity, default: []].append(Known(offset: offset, start: start, urls: source.map { [$0.url] } ?? []))
        condition.broadcast()
        return offset
    }

    /// Records the start of a segment of the leading rendition.
    func note(_ lateness: Lateness) {
        let maximum = 64
        condition.lock()
        defer { condition.unlock() }
        latenesses = latenesses.suffix(maximum - 1) + [lateness]
    }

    /// Returns the lateness of a segment that starts or ends at `start` in the manifest; called with the lock held.
    private func lateness(near start: Double) -> Double? {
        let rounding = 0.1
        return latenesses.last { abs($0.start - start) < rounding || abs($0.end - start) < rounding }?.late
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
        if let known = offsets[discontinuity]?.last(where: { abs($0.offset - offset) < Self.inStep }) { return known.offset }
        return insert(offset, at: start, of: nil, in: discontinuity)
    }

    /// Returns the offsets of a discontinuity sequence in seconds, the most likely one for what starts at `start` (seconds) first: offsets
    /// found before `start` from the last to the first, then those found after it. A sequence has several if its timestamps jump without a
    /// mark, and none if it is not known yet.
    func allOffsets(of discontinuity: Int, at start: Double) -> [Double] {
        condition.lock()
        defer { condition.unlock() }
        let known = offsets[discontinuity] ?? []
        let before = known.filter { $0.start <= start + Self.inStep }.sorted { $0.start > $1.start }
        let after = known.filter { $0.start > start + Self.inStep }.sorted { $0.start < $1.start }
        return (before + after).map(\.offset)
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
