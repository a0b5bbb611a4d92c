import CFFmpeg

/// The detection of the streams of an MPEG-2 transport stream by the first packet of each track.
///
/// FFmpeg's own detection returns no packet before it knows every track, and the sound of a transport stream begins long after the first
/// picture. The codecs below carry their parameters in band, so that decoding one packet of each track determines them.
enum TransportStreamStart {
    /// The limits of reading until each track has started; then FFmpeg's detection continues.
    private static let maximumPackets = 256
    private static let maximumBytes = 4 << 20

    private static let videoCodecs: Set<AVCodecID.RawValue> = [AV_CODEC_ID_H264.rawValue, AV_CODEC_ID_HEVC.rawValue]
    private static let audioCodecs: Set<AVCodecID.RawValue> = [
        AV_CODEC_ID_AAC.rawValue, AV_CODEC_ID_AC3.rawValue, AV_CODEC_ID_EAC3.rawValue, AV_CODEC_ID_MP2.rawValue, AV_CODEC_ID_MP3.rawValue,
    ]

    /// The packets that were read.
    struct Result {
        /// The packets in the order of the container.
        var packets: [Packet] = []
        /// Whether each track was detected.
        var isComplete = false
        /// The duration of a frame of sound by stream, in ticks: FFmpeg leaves out the times of AAC frames that no time in the stream
        /// precedes, unless its own detection has decoded one.
        var frameDurations: [Int: Int64] = [:]
    }

    /// Whether all tracks that the tables of the stream list have codecs that a packet determines, and one of them is video.
    static func canDetect(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        guard let name = context.pointee.iformat?.pointee.name, String(cString: name) == "mpegts" else { return false }
        var hasVideo = false
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let parameters = context.pointee.streams[index]?.pointee.codecpar?.pointee else { return false }
            switch parameters.codec_type {
            case AVMEDIA_TYPE_VIDEO:
                guard videoCodecs.contains(parameters.codec_id.rawValue) else { return false }
                hasVideo = true
            case AVMEDIA_TYPE_AUDIO: guard audioCodecs.contains(parameters.codec_id.rawValue) else { return false }
            default: break
            }
        }
        return hasVideo
    }

    /// Reads packets until the parameters of each track are known, or a limit, the end or an error is reached.
    /// - Parameters:
    ///   - context: The open container, whose streams are completed.
    ///   - onPicture: Called as soon as the first picture is read, with a closure that returns it.
    /// - Returns: The packets that were read. An error is returned by FFmpeg's detection or the next read.
    static func detect(_ context: UnsafeMutablePointer<AVFormatContext>, onPicture: ((() -> Frame?) -> Void)?) -> Result {
        var result = Result()
        var bytes = 0
        let count = Int(context.pointee.nb_streams)
        var missing = Set((0..<count).filter { context.pointee.streams[$0].map { isTrack($0.pointee) } ?? false })
        var report = onPicture
        while !missing.isEmpty, result.packets.count < maximumPackets, bytes < maximumBytes {
            guard let packet = try? Packet(), av_read_frame(context, packet.pointer) >= 0 else { break }
            packet.dropImpossibleTimes()
            bytes += packet.size
            result.packets.append(packet)
            guard missing.contains(packet.streamIndex), let stream = context.pointee.streams[packet.streamIndex],
                let frame = complete(stream, with: packet)
            else { continue }
            missing.remove(packet.streamIndex)
            guard stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO else {
                result.frameDurations[packet.streamIndex] = duration(of: frame, in: stream.pointee.time_base)
                continue
            }
            report? { frame }
            report = nil
            // Without timing information in the stream, FFmpeg's detection determines the frame rate from further pictures.
            if stream.pointee.avg_frame_rate.num <= 0 { return result }
        }
        // FFmpeg's detection has to look at streams that appeared meanwhile.
        result.isComplete = missing.isEmpty && Int(context.pointee.nb_streams) == count
        return result
    }

    /// Announces the reordering of pictures to the decoder, which would otherwise return the first pictures in the wrong order if the stream
    /// does not declare it. The decoder increases the number as the pictures require.
    private static func announceReordering(of packet: Packet, in stream: AVStream) {
        guard stream.codecpar.pointee.codec_id == AV_CODEC_ID_H264, let pts = packet.pts, let dts = packet.dts, pts > dts else { return }
        // The number of pictures in usual pyramids of B-frames.
        let usual: Int32 = 2
        stream.codecpar.pointee.video_delay = max(stream.codecpar.pointee.video_delay, usual)
    }

    private static func duration(of frame: Frame, in timeBase: AVRational) -> Int64? {
        let (samples, rate) = (frame.sampleCount, frame.pointer.pointee.sample_rate)
        guard samples > 0, rate > 0, timeBase.num > 0, timeBase.den > 0 else { return nil }
        return av_rescale_q(Int64(samples), AVRational(num: 1, den: rate), timeBase)
    }

    private static func isTrack(_ stream: AVStream) -> Bool {
        stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO || stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
    }

    /// Sets the parameters of a stream by decoding its first packet.
    /// - Returns: The decoded frame; `nil` if the packet cannot be decoded alone.
    private static func complete(_ stream: UnsafeMutablePointer<AVStream>, with packet: Packet) -> Frame? {
        guard packet.isKey || stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO, let info = try? StreamInfo(stream),
            let decoder = try? Decoder(stream: info), let frame = decoder.decodeAlone(packet),
            decoder.copyParameters(to: stream)
        else { return nil }
        announceReordering(of: packet, in: stream.pointee)
        return frame
    }
}
