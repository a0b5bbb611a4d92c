import CFFmpeg

/// The detection of the streams of an MPEG-2 transport stream by the first packet of each track.
///
/// FFmpeg's own detection returns no packet before it knows every track, and the sound of a transport stream begins long after the first
/// picture. The codecs below carry their parameters in band, so that decoding one packet of each track determines them.
enum TransportStreamStart {
    /// The limits of reading until each track has started; then FFmpeg's detection continues, unless a track is known.
    private static let maximumPackets = 4096
    private static let maximumBytes = 8 << 20
    /// The duration of media that is read until each track has sent a packet, and until the first key frame, in seconds.
    private static let (maximumAbsence, maximumWait) = (5.0, 12.0)
    /// The number of pictures that determine the frame rate of a stream that does not declare it.
    private static let pictureCount = 4

    private static let videoCodecs: Set<AVCodecID.RawValue> = [
        AV_CODEC_ID_H264.rawValue, AV_CODEC_ID_HEVC.rawValue, AV_CODEC_ID_MPEG1VIDEO.rawValue, AV_CODEC_ID_MPEG2VIDEO.rawValue,
    ]

    /// The packets that were read.
    struct Result {
        /// The packets in the order of the container.
        var packets: [Packet] = []
        /// Whether a track was detected, and FFmpeg's detection is not needed.
        var isComplete = false
        /// The detected streams, by index.
        var streams: [Int: StreamInfo] = [:]
        /// The duration of a frame by stream, in ticks: FFmpeg leaves out the times of AAC frames that no time in the stream
        /// precedes, unless its own detection has decoded one.
        var frameDurations: [Int: Int64] = [:]
    }

    /// A track whose parameters are known.
    struct Track {
        let decoder: Decoder
        /// The packet that was decoded.
        let first: Packet
        /// The frame of the packet.
        let frame: Frame
        /// The duration of a frame of sound, in ticks; `nil` for pictures.
        let frameDuration: Int64?

        /// Sets the parameters of the stream.
        /// - Returns: Whether they are complete.
        func complete(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
            guard decoder.copyParameters(to: stream) else { return false }
            announceReordering(of: first, in: stream.pointee)
            return true
        }
    }

