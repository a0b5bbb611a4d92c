import PlayheadFFmpeg

/// A packet on the presentation's timeline.
struct MediaPacket: Sendable {
    let packet: Packet
    let format: TrackFormat
    /// When it is presented, in seconds; where the container doesn't say, when it is decoded.
    let time: Double
    /// How long, in seconds; 0 where unknown.
    let duration: Double
    let isKey: Bool

    var end: Double { time + duration }

    /// Places `packet` on the timeline.
    /// - Parameter fallback: The time where the packet has none.
    init(_ packet: Packet, format: TrackFormat, fallback: Double) {
        self.packet = packet
        self.format = format
        time = (packet.pts ?? packet.dts).map(format.time) ?? fallback
        duration = Double(packet.duration) * format.stream.timeBase
        isKey = packet.isKey
    }
}
