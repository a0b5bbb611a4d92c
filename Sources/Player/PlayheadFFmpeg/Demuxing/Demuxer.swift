import CFFmpeg

/// Splits a container into packets: owns an `AVFormatContext` over a ``ByteSource``.
///
/// Created and used on one thread, on which its calls block on the source. The demuxer opens nothing except that source: playlists,
/// references to other files and all of FFmpeg's own protocols are disabled.
package final class Demuxer {
    /// The limits of reading to detect the streams.
    package struct Probing: Sendable, Hashable {
        /// The maximum number of bytes.
        package var bytes: Int
        /// The maximum duration of media, in seconds; 0 for FFmpeg's default.
        package var seconds: Double
        /// The minimum number of pictures to determine the frame rate; `nil` for FFmpeg's default, which is 20 for H.264.
        package var pictures: Int?
        /// The maximum number of bytes to detect the format, after which the likeliest one is used; `nil` for FFmpeg's default, 1 MiB.
        package var formatBytes: Int?
        /// Whether tracks of a transport stream that begin late are awaited within ``bytes``.
        package var awaitsLateTracks = false
        /// The maximum processor time for the header, in seconds.
        var headerTime = HeaderBudget.usual

        /// Makes limits.
        package init(bytes: Int = 5_000_000, seconds: Double = 0, pictures: Int? = nil, formatBytes: Int? = nil) {
            self.bytes = bytes
            self.seconds = seconds
            self.pictures = pictures
            self.formatBytes = formatBytes
        }
    }

    /// The audio containers whose headers contain the number of samples.
    private static let countingContainers: Set<String> = ["flac", "mp3", "wav", "w64", "aiff", "caf", "au", "tta", "wv", "ape"]

    /// The number of packets of a track that has not started with which decoding is tried.
    static let maximumAttempts = 200

    /// The minimum number of bytes that FFmpeg requires to detect containers.
    private static let minimumProbedBytes = 2048

    /// The name of the container in FFmpeg.
    package let format: String
    /// The streams, by index.
    package internal(set) var streams: [StreamInfo] = []
    /// The start of the first stream, of several programs that of the preferred one, in seconds, or `nil` if unknown.
    package private(set) var startTime: Double?
    /// The duration from the start of the first stream on, in seconds, or `nil` if unknown.
    package let duration: Double?
    /// Whether the duration may include the time before the start.
    package let isDurationAmbiguous: Bool
    /// Whether the duration is declared by the container rather than estimated.
    package let isDurationExact: Bool

    /// Whether the duration is declared in the container's header, so that a file that ends earlier is truncated.
    package let isDurationAnnounced: Bool
    /// The end of the picture or sound that ends first by the header, in seconds from the start of the first stream on, or `nil` if unknown.
    package let shortestTrackEnd: Double?
    /// Whether the declared duration is that of audio only, counted in samples or blocks.
    package let isDurationCounted: Bool

    /// The tags of the container, such as `title` and `artist`, in its order.
    package let tags: [(name: String, value: String)]

    /// The tags of all streams in a format without other tags (Ogg); empty for other formats, whose stream tags are specific to their
    /// streams.
    package let streamTags: [(name: String, value: String)]

    /// The XMP packet in the container, or `nil`.
    package let xmp: String?

    /// The image file of the cover in the container, or `nil`.
    package let artwork: [UInt8]?

    /// The number of index entries of each stream before any packet was read.
    private let listedAtFirst: [Int32]

    /// The chapters of the container, in the order of time: of MP4, Matroska, Ogg, and of audio files with ID3 tags.
    package let chapters: [ContainerChapter]

    /// Decrypts the packets; without it an encrypted packet is an error.
    package let decrypter: (any PacketDecrypter)?
    let input: InputContext
    /// The packets that were read before the streams were known, and are not returned yet.
    var held: [Packet] = []
    /// The duration of a packet without one, by stream, in ticks.
    var frameDurations: [Int: Int64] = [:]
    /// The end of the last packet of such a stream, in ticks: the time of a packet without one.
    var nextTimes: [Int: Int64] = [:]
    /// The counted times of raw video; `nil` for a container with times.
    var rawVideo: RawVideo?
    /// The times of ADTS; `nil` for another container.
    var adts: ADTSTimes?
    var context: UnsafeMutablePointer<AVFormatContext>?
    /// The tracks that are declared and whose parameters or first packet are not known yet, with the number of attempts to decode one.
    var awaited: [Int: Int] = [:]
    /// The number of streams that the container declared when it was opened, and whether it is a transport stream.
    let (declaredCount, isTransportStream): (Int, Bool)
    /// The position of the first byte in the bytes of the stream.
    let basePosition: Int64

    /// Opens the container in `source`.
    /// - Parameters:
    ///   - source: The bytes of the container.
    ///   - probing: The limits of reading to detect the streams.
    ///   - decrypter: Decrypts the packets.
    ///   - onFirstPicture: Called when the first picture is read, while the container is still being opened, on the same thread, with a
    ///     closure that decodes it or returns `nil`; only if the container declares its streams: MP4 and transport streams of which
    ///     ``Probing/pictures`` limits the detection.
    /// - Throws: ``FFmpegError`` if the bytes are not media; the error of the source if they are unavailable.
    package init(
        source: any ByteSource, probing: Probing = Probing(), decrypter: (any PacketDecrypter)? = nil,
        onFirstPicture: ((() -> Frame?) -> Void)? = nil
    ) throws {
        // More than 50 lines, because FFmpeg frees the context in some of its failures, and every property is set from the same open context.
        FFmpegLibrary.prepare()
        let input = try InputContext(source: source, decrypter: decrypter)
        var settings = ["format_whitelist": MediaContainer.demuxers, "protocol_whitelist": "none", "export_xmp": "1"]
        if let formatBytes = probing.formatBytes { settings["formatprobesize"] = "\(formatBytes)" }
        var options = try FFmpegLibrary.options(settings)
        defer { av_dict_free(&options) }
        guard let allocated = avformat_alloc_context() else { throw FFmpegError(playhead_averror_nomem, "avformat_alloc_context") }
        allocated.pointee.pb = input.pointer
        allocated.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        input.container = allocated
        // A stream must not open other resources.
        allocated.pointee.io_open = { _, _, _, _, _ in playhead_averror_io }
        let bytes = min(max(probing.bytes, Self.minimumProbedBytes), Int(Int32.max))
        allocated.pointee.probesize = Int64(bytes)
        if probing.seconds > 0 { allocated.pointee.max_analyze_duration = Self.ticks(probing.seconds * Double(AV_TIME_BASE)) }
        if let pictures = probing.pictures { allocated.pointee.fps_probe_size = Int32(clamping: max(0, pictures)) }

        // avformat_open_input frees the context if it fails.
        var context: UnsafeMutablePointer<AVFormatContext>? = allocated
        func checked(_ result: Int32, _ operation: String) throws {
            guard result < 0 else { return }
            avformat_close_input(&context)
            throw input.lastError ?? input.truncation ?? FFmpegError(result, operation)
        }
        let opening = input.readHeader(within: probing.headerTime) { avformat_open_input(&context, nil, nil, &options) }
        // A playlist, a script or captions: FFmpeg knows the format, but it is not one of the containers.
        try checked(opening == playhead_averror_invalid ? playhead_averror_invaliddata : opening, "avformat_open_input")
        let listed = (0..<Int(context?.pointee.nb_streams ?? 0)).map { index in
            context?.pointee.streams[index].map { avformat_index_get_entries_count($0) } ?? 0
        }
        if let context {
            TransportStreamStart.skipMetadata(of: context)
            if probing.awaitsLateTracks { TransportStreamStart.awaitLateTracks(of: context) }
        }
        // Encrypted packets say nothing about their streams.
        let isProtected = decrypter?.isProtecting == true || context.map(ContainerHeader.isProtected) ?? false
        if isProtected { context?.pointee.flags |= AVFMT_FLAG_NOPARSE }
        let isDeclared = isProtected || context.map(ContainerHeader.isComplete) ?? false
        var start = TransportStreamStart.Result()
        if probing.pictures != nil, let context, TransportStreamStart.canDetect(context) {
            start = TransportStreamStart.detect(context, input, onPicture: onFirstPicture)
        }
        if !isDeclared, !start.isComplete, let context { try checked(StreamDetection.run(context), "avformat_find_stream_info") }
        guard let opened = context else { throw FFmpegError(playhead_averror_invaliddata, "avformat_open_input") }

        self.input = input
        self.decrypter = decrypter
        self.context = opened
        basePosition = (source as? RestSource)?.position ?? 0
        held = start.packets
        if start.isComplete { frameDurations = start.frameDurations }
        if isDeclared {
            playhead_set_declared_duration(opened)
            frameDurations = ContainerHeader.frameDurations(of: opened)
            do {
                held = try ContainerHeader.firstPackets(of: opened, input, onPicture: isProtected ? nil : onFirstPicture)
            } catch {
                // `deinit` is not called before all properties are set.
                avformat_close_input(&context)
                self.context = nil
                throw error
            }
        }
        format = opened.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
        let started = opened.pointee.start_time == playhead_nopts ? nil : Double(opened.pointee.start_time) / Double(AV_TIME_BASE)
        startTime = started ?? (isDeclared || start.isComplete ? ContainerHeader.start(of: opened) : nil)
        let length = ContainerLength(of: opened, start: startTime)
        duration = input.hasPlaceholderSize ? nil : length.seconds
        isDurationAmbiguous = length.isAmbiguous
        shortestTrackEnd = length.shortest
        listedAtFirst = listed
        input.limitTags()
        let all = Self.tags(of: opened.pointee.metadata)
        xmp = XMPPacket.text(in: all)
        tags = all.filter { !XMPPacket.names.contains($0.name) }
        streamTags =
            format == "ogg"
            ? (0..<Int(opened.pointee.nb_streams)).flatMap { Self.tags(of: opened.pointee.streams[$0]?.pointee.metadata) } : []
        chapters = ContainerChapter.all(of: opened.pointee, format: format, start: startTime ?? 0)
        artwork = AttachedPicture.bytes(in: opened.pointee)
        isDurationExact = duration != nil && !length.isAmbiguous && (format.hasPrefix("mov") || format.hasPrefix("matroska"))
        isDurationCounted = Self.countingContainers.contains(format)
        isDurationAnnounced =
            opened.pointee.duration > 0 && duration != nil && !length.isAmbiguous
            && (isDeclared || opened.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM)
            && (isDurationExact || isDurationCounted || format == "flv")
        isTransportStream = TransportStreamStart.isTransportStream(opened)
        // The codec of a stream that a later table declares without a descriptor is guessed from one packet: FFmpeg returns no packet of other
        // streams meanwhile.
        if isTransportStream { opened.pointee.max_probe_packets = 1 }
        declaredCount = Int(opened.pointee.nb_streams)
        try refreshStreams(start.streams)
        rawVideo = RawVideo(opened, streams)
        adts = ADTSTimes(format: format, streams)
        defer { startTime = startOfProgram ?? startTime }
        guard isDeclared || start.isComplete else { return }
        for index in 0..<declaredCount {
            guard let stream = opened.pointee.streams[index]?.pointee, TransportStreamStart.isTrack(stream) else { continue }
            if isDeclared ? input.isPastStart && ContainerHeader.lacksStart(stream) : start.streams[index] == nil { awaited[index] = 0 }
        }
    }

    deinit { avformat_close_input(&context) }

    /// The truncation of the file, as far as known: if its header, or its index of samples, extends beyond its end. `nil` if there is none,
    /// or the length of the file is unknown.
    package var truncation: TruncatedFile? {
        if let truncation = input.truncation { return truncation }
        guard let size = input.source.size, let end = indexedEnd, end > size else { return nil }
        return TruncatedFile(announced: end, size: size)
    }

    /// Whether the last page of an Ogg file is missing, as far as it was read. Recordings of broadcasts also lack it.
    package var lacksLastPage: Bool { input.pages.lacksEnd }

    /// The end of the last sample in bytes, according to the indexes of MP4.
    private var indexedEnd: Int64? {
        guard format.hasPrefix("mov") else { return nil }
        return (0..<Int(context?.pointee.nb_streams ?? 0)).compactMap { number -> Int64? in
            guard let stream = context?.pointee.streams[number] else { return nil }
            // Samples are in order, except in files of a few muxers.
            let count = avformat_index_get_entries_count(stream)
            return (max(0, count - 64)..<max(0, count)).compactMap { index -> Int64? in
                guard let entry = avformat_index_get_entry(stream, index) else { return nil }
                let (end, overflow) = entry.pointee.pos.addingReportingOverflow(Int64(entry.pointee.size))
                return overflow ? nil : end
            }.max()
        }.max()
    }

    /// Whether ``read()`` waits at the end of a source that grows. False by default.
    package var waitsForGrowth = false { didSet { input.waitsForGrowth = waitsForGrowth } }

    /// The number of bytes up to which FFmpeg has read.
    package var position: Int64 { input.position }

    /// Returns the preferred decodable stream of `kind`, or `nil` if there is none.
    package func bestStream(_ kind: StreamInfo.Kind) -> StreamInfo? {
        let usable = usableStreams(kind)
        let type: AVMediaType
        switch kind {
        case .video: type = AVMEDIA_TYPE_VIDEO
        // FFmpeg prefers the sound of the highest bit rate, players that of the author: the default, or else the first.
        case .audio:
            let own = ofProgram(usable)
            return own.first(where: \.isDefault) ?? own.first
        case .text: type = AVMEDIA_TYPE_SUBTITLE
        case .other: return nil
        }
        let index = Int(av_find_best_stream(context, type, -1, -1, nil, 0))
        return usable.first { $0.index == index } ?? usable.first
    }

    /// Returns the key frames of a stream in the container's index, or `nil` if it has none.
    package func keyFrames(of stream: StreamInfo) -> KeyFrameIndex? {
        guard stream.index < Int(context?.pointee.nb_streams ?? 0), let pointer = context?.pointee.streams[stream.index] else { return nil }
        let listed = listedAtFirst.indices.contains(stream.index) ? listedAtFirst[stream.index] : 0
        guard KeyFrameIndex.isListed(format: format, tags: tags, listedAtFirst: listed) else { return nil }
        return KeyFrameIndex(pointer, decodesFirst: format.hasPrefix("mov"))
    }

    /// Adds the streams that have appeared; `detected` are those whose parameters are known otherwise, by index.
    func refreshStreams(_ detected: [Int: StreamInfo] = [:]) throws(FFmpegError) {
        for index in streams.count..<max(streams.count, Int(context?.pointee.nb_streams ?? 0)) {
            let first = held.first { $0.streamIndex == index }
            guard let stream = context?.pointee.streams[index] else { continue }
            if let known = detected[index] {
                streams.append(known)
            } else {
                streams.append(try StreamInfo(stream, pictureDuration: first?.duration))
            }
            if index >= declaredCount, TransportStreamStart.isTrack(stream.pointee) { awaited[index] = 0 }
        }
    }
}
