/// The timestamps in the ID3 tags of a run of packed audio segments (RFC 8216bis §3.1.5).
///
/// Packed audio has no timestamps of its own; the times of its packets are MPEG-2 ticks counted from the tag of their segment.
package final class TimestampTags: Sendable {
    /// The clock rate of MPEG-2 timestamps, in hertz.
    static let ticksPerSecond = 90_000.0

    private struct Tag {
        /// The timestamp of the tag, in seconds.
        var timestamp: Double
        /// The time of the first packet of the segment as counted by the demuxer, in seconds; `nil` until it is read.
        var counted: Double?
    }

    private let tags = Locked<[Tag]>([])

    /// The first timestamp, in seconds; 0 before there is one.
    var first: Double { tags.withLock { $0.first?.timestamp ?? 0 } }
    /// Whether there are no timestamps.
    var isEmpty: Bool { tags.withLock { $0.isEmpty } }

    /// Adds the timestamp of the next segment, in seconds; one that goes back belongs to another timeline and is ignored.
    func append(_ timestamp: Double) {
        tags.withLock { tags in
            if timestamp > tags.last?.timestamp ?? -.infinity { tags.append(Tag(timestamp: timestamp)) }
        }
    }

    /// Returns the tagged time for `time` as counted by the demuxer, both in seconds. New times have to be passed in order.
    func rounded(_ time: Double) -> Double {
        let tick = 1 / Self.ticksPerSecond
        return tags.withLock { tags in
            guard let index = tags.lastIndex(where: { $0.timestamp <= time + tick }) else { return time }
            let counted = tags[index].counted ?? time
            tags[index].counted = counted
            return tags[index].timestamp + ((time - counted) / tick).rounded() * tick
        }
    }
}
