import CFFmpeg

/// The tracks of a container: those that can be decoded, those that start or change later, and the tags beside them.
extension Demuxer {
    /// Returns all decodable streams of `kind` that have started, in the container's order.
    package func usableStreams(_ kind: StreamInfo.Kind) -> [StreamInfo] { streams.filter { $0.kind == kind && isUsable($0) } }

    /// Returns those of `streams` that may belong to the program of the preferred pictures, or of the preferred sound of radio: each program
    /// of a transport stream has its own clock (ISO/IEC 13818-1 §2.4.4). Without several programs all are returned.
    package func ofProgram(_ streams: [StreamInfo]) -> [StreamInfo] {
        guard let context, context.pointee.nb_programs > 1 else { return streams }
        let sounds = usableStreams(.audio)
        guard let leading = bestStream(.video) ?? sounds.first(where: \.isDefault) ?? sounds.first else { return streams }
        let own = Set(programs(of: leading))
        guard !own.isEmpty else { return streams }
        return streams.filter { stream in
            let others = programs(of: stream)
            // A former table may have listed it.
            return others.isEmpty || !own.isDisjoint(with: others)
        }
    }

    /// The start of the preferred program, in seconds; `nil` if there are not several programs, or it is unknown.
    var startOfProgram: Double? {
        guard let context, context.pointee.nb_programs > 1 else { return nil }
        return ofProgram(streams.filter { $0.kind == .video || $0.kind == .audio }).compactMap(\.startTime).min()
    }

    private func programs(of stream: StreamInfo) -> [UnsafeMutablePointer<AVProgram>] {
        var found: [UnsafeMutablePointer<AVProgram>] = []
        while let program = av_find_program_from_stream(context, found.last, Int32(clamping: stream.index)) { found.append(program) }
        return found
    }

    /// Whether a stream has started and can be decoded.
    package func isUsable(_ stream: StreamInfo) -> Bool {
        awaited[stream.index] == nil && stream.isDecodable && !stream.isAttachedPicture
            && (stream.kind != .audio || stream.sampleRate > 0 && stream.channels > 0)
    }

    /// Whether the container declares a stream at a packet: the tables of a transport stream may change.
    package func isDeclared(_ stream: StreamInfo, at packet: Packet) -> Bool {
        guard isTransportStream, let pointer = context?.pointee.streams[stream.index] else { return true }
        return input.transport.lists(Int(pointer.pointee.id), at: packet.position ?? .max)
    }

    /// Whether the container declares another stream of the kind of `stream` at a packet.
    package func isReplaced(_ stream: StreamInfo, at packet: Packet) -> Bool {
        guard isTransportStream, let context else { return false }
        let kind = context.pointee.streams[stream.index]?.pointee.codecpar.pointee.codec_type
        return (0..<Int(context.pointee.nb_streams)).contains { index in
            guard index != stream.index, let other = context.pointee.streams[index]?.pointee, other.codecpar.pointee.codec_type == kind
            else { return false }
            return input.transport.lists(Int(other.id), at: packet.position ?? .max)
        }
    }

    /// Whether a packet belongs to a recording that was appended to fragmented MP4, whose times are its own.
    package func isAppended(_ packet: Packet) -> Bool {
        guard let movie = input.appendedMovie, let position = packet.position else { return false }
        return position > movie
    }

    /// The rest of a transport stream that continues with another video stream, for the next demuxer; `nil` otherwise.
    package var rest: (any ByteSource)? {
        input.rest.map { RestSource($0.bytes, at: basePosition.saturatingAdding($0.position), of: input.source) }
    }

    /// The period of the times of a transport stream, in seconds (ISO/IEC 13818-1 §2.4.3.7).
    package static let timePeriod = 0x1p33 / 90_000

    /// Returns and removes the timed ID3 tags of a transport stream that begin at or before `position`, or all of them if it is `nil`.
    ///
    /// FFmpeg reads ahead: tags behind the last packet may have other times than those before, if the timestamps jump between them.
    /// - Parameter position: The position of a packet in the bytes of the container.
    /// - Returns: The tags with their times in seconds of the container, within one ``timePeriod``; FFmpeg continues those of packets.
    package func takeTags(upTo position: Int64? = nil) -> [(time: Double, bytes: [UInt8])] {
        let limit = position?.saturatingSubtracting(basePosition) ?? .max
        return input.transport.takeTags(upTo: limit).map { (Double($0.time) / 90_000, $0.bytes) }
    }

    /// Skips the packets of all other streams, which saves their parsing. Streams that have not started are not skipped, and neither are
    /// tracks of a transport stream if `followsTables`, because they may replace those that are selected.
    package func select(_ wanted: [StreamInfo], followsTables: Bool = false) {
        for index in 0..<Int(context?.pointee.nb_streams ?? 0) {
            let isTrack = context?.pointee.streams[index].map { TransportStreamStart.isTrack($0.pointee) } ?? false
            let isWanted =
                awaited[index] != nil || followsTables && isTransportStream && isTrack || wanted.contains { $0.index == index }
            context?.pointee.streams[index]?.pointee.discard = isWanted ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// Detects the track of a packet that has not started yet, or whose codec has changed.
    /// - Returns: False if decoding cannot start with the packet.
    func detectTrack(of packet: Packet) -> Bool {
        let index = packet.streamIndex
        guard let stream = context?.pointee.streams[index] else { return true }
        if isTransportStream, awaited[index] == nil, streams[index].parameters.pointee.codec_id != stream.pointee.codecpar.pointee.codec_id,
            TransportStreamStart.isTrack(stream.pointee)
        {
            awaited[index] = 0
        }
        guard let attempts = awaited[index] else { return true }
        if !isTransportStream, !streams[index].isIncomplete {
            awaited[index] = nil
            return true
        }
        // A stream that cannot be decoded must not cost the time of a decoder for each packet.
        guard packet.isKey || stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO, attempts < Self.maximumAttempts else {
            return false
        }
        guard let track = TransportStreamStart.track(of: stream, with: packet), let info = try? StreamInfo(stream) else {
            awaited[index] = attempts + 1
            return false
        }
        awaited[index] = nil
        streams[index] = info
        frameDurations[index] = track.frameDuration
        return true
    }

    /// Returns the tags of a stream that has changed them since the last call, as at a new song of chained Ogg; `nil` without a change.
    package func takeChangedTags() -> [(name: String, value: String)]? {
        guard format == "ogg" else { return nil }
        var changed: [(name: String, value: String)]?
        for index in 0..<Int(context?.pointee.nb_streams ?? 0) {
            guard let stream = context?.pointee.streams[index], stream.pointee.event_flags & AVSTREAM_EVENT_FLAG_METADATA_UPDATED != 0
            else { continue }
            stream.pointee.event_flags &= ~AVSTREAM_EVENT_FLAG_METADATA_UPDATED
            changed = changed ?? Self.tags(of: stream.pointee.metadata)
            // FFmpeg adds the tags of the next song of Opus to those that are there.
            av_dict_free(&stream.pointee.metadata)
        }
        return changed
    }
}
