import CFFmpeg

/// The facts about streams in the header of MP4 and of initialization segments.
///
/// If the header declares everything that decoding needs, FFmpeg's detection of streams is left out: it decodes the first picture, and reads
/// up to 20 pictures to estimate the frame rate, before the first packet is returned.
enum ContainerHeader {
    /// The limits of reading until each track has returned a packet.
    private static let maximumPackets = 64
    private static let maximumBytes = 1 << 20

    private static let completeVideo: Set<AVCodecID.RawValue> = [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_AV1].rawValues

    /// Whether the header declares what decoding the streams needs.
    static func isComplete(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        guard let name = context.pointee.iformat?.pointee.name, String(cString: name).hasPrefix("mov"), context.pointee.nb_streams > 0
        else { return false }
        return (0..<Int(context.pointee.nb_streams)).allSatisfy { index in
            context.pointee.streams[index].map { isComplete($0.pointee) } ?? false
        }
    }

    /// Whether a stream of WebM declares that its packets are encrypted.
    static func isProtected(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        (0..<Int(context.pointee.nb_streams)).contains { index in
            context.pointee.streams[index].map { av_dict_get($0.pointee.metadata, StreamInfo.keyTag, nil, 0) != nil } ?? false
        }
    }

    private static func isComplete(_ stream: AVStream) -> Bool {
        guard let parameters = stream.codecpar?.pointee else { return false }
        switch parameters.codec_type {
        case AVMEDIA_TYPE_VIDEO:
            return stream.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 && parameters.width > 0 && parameters.height > 0
                && parameters.extradata_size > 0 && completeVideo.contains(parameters.codec_id.rawValue)
        case AVMEDIA_TYPE_AUDIO:
            guard parameters.sample_rate > 0, parameters.ch_layout.nb_channels > 0 else { return false }
            return isPlainAAC(parameters)
        case AVMEDIA_TYPE_SUBTITLE, AVMEDIA_TYPE_DATA: return true
        default: return false
        }
    }

    /// Whether the sound is AAC-LC without an extension that changes its sample rate or channels (ISO/IEC 14496-3 §1.6.5): up to 24 kHz a
    /// decoder may find an extension that the header does not declare.
    private static func isPlainAAC(_ parameters: AVCodecParameters) -> Bool {
        let (lowComplexity, extensible) = (UInt8(2), 24_000)
        guard parameters.codec_id == AV_CODEC_ID_AAC, parameters.sample_rate > extensible, parameters.extradata_size >= 2,
            let configuration = parameters.extradata
        else { return false }
        return configuration.pointee >> 3 == lowComplexity
    }

    /// Reads packets until FFmpeg knows the start of each track and the first picture, if it is wanted, or a limit or the end is reached. An error is returned by the next read.
    /// - Parameters:
    ///   - context: The open container.
    ///   - input: The input of the container.
    ///   - onPicture: Called as soon as the first picture is read, with a closure that decodes it or returns `nil`.
    /// - Returns: The packets in the order of the container.
    /// - Throws: ``FFmpegError`` if memory is exhausted.
    static func firstPackets(
        of context: UnsafeMutablePointer<AVFormatContext>, _ input: InputContext, onPicture: ((() -> Frame?) -> Void)? = nil
    ) throws -> [Packet] {
        var packets: [Packet] = []
        var bytes = 0
        var report = hasVideo(context.pointee) ? onPicture : nil
        while packets.count < maximumPackets, bytes < maximumBytes, lacksStart(context.pointee) || report != nil,
            packets.isEmpty || !input.isPastStart
        {
            let packet = try Packet()
            guard av_read_frame(context, packet.pointer) >= 0 else { break }
            packet.dropImpossibleTimes()
            bytes += packet.size
            packets.append(packet)
            if let present = report, packet.isKey, let stream = video(of: packet, in: context.pointee) {
                present { (try? Decoder(stream: stream))?.decodeAlone(packet) }
                report = nil
            }
        }
        for packet in packets { estimateDelay(packet, in: context.pointee) }
        return packets
    }

