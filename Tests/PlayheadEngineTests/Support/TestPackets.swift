import Foundation
import PlayheadFFmpeg

@testable import PlayheadEngine

/// Packets with given times, without a container.
struct TestPackets {
    let format: TrackFormat

    init() async throws {
        // Only a demuxer can create the description of a stream: that of a sample is used.
        let file = try await Samples.url(Samples.small)
        let demuxer = try Demuxer(source: FileByteSource(path: file.path))
        guard let stream = demuxer.bestStream(.video) else { throw CancellationError() }
        format = TrackFormat(stream: stream, offset: 0)
    }

    /// Creates a packet of `size` bytes at `time` with `duration`, both in seconds. If `isDelayed` is true, `time` is its decoding time only.
    func make(
        _ time: Double, _ duration: Double = 0.04, isKey: Bool = false, size: Int = 100, isDelayed: Bool = false
    ) throws -> MediaPacket {
        let timeBase = format.stream.timeBase
        let packet = try Packet(
            size: size, time: Int64(saturating: time / timeBase), duration: Int64(saturating: duration / timeBase), isKey: isKey)
        return MediaPacket(packet, format: format, fallback: time, isDelayed: isDelayed)
    }

    /// Creates packets from `start` to `end`, 25 per second, with a key packet every `interval` packets.
    func run(_ start: Double = 0, to end: Double, interval: Int = 25) throws -> [MediaPacket] {
        try (0..<Int(saturating: (end - start) * 25)).map { index in
            try make(start + Double(index) * 0.04, isKey: index % interval == 0)
        }
    }
}
