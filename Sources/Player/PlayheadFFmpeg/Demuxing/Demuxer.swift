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

    /// The number of packets of a track that has not started with which decoding is tried.
    static let maximumAttempts = 200

    /// The name of the container in FFmpeg.
    package let format: String
    /// The streams, by index.
    package internal(set) var streams: [StreamInfo] = []
    /// The start of the first stream, of several programs that of the preferred one, in seconds, or `nil` if unknown.
    package private(set) var startTime: Double?
    private let length: ContainerLength

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
        FFmpegLibrary.prepare()
        let input = try InputContext(source: source, decrypter: decrypter)
        let opened = try OpenedContainer(input, probing: probing, decrypter: decrypter, onFirstPicture: onFirstPicture)
        let context = opened.context
        self.input = input
        self.decrypter = decrypter
        self.context = context
        basePosition = (source as? RestSource)?.position ?? 0
        held = opened.packets
        frameDurations = opened.frameDurations
        format = opened.format
        startTime = opened.startTime
        length = ContainerLength(
            of: context, start: startTime, isDeclared: opened.isDeclared, hasPlaceholderSize: input.hasPlaceholderSize)
        listedAtFirst = opened.listed
        input.limitTags()
        let all = Self.tags(of: context.pointee.metadata)
        xmp = XMPPacket.text(in: all)
        tags = all.filter { !XMPPacket.names.contains($0.name) }
        streamTags = format == "ogg" ? Self.streamTags(of: context) : []
        chapters = ContainerChapter.all(of: context.pointee, format: format, start: startTime ?? 0)
        artwork = AttachedPicture.bytes(in: context.pointee)
        isTransportStream = TransportStreamStart.isTransportStream(context)
        // The codec of a stream that a later table declares without a descriptor is guessed from one packet: FFmpeg returns no packet of other
        // streams meanwhile.
        if isTransportStream { context.pointee.max_probe_packets = 1 }
        declaredCount = Int(context.pointee.nb_streams)
        try refreshStreams(opened.start.streams)
        rawVideo = RawVideo(context, streams)
        adts = ADTSTimes(format: format, streams)
        awaitTracks(of: opened)
        startTime = startOfProgram ?? startTime
    }

    /// Awaits the declared tracks of which neither the parameters nor a packet were found during opening.
    private func awaitTracks(of opened: OpenedContainer) {
        guard opened.isDeclared || opened.start.isComplete else { return }
        for index in 0..<declaredCount {
            guard let stream = opened.context.pointee.streams[index]?.pointee, TransportStreamStart.isTrack(stream) else { continue }
            let isMissing = opened.isDeclared ? input.isPastStart && ContainerHeader.lacksStart(stream) : opened.start.streams[index] == nil
            if isMissing { awaited[index] = 0 }
        }
    }

    deinit { avformat_close_input(&context) }

    /// The duration from the start of the first stream on, in seconds, or `nil` if unknown.
    package var duration: Double? { length.seconds }
    /// Whether the duration may include the time before the start.
    package var isDurationAmbiguous: Bool { length.isAmbiguous }
    /// Whether the duration is declared by the container rather than estimated.
    package var isDurationExact: Bool { length.isExact }
    /// Whether the duration is declared in the container's header, so that a file that ends earlier is truncated.
    package var isDurationAnnounced: Bool { length.isAnnounced }
    /// Whether the declared duration is that of audio only, counted in samples or blocks.
    package var isDurationCounted: Bool { length.isCounted }
    /// The end of the picture or sound that ends first by the header, in seconds from the start of the first stream on, or `nil` if unknown.
    package var shortestTrackEnd: Double? { length.shortest }

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
