import PlayheadCore
import PlayheadFFmpeg
import PlayheadMetadata

/// The demuxing of one run.
extension RenditionSession {
    /// A demuxer with the streams to play.
    private struct OpenRun {
        var demuxer: Demuxer
        var video: StreamInfo?
        var audio: StreamInfo?
    }

    /// The packets at the start of a run.
    private enum Beginning {
        case packets([(MediaPacket, TrackKind)])
        /// The run starts after the time to cover: the session restarts with this segment.
        case tooLate(SegmentCursor)
    }

    /// Appends the packets of `run` to the store.
    /// - Returns: The segment to restart with, if the run starts after the time to cover.
    func demux(_ run: SegmentRun, join: RunJoin, _ progress: inout DemuxProgress) throws -> SegmentCursor? {
        lead(run.discontinuity)
        let open: OpenRun
        do {
            open = try self.open(run)
        } catch {
            // A seek or switch has ended the generation during the run; the session will be stopped.
            guard store.isCurrent(plan.generation, of: plan.tracks) else { throw CancellationError() }
            // The last moment of a stream may be too short for its format to be recognized.
            guard let earlier = startBeforeEnd(of: run), earlier != progress.earlier else { throw error }
            progress.earlier = earlier
            return earlier
        }
        let demuxer = open.demuxer
        answer(.success(Opened(streams: demuxer.streams, format: demuxer.format, video: open.video, audio: open.audio)))
        guard let offset = offset(of: run, demuxer, leading: open.video ?? open.audio) else { return nil }
        let lanes = lanes(of: open, in: run, offset: offset, visibleFrom: join.visibleFrom)
        demuxer.select(lanes.map(\.format.stream) + (metadata == nil ? [] : ContainerReader.metadataStreams(of: demuxer)))
        if let metadata {
            metadata.insert(run.setOffset(offset))
            if let xmp = demuxer.xmp { metadata.describe([.xmp(xmp, start: run.start)]) }
        }
        var reader = reader(of: run, demuxer, lanes: lanes, offset: offset)
        var held: [(MediaPacket, TrackKind)] = []
        if let time = join.covers, let leading = lanes.first?.kind {
            switch try readBeginning(of: run, &reader, leading: leading, covering: time, progress) {
            case .packets(let packets): held = packets
            case .tooLate(let earlier):
                progress.earlier = earlier
                return earlier
            }
        }
        try append(held, andAllOf: &reader, of: run, &progress)
        return nil
    }

    private func open(_ run: SegmentRun) throws -> OpenRun {
        let start = SystemClock().now
        // Further pictures would only improve the estimate of the frame rate: at one picture per second the default takes 20 s.
        let demuxer = try Demuxer(
            source: run, probing: Demuxer.Probing(pictures: 2), decryptionKey: run.sampleKey, onFirstPicture: firstPictureHandler(of: run))
        let open = OpenRun(demuxer: demuxer, video: demuxer.bestStream(.video), audio: demuxer.bestStream(.audio))
        guard open.video != nil || open.audio != nil else { throw PlaybackError(.noDecodableTrack, url: run.url) }
        store.onStep?(.opened(plan.tracks, format: demuxer.format, seconds: SystemClock().now - start))
        return open
    }

    /// Returns the handler for the first picture of the session; `nil` if another run is opened, or nobody waits for the picture.
    private func firstPictureHandler(of run: SegmentRun) -> ((() -> Frame?) -> Void)? {
        guard let handle = plan.onFirstPicture, run.first == plan.cursor else { return nil }
        return { decode in handle { decode().map { VideoPicture(frame: $0, time: run.start, duration: 0, level: run.selection.level) } } }
    }

    private func lanes(of open: OpenRun, in run: SegmentRun, offset: Double, visibleFrom: Double) -> [ContainerReader.Lane] {
        [(TrackKind.video, open.video), (.audio, open.audio)].compactMap { kind, stream in
            guard let stream, plan.tracks.contains(kind) else { return nil }
            let format = TrackFormat(
                stream: stream, offset: offset, level: run.selection.level, visibleFrom: visibleFrom,
                tags: run.tags.isEmpty ? nil : run.tags)
            return ContainerReader.Lane(kind: kind, format: format, next: run.start)
        }
    }

