import PlayheadFFmpeg
import PlayheadNumbers

/// A packet on the presentation's timeline.
package struct MediaPacket: Sendable {
    /// The data; `nil` in a playback that decodes none of it.
    private(set) var packet: Packet?
    let format: TrackFormat
    /// The presentation time, in seconds; the decoding time if the container has no presentation time.
    package let time: Double
    /// The duration, in seconds; 0 if it is unknown.
    let duration: Double
    let isKey: Bool
    /// The time after which every picture is decoded if decoding begins with the packet, in seconds.
    let coveredFrom: Double
    /// The number of bytes of data.
    let size: Int

    /// The bytes of memory that the packet takes, with what FFmpeg and the buffer need for each: a container may have millions of packets of one byte.
    var footprint: Int { size.saturatingAdding(Packet.overhead) }

    var end: Double { time + duration }

    /// The end of the frame, in seconds; the end of its period if the frame is not shown because it is behind that.
    var shownEnd: Double { time < format.visibleUntil - TrackFormat.rounding ? end : format.visibleUntil }

    /// Whether the packet lies outside of its period, which begins at `start` (seconds), and no shown frame needs it: frames of video that are
    /// decoded later are shown later.
    func isOutsidePeriod(from start: Double, as kind: TrackKind) -> Bool {
        let decoding = kind == .video ? packet?.dts.map(format.time) ?? time : time
        return decoding >= format.visibleUntil - TrackFormat.rounding
            || kind == .audio && end <= start + TrackFormat.rounding
    }

    /// The position in the container's bytes, or `nil` if unknown.
    var position: Int64? { packet?.position }

    /// Places `packet` on the timeline. A packet without a time gets the time `fallback`, in seconds, and so does one that an edit list leaves
    /// out, which is decoded and not shown: its own time is outside of the media. If `canBegin` is false, decoding does not begin with it.
    /// If `isDelayed` is true, it is a picture that is shown at an unknown time after its decoding time.
    package init(_ packet: Packet, format: TrackFormat, fallback: Double, canBegin: Bool = true, isDelayed: Bool = false) {
        self.packet = packet
        self.format = format
        let stated = packet.isDiscarded ? nil : packet.pts ?? packet.dts ?? packet.countedTime
        time = stated.map(format.time) ?? fallback
        duration = packet.isDiscarded ? 0 : Double(packet.duration) * format.stream.timeBase
        isKey = packet.isKey && canBegin
        // Encoders rarely show more pictures than these between the decoding of a picture and its presentation.
        let reordering = 8.0
        let usual = 25.0
        let picture = duration > 0 ? duration : 1 / (format.stream.frameRate ?? usual)
        coveredFrom = isDelayed ? time + reordering * picture : time
        size = packet.size
    }

    /// Creates a packet without data.
    /// - Parameters:
    ///   - format: The format.
    ///   - time: The presentation time, in seconds.
    ///   - duration: The duration, in seconds.
    ///   - size: The number of bytes that arrived.
    ///   - isKey: Whether decoding could begin with the packet.
    init(format: TrackFormat, time: Double, duration: Double, size: Int, isKey: Bool) {
        self.format = format
        self.time = time
        self.duration = duration
        self.size = size
        self.isKey = isKey
        coveredFrom = time
    }

    /// The same packet without its data.
    var withoutData: MediaPacket {
        var copy = self
        copy.packet = nil
        return copy
    }
}
