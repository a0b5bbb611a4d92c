import PlayheadFFmpeg

/// The recordings that were joined to one file, in which the times jump.
enum JoinedRecordings {
    /// The number of places at which a file is read, and the maximum number of packets there.
    private static let (places, maximumPackets) = (Int64(12), 500)

    /// Whether the times of a track at some places in a file of `size` bytes are not in their order.
    static func areFound(by demuxer: Demuxer, in format: TrackFormat, size: Int64) throws -> Bool {
        var last: Double?
        var isJump = false
        for place in 0..<places where !isJump {
            try demuxer.seek(toByte: size / places * place)
            guard let time = try nextTime(demuxer, format) else { continue }
            isJump = last.map { time < $0 - ContainerReader.rounding || time > $0 + ContainerReader.Jumps.maximumHole } ?? false
            last = time
        }
        try demuxer.seek(toByte: 0)
        return isJump
    }

    private static func nextTime(_ demuxer: Demuxer, _ format: TrackFormat) throws -> Double? {
        for _ in 0..<maximumPackets {
            guard let packet = try demuxer.read() else { return nil }
            if packet.streamIndex == format.stream.index, let dts = packet.dts { return format.time(dts) }
        }
        return nil
    }
}