    private static func hasVideo(_ context: AVFormatContext) -> Bool {
        (0..<Int(context.nb_streams)).contains { context.streams[$0]?.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_VIDEO }
    }

    /// Returns the stream of a packet of video; `nil` for other packets.
    private static func video(of packet: Packet, in context: AVFormatContext) -> StreamInfo? {
        guard packet.streamIndex < Int(context.nb_streams), let stream = context.streams[packet.streamIndex],
            stream.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        else { return nil }
        return try? StreamInfo(stream)
    }

    private static func lacksStart(_ context: AVFormatContext) -> Bool {
        (0..<Int(context.nb_streams)).contains { context.streams[$0].map { lacksStart($0.pointee) } ?? false }
    }

    /// Whether a stream is a track of which no packet was read.
    static func lacksStart(_ stream: AVStream) -> Bool { isTrack(stream) && !hasStart(stream) }

    private static func isTrack(_ stream: AVStream) -> Bool {
        stream.codecpar?.pointee.codec_type == AVMEDIA_TYPE_VIDEO || stream.codecpar?.pointee.codec_type == AVMEDIA_TYPE_AUDIO
    }

    private static func hasStart(_ stream: AVStream) -> Bool { stream.start_time != playhead_nopts }

    /// Announces the reordering of pictures to the decoder if it is not in the index, as in fragments: the first picture is presented later
    /// than it is decoded. The decoder increases the number as the stream declares it.
    private static func estimateDelay(_ packet: Packet, in context: AVFormatContext) {
        let usual = 2.0
        guard packet.isKey, packet.streamIndex < Int(context.nb_streams), let stream = context.streams[packet.streamIndex],
            let parameters = stream.pointee.codecpar, parameters.pointee.codec_id == AV_CODEC_ID_H264, parameters.pointee.video_delay == 0,
            let pts = packet.pts, let dts = packet.dts, pts > dts, packet.duration > 0
        else { return }
        parameters.pointee.video_delay = Int32(saturating: min(usual, (Double(pts) - Double(dts)) / Double(packet.duration)))
    }

    /// Returns the duration of a frame of sound by stream, in ticks, for packets without a duration: FFmpeg knows it after its detection.
    static func frameDurations(of context: UnsafeMutablePointer<AVFormatContext>) -> [Int: Int64] {
        // AAC frames have 1024 samples, or 960 if the frame length flag is set (ISO/IEC 14496-3 §4.4.1).
        let (usual, short) = (Int64(1024), Int64(960))
        var durations: [Int: Int64] = [:]
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index], let parameters = stream.pointee.codecpar?.pointee,
                parameters.codec_type == AVMEDIA_TYPE_AUDIO, isPlainAAC(parameters), let configuration = parameters.extradata
            else { continue }
            let isShort = configuration[1] & 0b100 != 0
            durations[index] = av_rescale_q(
                isShort ? short : usual, AVRational(num: 1, den: parameters.sample_rate), stream.pointee.time_base)
        }
        return durations
    }

    /// Returns the start of the earliest track in seconds, or `nil` if it is unknown.
    static func start(of context: UnsafeMutablePointer<AVFormatContext>) -> Double? {
        (0..<Int(context.pointee.nb_streams)).compactMap { index -> Double? in
            guard let stream = context.pointee.streams[index], isTrack(stream.pointee), let start = start(of: stream) else { return nil }
            return Double(start) * av_q2d(stream.pointee.time_base)
        }.min()
    }

    /// Returns the start of a track, in ticks, or `nil` if it is unknown. In MP4, sound whose packets follow those of all pictures of a
    /// fragment is in its index.
    private static func start(of stream: UnsafeMutablePointer<AVStream>) -> Int64? {
        if hasStart(stream.pointee) { return stream.pointee.start_time }
        guard stream.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_AUDIO else { return nil }
        let first = playhead_first_indexed_time(stream)
        return first == playhead_nopts ? nil : first
    }
}

extension Array<AVCodecID> {
    fileprivate var rawValues: Set<AVCodecID.RawValue> { Set(map(\.rawValue)) }
}
