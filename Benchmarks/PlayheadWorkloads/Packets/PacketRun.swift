import PlayheadEngine
import PlayheadFFmpeg

/// The packets of a file with pictures and sound, in the order of their times.
struct PacketRun {
    /// The number of packets of each track.
    static let countPerTrack = 500
    /// The bytes of memory of all packets.
    static var bytes: Int { countPerTrack * (pictureSize + soundSize + 2 * Packet.overhead) }

    private static let pictureSize = 10_000
    private static let soundSize = 400
    /// The distance of two key pictures, in packets.
    private static let groupLength = 50
    /// The duration of a packet: 0.04 s at 48 kHz.
    private static let ticks: Int64 = 1920

    let packets: [(kind: TrackKind, packet: MediaPacket)]

    init() throws {
        let format = try Self.format()
        packets = try (0..<Self.countPerTrack).flatMap { number in
            try [TrackKind.video, .audio].map { kind in
                let packet = try Packet(
                    size: kind == .video ? Self.pictureSize : Self.soundSize, time: Int64(number) * Self.ticks, duration: Self.ticks,
                    isKey: kind == .audio || number.isMultiple(of: Self.groupLength))
                return (kind, MediaPacket(packet, format: format, fallback: 0))
            }
        }
    }

    /// The format of the packets. Only a demuxer can create the description of a stream: that of silence in memory is used, at 48 kHz.
    private static func format() throws -> TrackFormat {
        let demuxer = try Demuxer(source: MemoryByteSource(silence))
        guard let stream = demuxer.streams.first, stream.timeBase == 1.0 / 48_000 else { throw WorkloadError(workload: "packets") }
        return TrackFormat(stream: stream, offset: 0)
    }

    /// A WAV file with one channel of 16 bits.
    private static var silence: [UInt8] {
        let length: UInt32 = 9600
        func little(_ value: UInt32, _ count: Int = 4) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var file = Array("RIFF".utf8) + little(36 + length) + Array("WAVEfmt ".utf8) + little(16)
        file += little(1, 2) + little(1, 2) + little(48_000) + little(96_000) + little(2, 2) + little(16, 2)
        file += Array("data".utf8) + little(length)
        return file + [UInt8](repeating: 0, count: Int(length))
    }
}