    /// Whether the container is a transport stream with codecs of which a packet determines the parameters.
    static func canDetect(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        guard isTransportStream(context) else { return false }
        var hasTrack = false
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index]?.pointee, let parameters = stream.codecpar?.pointee else { return false }
            if parameters.codec_type == AVMEDIA_TYPE_VIDEO, !videoCodecs.contains(parameters.codec_id.rawValue) { return false }
            if isTrack(stream) { hasTrack = true }
        }
        return hasTrack
    }

    /// The stream type of metadata in PES packets (ISO/IEC 13818-1 §2.4.4.10).
    private static let metadataType: UInt32 = 0x15

    /// Skips the packets of metadata, whose tags are read elsewhere: without a descriptor FFmpeg guesses the codec from megabytes of them,
    /// and returns no other packet meanwhile.
    static func skipMetadata(of context: UnsafeMutablePointer<AVFormatContext>) {
        guard isTransportStream(context) else { return }
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index], stream.pointee.codecpar.pointee.codec_tag == metadataType else { continue }
            stream.pointee.discard = AVDISCARD_ALL
        }
    }

    /// Lets FFmpeg's detection, which reads for 7 s, await tracks that begin later.
    static func awaitLateTracks(of context: UnsafeMutablePointer<AVFormatContext>) {
        let seconds: Int64 = 60
        if isTransportStream(context) { context.pointee.max_analyze_duration = seconds * Int64(AV_TIME_BASE) }
    }

    static func isTransportStream(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        context.pointee.iformat?.pointee.name.map { String(cString: $0) == "mpegts" } ?? false
    }

    /// Reads packets until the parameters of each track are known, or a limit, the end or an error is reached. A track that sends nothing is
    /// awaited while others start, and no longer than ``ByteSource/startLength``.
    /// - Parameters:
    ///   - context: The open container, whose streams are completed.
    ///   - input: The input of the container.
    ///   - onPicture: Called as soon as the first picture is read, with a closure that returns it.
    /// - Returns: The packets that were read. An error is returned by FFmpeg's detection or the next read.
    static func detect(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ input: InputContext, onPicture: ((() -> Frame?) -> Void)?
    ) -> Result {
        var result = Result()
        var bytes = 0
        var tracks: [Int: Track] = [:]
        /// The decoding times of the tracks, in ticks.
        var times: [Int: [Int64]] = [:]
        var report = onPicture
        while result.packets.count < maximumPackets, bytes < maximumBytes {
            let missing = (0..<Int(context.pointee.nb_streams)).filter { index in
                guard let stream = context.pointee.streams[index]?.pointee, isTrack(stream) else { return false }
                return tracks[index] == nil || lacksRate(stream) && times[index, default: []].count < pictureCount
            }
            if missing.isEmpty { break }
            if !tracks.isEmpty, isOver(missing, times, seconds: read(result.packets, of: context), isPastStart: input.isPastStart) { break }
            guard let packet = try? Packet(), av_read_frame(context, packet.pointer) >= 0 else { break }
            skipMetadata(of: context)
            packet.dropImpossibleTimes()
            bytes += packet.size
            result.packets.append(packet)
            let index = packet.streamIndex
            guard let stream = context.pointee.streams[index], isTrack(stream.pointee) else { continue }
            if let time = packet.dts ?? packet.pts { times[index, default: []].append(time) }
            guard tracks[index] == nil, let track = track(of: stream, with: packet) else { continue }
            tracks[index] = track
            guard stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO else { continue }
            // Nothing before the first key frame can be decoded.
            result.packets.removeAll { $0.streamIndex == index && $0 !== packet }
            report? { track.frame }
            report = nil
        }
        // FFmpeg resets the parameters of sound with the next packet of the stream.
        for (index, track) in tracks {
            guard let stream = context.pointee.streams[index], track.complete(stream) else { continue }
            if lacksRate(stream.pointee) { result.frameDurations[index] = estimateRate(of: stream, by: times[index, default: []]) }
            if let duration = track.frameDuration { result.frameDurations[index] = duration }
            result.streams[index] = try? StreamInfo(stream, pictureDuration: result.frameDurations[index])
        }
        // What has no key frame, or pictures without any sign of their rate, is left to FFmpeg's detection.
        result.isComplete =
            !tracks.isEmpty
            && times.keys.allSatisfy { index in
                context.pointee.streams[index].map { tracks[index] != nil && !lacksRate($0.pointee) } ?? false
            }
        return result
    }

    /// Whether the tracks that are still missing are not awaited any more.
    private static func isOver(_ missing: [Int], _ times: [Int: [Int64]], seconds: Double, isPastStart: Bool) -> Bool {
        if seconds > maximumWait { return true }
        return (isPastStart || seconds > maximumAbsence) && missing.allSatisfy { times[$0] == nil }
    }

    /// Returns the duration of the packets that were read, in seconds.
    private static func read(_ packets: [Packet], of context: UnsafeMutablePointer<AVFormatContext>) -> Double {
        guard let last = packets.last, let end = last.dts ?? last.pts,
            let timeBase = context.pointee.streams[last.streamIndex]?.pointee.time_base,
            let start = packets.first(where: { $0.streamIndex == last.streamIndex }).flatMap({ $0.dts ?? $0.pts })
        else { return 0 }
        return (Double(end) - Double(start)) * av_q2d(timeBase)
    }

    /// Whether a stream of pictures does not declare its frame rate.
    private static func lacksRate(_ stream: AVStream) -> Bool {
        stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO && stream.avg_frame_rate.num <= 0
    }

    /// Sets the frame rate of a stream by the decoding times of its first pictures.
    /// - Returns: The duration of a picture, in ticks; `nil` if the times do not determine it.
    private static func estimateRate(of stream: UnsafeMutablePointer<AVStream>, by times: [Int64]) -> Int64? {
        let steps = zip(times, times.dropFirst()).map { $1.saturatingSubtracting($0) }.filter { $0 > 0 }.sorted()
        let tick = av_q2d(stream.pointee.time_base)
        guard !steps.isEmpty, tick > 0 else { return nil }
        let duration = Double(steps[steps.count / 2])
        let rate = 1 / (duration * tick)
        let usual: [(Int32, Int32)] = [(24_000, 1001), (24, 1), (25, 1), (30_000, 1001), (30, 1), (50, 1), (60_000, 1001), (60, 1)]
        let tolerance = 0.000_5
        let match = usual.first { abs(Double($0.0) / Double($0.1) / rate - 1) < tolerance }
        stream.pointee.avg_frame_rate =
            match.map { AVRational(num: $0.0, den: $0.1) } ?? av_d2q(rate, Int32(Int16.max))
        return steps[steps.count / 2]
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

    /// Whether a stream has pictures or sound that can be decoded.
    static func isTrack(_ stream: AVStream) -> Bool {
        let parameters = stream.codecpar.pointee
        return (parameters.codec_type == AVMEDIA_TYPE_VIDEO || parameters.codec_type == AVMEDIA_TYPE_AUDIO)
            && stream.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 && avcodec_find_decoder(parameters.codec_id) != nil
    }

    /// Sets the parameters of a stream by decoding its first packet.
    /// - Returns: The track; `nil` if the packet cannot be decoded alone.
    static func track(of stream: UnsafeMutablePointer<AVStream>, with packet: Packet) -> Track? {
        let isSound = stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        guard packet.isKey || isSound, let info = try? StreamInfo(stream), let decoder = try? Decoder(stream: info),
            let frame = decoder.decodeAlone(packet)
        else { return nil }
        let track = Track(
            decoder: decoder, first: packet, frame: frame,
            frameDuration: isSound ? duration(of: frame, in: stream.pointee.time_base) : nil)
        return track.complete(stream) ? track : nil
    }
}
