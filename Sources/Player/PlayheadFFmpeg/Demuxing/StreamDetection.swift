import CFFmpeg

/// FFmpeg's detection of streams, which keeps all packets that it reads, with a limit of their number: its own limits count the bytes of the packets, and a container
/// may have millions of packets of one byte.
enum StreamDetection {
    /// The maximum number of packets: 16 MiB of ``Packet/overhead``.
    static let maximumPackets = 1 << 15

    /// Detects the streams of an open container. At the limit those that are not detected completely stay so.
    /// - Returns: FFmpeg's result.
    static func run(_ context: UnsafeMutablePointer<AVFormatContext>) -> Int32 {
        var packets = 0
        return withUnsafeMutablePointer(to: &packets) { packets in
            // FFmpeg asks before each packet.
            context.pointee.interrupt_callback = AVIOInterruptCB(
                callback: { opaque in
                    guard let packets = opaque?.assumingMemoryBound(to: Int.self) else { return 0 }
                    packets.pointee += 1
                    return packets.pointee > StreamDetection.maximumPackets ? 1 : 0
                }, opaque: packets)
            defer { context.pointee.interrupt_callback = AVIOInterruptCB() }
            let result = avformat_find_stream_info(context, nil)
            return packets.pointee > maximumPackets ? max(0, result) : result
        }
    }
}