    private func reader(
        of run: SegmentRun, _ demuxer: Demuxer, lanes: [ContainerReader.Lane], offset: Double
    ) -> ContainerReader {
        var reader = ContainerReader(demuxer: demuxer, lanes: lanes, origin: -offset)
        let furthestJump = max(tolerance, 3 * run.selection.rendition.targetDuration)
        reader.jumps = ContainerReader.Jumps(
            furthest: furthestJump, isJump: { Self.isJump($0, at: $1, expected: $2, of: run) },
            offset: { [timeline] in timeline.jumpOffset(discontinuity: run.discontinuity, timestamp: $0, start: $1) })
        reader.onMetadata = { [metadata] packet, stream, offset in
            guard let pts = packet.pts else { return }
            metadata?.insert(ID3Tag.timedMetadata(packet: packet.bytes, at: Double(pts) * stream.timeBase + offset))
        }
        return reader
    }

    /// Reads up to the first packet of the leading track, to find out whether the run covers `time` (seconds).
    private func readBeginning(
        of run: SegmentRun, _ reader: inout ContainerReader, leading: TrackKind, covering time: Double, _ progress: DemuxProgress
    ) throws -> Beginning {
        var held: [(MediaPacket, TrackKind)] = []
        var bytes = 0
        while bytes < ContainerReader.maximumHeldBytes, let next = try reader.next() {
            held.append(next)
            bytes += next.0.size
            let late = next.0.time - time
            guard next.1 == leading else {
                // If the run has no pictures, the search for one would read the rest of the presentation.
                if late > ContainerReader.absence { break }
                continue
            }
            // If another track covers the time, the pictures are absent there, wherever reading starts.
            let isAbsent = late > ContainerReader.absence && held.contains { $0.1 != leading && $0.0.time <= time + 0.5 }
            if !isAbsent, let earlier = earlierStart(of: run, late: late), earlier != progress.earlier { return .tooLate(earlier) }
            break
        }
        return .packets(held)
    }

    /// Appends the held packets and the rest of the run to the store.
    /// - Throws: `LostSegment`, and the errors of the reader.
    private func append(
        _ held: [(MediaPacket, TrackKind)], andAllOf reader: inout ContainerReader, of run: SegmentRun, _ progress: inout DemuxProgress
    ) throws {
        let leading = reader.lanes.first?.kind
        var drift = DurationDrift(run)
        var held = held
        if run.isBrokenOff { held.removeAll { !run.isWhole($0.0) } }
        for (packet, kind) in held {
            if kind == leading { drift.take(packet) }
            guard append(packet, to: kind) else { return }
            progress.hasRead = true
            progress.hasReadOfRun = true
        }
        var reached = held.map(\.0.end).max()
        var last = Dictionary(held.map { ($0.1, $0.0) }) { $1 }
        while let (packet, kind) = try reader.next() {
            // The last packets of a truncated segment may be incomplete frames; the following run has the complete ones.
            if run.isBrokenOff, !run.isWhole(packet) { continue }
            if let end = reached, let lost = lostSegment(from: end, to: packet.time, of: run, progress),
                !last.values.contains(where: { run.contains($0, in: lost) })
            {
                throw LostSegment(segment: lost)
            }
            reached = max(reached ?? packet.end, packet.end)
            if kind == leading { drift.take(packet) }
            guard append(packet, to: kind) else { return }
            last[kind] = packet
            progress.noteRead(of: run)
        }
        // The last packet of each track may be an incomplete frame, unless it lies before the truncated segment.
        if run.isTruncated { store.trimTail(Set(last.filter { !run.isWhole($0.value) }.keys), generation: plan.generation) }
    }

    /// - Returns: Whether any track of the session is still current: the sound may have a separate session by now.
    private func append(_ packet: MediaPacket, to kind: TrackKind) -> Bool {
        store.append(packet, to: kind, generation: plan.generation, blocking: false)
            || store.isCurrent(plan.generation, of: plan.tracks)
    }
}
