import PlayheadFFmpeg

/// A packet on the presentation's timeline.
package struct MediaPacket: Sendable {
    let packet: Packet
    let format: TrackFormat
    /// The presentation time, in seconds; the decoding time if the container has no presentation time.
    package let time: Double
    /// The duration, in seconds; 0 if it is unknown.
    let duration: Double
    let isKey: Bool

    var end: Double { time + duration }

    /// Places `packet` on the timeline. A packet without a time gets the time `fallback`, in seconds.
    package init(_ packet: Packet, format: TrackFormat, fallback: Double) {
        self.packet = packet
        self.format = format
        time = (packet.pts ?? packet.dts).map(format.time) ?? fallback
        duration = Double(packet.duration) * format.stream.timeBase
        isKey = packet.isKey
    }
}
