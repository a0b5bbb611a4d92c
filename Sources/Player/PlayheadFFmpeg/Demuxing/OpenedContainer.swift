import CFFmpeg

/// A container whose header was read and whose streams were detected. The creator closes ``context``.
struct OpenedContainer {
    /// The minimum number of bytes that FFmpeg requires to detect containers.
    private static let minimumProbedBytes = 2048

    let context: UnsafeMutablePointer<AVFormatContext>
    /// The number of index entries of each stream before any packet was read.
    let listed: [Int32]
    /// Whether the header declares all streams, so that none had to be detected.
    let isDeclared: Bool
    /// The streams of a transport stream, by the first packets.
    let start: TransportStreamStart.Result
    /// The packets that were read.
    let packets: [Packet]
    /// The duration of a packet without one, by stream, in ticks.
    let frameDurations: [Int: Int64]

    /// Opens the container of `input`. The other parameters are those of ``Demuxer/init(source:probing:decrypter:onFirstPicture:)``.
    /// - Throws: ``FFmpegError`` if the bytes are not media; the error of the source if they are unavailable. Then the context is closed.
    init(
        _ input: InputContext, probing: Demuxer.Probing, decrypter: (any PacketDecrypter)?, onFirstPicture: ((() -> Frame?) -> Void)?
    ) throws {
        let opened = try Self.open(input, probing)
        context = opened
        listed = (0..<Int(opened.pointee.nb_streams)).map { index in
            opened.pointee.streams[index].map { avformat_index_get_entries_count($0) } ?? 0
        }
        TransportStreamStart.skipMetadata(of: opened)
        if probing.awaitsLateTracks { TransportStreamStart.awaitLateTracks(of: opened) }
        // Encrypted packets say nothing about their streams.
        let isProtected = decrypter?.isProtecting == true || ContainerHeader.isProtected(opened)
        if isProtected { opened.pointee.flags |= AVFMT_FLAG_NOPARSE }
        isDeclared = isProtected || ContainerHeader.isComplete(opened)
        let isDetected = probing.pictures != nil && TransportStreamStart.canDetect(opened)
        start = isDetected ? TransportStreamStart.detect(opened, input, onPicture: onFirstPicture) : TransportStreamStart.Result()
        guard isDeclared else {
            if !start.isComplete { try Self.check(StreamDetection.run(opened), "avformat_find_stream_info", of: opened, reading: input) }
            packets = start.packets
            frameDurations = start.isComplete ? start.frameDurations : [:]
            return
        }
        playhead_set_declared_duration(opened)
        frameDurations = ContainerHeader.frameDurations(of: opened)
        do {
            packets = try ContainerHeader.firstPackets(of: opened, input, onPicture: isProtected ? nil : onFirstPicture)
        } catch {
            Self.close(opened)
            throw error
        }
    }

    /// Reads the header.
    private static func open(_ input: InputContext, _ probing: Demuxer.Probing) throws -> UnsafeMutablePointer<AVFormatContext> {
        var settings = ["format_whitelist": MediaContainer.demuxers, "protocol_whitelist": "none", "export_xmp": "1"]
        if let formatBytes = probing.formatBytes { settings["formatprobesize"] = "\(formatBytes)" }
        var options = try FFmpegLibrary.options(settings)
        defer { av_dict_free(&options) }
        // avformat_open_input frees the context if it fails.
        var context: UnsafeMutablePointer<AVFormatContext>? = try allocate(input, probing)
        let result = input.readHeader(within: probing.headerTime) { avformat_open_input(&context, nil, nil, &options) }
        // A playlist, a script or captions: FFmpeg knows the format, but it is not one of the containers.
        let error = result == playhead_averror_invalid ? playhead_averror_invaliddata : result
        try check(error, "avformat_open_input", of: context, reading: input)
        guard let context else { throw FFmpegError(playhead_averror_invaliddata, "avformat_open_input") }
        return context
    }

    /// Closes the context if an operation has failed, and throws the cause.
    private static func check(
        _ result: Int32, _ operation: String, of context: UnsafeMutablePointer<AVFormatContext>?, reading input: InputContext
    ) throws {
        guard result < 0 else { return }
        close(context)
        throw input.lastError ?? input.truncation ?? FFmpegError(result, operation)
    }

    private static func close(_ context: UnsafeMutablePointer<AVFormatContext>?) {
        var context = context
        avformat_close_input(&context)
    }

    /// Allocates a context that reads `input` and nothing else.
    private static func allocate(_ input: InputContext, _ probing: Demuxer.Probing) throws -> UnsafeMutablePointer<AVFormatContext> {
        guard let context = avformat_alloc_context() else { throw FFmpegError(playhead_averror_nomem, "avformat_alloc_context") }
        context.pointee.pb = input.pointer
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        input.container = context
        // A stream must not open other resources.
        context.pointee.io_open = { _, _, _, _, _ in playhead_averror_io }
        let bytes = min(max(probing.bytes, minimumProbedBytes), Int(Int32.max))
        context.pointee.probesize = Int64(bytes)
        if probing.seconds > 0 { context.pointee.max_analyze_duration = Demuxer.ticks(probing.seconds * Double(AV_TIME_BASE)) }
        if let pictures = probing.pictures { context.pointee.fps_probe_size = Int32(clamping: max(0, pictures)) }
        return context
    }

    /// The name of the container in FFmpeg.
    var format: String { context.pointee.iformat.map { String(cString: $0.pointee.name) } ?? "" }

    /// The start of the first stream in seconds, or `nil` if unknown.
    var startTime: Double? {
        guard context.pointee.start_time == playhead_nopts else { return Double(context.pointee.start_time) / Double(AV_TIME_BASE) }
        return isDeclared || start.isComplete ? ContainerHeader.start(of: context) : nil
    }
}
