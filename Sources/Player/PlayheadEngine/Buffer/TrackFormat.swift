import PlayheadCore
import PlayheadFFmpeg

/// The common properties of a run of packets: how to decode them, and their offset on the timeline of the presentation.
///
/// Formats are compared by identity: the decoder is drained before packets with another format object.
package final class TrackFormat: Sendable {
    let stream: StreamInfo
    /// The seconds to add to times of the container to get times of the presentation.
    let offset: Double
    /// The rung of the packets, if there is a ladder.
    let level: QualityLevel?
    /// The time before which frames are decoded but not shown, in seconds, because frames of another format cover it.
    let visibleFrom: Double
    /// The time from which on frames are decoded but not shown, in seconds, because those of another period follow.
    let visibleUntil: Double
    /// The timestamp tags of packed audio; with tags, packet times are counted from the previous tag.
    let tags: TimestampTags?
    /// Whether samples were decrypted one by one, so that those of a wrong key reach the decoder.
    let isDecrypted: Bool

    package init(
        stream: StreamInfo, offset: Double, level: QualityLevel? = nil, visibleFrom: Double = -.infinity,
        visibleUntil: Double = .infinity, tags: TimestampTags? = nil, isDecrypted: Bool = false
    ) {
        self.stream = stream
        self.offset = offset
        self.level = level
        self.visibleFrom = visibleFrom
        self.visibleUntil = visibleUntil
        self.tags = tags
        self.isDecrypted = isDecrypted
    }

    /// Whether a frame at `time` (seconds) is shown.
    func shows(_ time: Double) -> Bool { time >= visibleFrom && time < visibleUntil - Self.rounding }

    /// The maximum error of the ends of periods, in seconds.
    static let rounding = 0.001

    /// Converts `ticks` of the time base of the container to the timeline of the presentation, in seconds.
    func time(_ ticks: Int64) -> Double {
        let time = Double(ticks) * stream.timeBase
        return tags.map { $0.rounded(time + $0.first) - $0.first + offset } ?? time + offset
    }
}

/// The tracks that the engine plays in parallel.
package enum TrackKind: Int, Sendable, Hashable, CaseIterable {
    case video
    case audio

    /// The kind of a stream; `nil` if the engine does not play it.
    init?(_ kind: StreamInfo.Kind) {
        switch kind {
        case .video: self = .video
        case .audio: self = .audio
        case .text, .other: return nil
        }
    }
}
