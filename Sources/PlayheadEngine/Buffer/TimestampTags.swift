/// The timestamps that the ID3 tags of a run of packed audio segments gave (RFC 8216bis §3.1.5).
///
/// Sound has no timestamps of its own there; its times are MPEG-2 ticks counted on from the tag of its segment.
final class TimestampTags: Sendable {
    /// The clock rate of MPEG-2 timestamps, in hertz.
    static let ticksPerSecond = 90_000.0

    private struct Tag {
        /// What the tag says, in seconds.
        var timestamp: Double
        /// Where the demuxer's own count has the segment's first sound, in seconds; `nil` until it is read.
        var counted: Double?
    }

    private let tags = Locked<[Tag]>([])

    /// The first one, in seconds; 0 before there is any.
    var first: Double { tags.withLock { $0.first?.timestamp ?? 0 } }
    /// Whether there is none.
    var isEmpty: Bool { tags.withLock { $0.isEmpty } }

    /// Adds the next segment's, in seconds; one that goes back is another timeline's and does not count.
    func append(_ timestamp: Double) {
        tags.withLock { tags in
            if timestamp > tags.last?.timestamp ?? -.infinity { tags.append(Tag(timestamp: timestamp)) }
        }
    }

    /// The time that the tags give to what the demuxer counts to `time`, both in seconds. Times come in order when they come first.
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
