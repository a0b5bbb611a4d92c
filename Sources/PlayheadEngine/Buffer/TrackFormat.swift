import PlayheadCore
import PlayheadFFmpeg

/// What a run of packets has in common: how it is decoded and where it lies on the presentation's timeline.
///
/// Told apart by identity: packets with another format object need the decoder to be drained first.
final class TrackFormat: Sendable {
    let stream: StreamInfo
    /// Seconds to add to the container's times to get the presentation's.
    let offset: Double
    /// The rung that the packets are of, where there is a ladder.
    let level: QualityLevel?
    /// Frames before this time (seconds) are decoded but not shown, since another format's frames cover it.
    let visibleFrom: Double
    /// The tags that tell the times of packed audio; times are in their clock then, counted from the tag before.
    let tags: TimestampTags?

    init(
        stream: StreamInfo, offset: Double, level: QualityLevel? = nil, visibleFrom: Double = -.infinity, tags: TimestampTags? = nil
    ) {
        self.stream = stream
        self.offset = offset
        self.level = level
        self.visibleFrom = visibleFrom
        self.tags = tags
    }

    /// Where `ticks` of the container's time base lie on the presentation's timeline, in seconds.
    func time(_ ticks: Int64) -> Double {
        let time = Double(ticks) * stream.timeBase
        return tags.map { $0.rounded(time + $0.first) - $0.first + offset } ?? time + offset
    }
}
