import CFFmpeg

/// Reads packets.
extension Demuxer {
    /// The maximum number of invalid packets of Ogg in sequence that are skipped.
    private static let maximumInvalidPackets = 16

    /// Returns the next packet, in the container's order, or `nil` at the end.
    /// - Throws: The error of the source, or ``FFmpegError`` if the container is damaged.
    package func read() throws -> Packet? {
        while !held.isEmpty {
            let packet = held.removeFirst()
            if !isDiscarded(packet) { return try completed(packet) }
        }
        let packet = try Packet()
        var invalidPackets = 0
        while true {
            let result = av_read_frame(context, packet.pointer)
            // The last packet of a song in chained Ogg may be empty, and the head of the next one unexpected.
            let isReadable = [playhead_averror_invaliddata, playhead_averror_patchwelcome].contains(result) && format == "ogg"
            if isReadable, input.lastError == nil, invalidPackets < Self.maximumInvalidPackets {
                invalidPackets += 1
                continue
            }
            if result == playhead_averror_eof {
                if let error = input.lastError { throw error }
                return nil
            }
            guard result >= 0 else { throw input.lastError ?? FFmpegError(result, "av_read_frame") }
            // A table has added a stream.
            if let context, context.pointee.nb_streams > streams.count { TransportStreamStart.skipMetadata(of: context) }
            if packet.streamIndex >= streams.count { try refreshStreams() }
            packet.dropImpossibleTimes()
            rawVideo?.place(packet)
            adts?.place(packet)
            if !detectTrack(of: packet) {
                av_packet_unref(packet.pointer)
                continue
            }
            // Packets that FFmpeg read before the streams were selected are still returned.
            if !isDiscarded(packet) { return try completed(packet) }
            av_packet_unref(packet.pointer)
        }
    }

    /// Reads about `bytes` bytes ahead; ``read()`` returns the packets later.
    /// - Returns: The packets that are read ahead, and whether no other follows.
    /// - Throws: The error of the source, or ``FFmpegError`` if the container is damaged.
    package func readAhead(bytes: Int) throws -> (packets: [Packet], isAtEnd: Bool) {
        var ahead: [Packet] = []
        var size = 0
        defer { held = ahead + held }
        while size < bytes {
            guard let packet = try read() else { return (ahead, true) }
            size = size.saturatingAdding(packet.size).saturatingAdding(Packet.overhead)
            ahead.append(packet)
        }
        return (ahead, false)
    }

    /// Calls `body` with the source of the container, of which it may read any bytes.
    package func withSource<Result>(_ body: (any ByteSource) throws -> Result) throws -> Result {
        let result = Swift.Result { try body(input.source) }
        try input.source.seek(to: input.position)
        return try result.get()
    }

    private func completed(_ packet: Packet) throws -> Packet {
        do { try decrypt(packet) } catch {
            // It is read again after an interruption.
            held.insert(packet, at: 0)
            throw error
        }
        if basePosition != 0 { packet.movePosition(by: basePosition) }
        guard let duration = frameDurations[packet.streamIndex] else { return packet }
        if packet.duration == 0 { packet.setDuration(duration) }
        if packet.pts == nil, packet.dts == nil, let time = nextTimes[packet.streamIndex] { packet.setTime(time) }
        nextTimes[packet.streamIndex] = packet.pts.map { $0.saturatingAdding(packet.duration) }
        return packet
    }

    private func decrypt(_ packet: Packet) throws {
        // Packets that are read ahead come twice.
        guard !packet.isClear, streams.indices.contains(packet.streamIndex) else { return }
        let stream = streams[packet.streamIndex]
        if let decrypter {
            try decrypter.decrypt(packet, of: stream) { try bytes(at: $0, count: $1) }
        } else if stream.keyID != nil || packet.encryption != nil {
            throw DecryptionError.noDecrypter
        }
        packet.isClear = true
    }

    /// Returns bytes of the container at a position; fewer at its end, or if its source cannot seek.
    private func bytes(at place: Int64, count: Int) throws -> [UInt8] {
        if let passed = input.passedBytes(at: place, count: count) { return passed }
        guard input.source.isSeekable, place >= 0 else { return [] }
        return try withSource { source in
            try source.seek(to: place)
            var bytes = [UInt8](repeating: 0, count: max(0, count))
            var filled = 0
            while filled < bytes.count {
                let got = try bytes.withUnsafeMutableBytes { buffer in
                    // bounded: the condition of the loop
                    try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                }
                guard got > 0, got <= bytes.count - filled else { break }
                filled += got
            }
            return Array(bytes.prefix(filled))
        }
    }

    private func isDiscarded(_ packet: Packet) -> Bool {
        context?.pointee.streams[packet.streamIndex]?.pointee.discard == AVDISCARD_ALL
    }
}
