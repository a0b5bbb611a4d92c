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

    /// The part of a run that one demuxer reads: a transport stream may change its video stream.
    private struct Part {
        var source: any ByteSource
        /// The start on the timeline of the presentation, in seconds.
        var start: Double
        var join: RunJoin
    }

    /// The result of demuxing a part.
    private enum PartEnd {
        case end
        case next(Part)
        /// The run starts after the time to cover: the session restarts with this segment.
        case tooLate(SegmentCursor)
    }

    /// Appends the packets of `run` to the store.
    /// - Returns: The segment to restart with, if the run starts after the time to cover.
    func demux(_ run: SegmentRun, join: RunJoin, _ progress: inout DemuxProgress) throws -> SegmentCursor? {
        lead(run.discontinuity)
        var part = Part(source: run, start: run.start, join: join)
        while true {
            switch try demux(part, of: run, &progress) {
            case .end: return nil
            case .next(let next): part = next
            case .tooLate(let earlier):
                progress.earlier = earlier
                return earlier
            }
        }
    }

    private func demux(_ part: Part, of run: SegmentRun, _ progress: inout DemuxProgress) throws -> PartEnd {
        let open: OpenRun
        do {
            open = try self.open(part.source, of: run)
        } catch {
            // A seek or switch has ended the generation during the run; the session will be stopped.
            guard store.isCurrent(plan.generation, of: plan.tracks) else { throw CancellationError() }
            // The last moment of a stream may be too short for its format to be recognized.
            guard let earlier = startBeforeEnd(of: run), earlier != progress.earlier else { throw error }
            return .tooLate(earlier)
        }
        let demuxer = open.demuxer
        answer(
            .success(
                Opened(
                    streams: demuxer.streams, format: demuxer.format, video: open.video, audio: open.audio,
                    sounds: demuxer.usableStreams(.audio))))
        guard let offset = offset(of: run, at: part.start, demuxer, leading: open.video ?? open.audio) else { return .end }
        let lanes = lanes(of: open, in: run, at: part.start, offset: offset, join: part.join)
        // What a truncated run lacks may be in the part that is loaded again.
        if !run.isTruncated { store.leave(plan.tracks.subtracting(lanes.map(\.kind)), generation: plan.generation) }
        if let metadata {
            metadata.insertOfMedia(run.setOffset(offset))
            if let xmp = demuxer.xmp { metadata.describe([.xmp(xmp, start: run.start)]) }
        }
        var reader = reader(of: run, demuxer, lanes: lanes, offset: offset, join: part.join)
        reader.select()
        var held: [(MediaPacket, TrackKind)] = []
        if let time = part.join.covers, let leading = lanes.first?.kind {
            switch try readBeginning(of: run, &reader, leading: leading, covering: time, &progress) {
            case .packets(let packets): held = packets
            case .tooLate(let earlier): return .tooLate(earlier)
            }
        }
        let reached = try append(held, andAllOf: &reader, of: run, &progress)
        return demuxer.rest.map { .next(Part(source: $0, start: reached ?? part.start, join: RunJoin())) } ?? .end
    }

    private func open(_ source: any ByteSource, of run: SegmentRun) throws -> OpenRun {
        let start = SystemClock().now
        // Further pictures would only improve the estimate of the frame rate: at one picture per second the default takes 20 s.
        let demuxer = try Demuxer(
            source: source, probing: Demuxer.Probing(pictures: 2),
            onFirstPicture: firstPictureHandler(of: run))
        let open = OpenRun(demuxer: demuxer, video: demuxer.bestStream(.video), audio: sound(in: demuxer))
        guard open.video != nil || open.audio != nil else { throw PlaybackError(.noDecodableTrack, url: run.url) }
        store.onStep?(.opened(plan.tracks, format: demuxer.format, seconds: SystemClock().now - start))
        return open
    }

    /// Returns the planned sound of a container, or its default one if it has no such sound.
    private func sound(in demuxer: Demuxer) -> StreamInfo? {
        guard let index = plan.soundIndex else { return demuxer.bestStream(.audio) }
        let sounds = demuxer.usableStreams(.audio)
        return sounds.indices.contains(index) ? sounds[index] : demuxer.bestStream(.audio)
    }

    /// Returns the handler for the first picture of the session; `nil` if another run is opened, or nobody waits for the picture.
    private func firstPictureHandler(of run: SegmentRun) -> ((() -> Frame?) -> Void)? {
        guard let handle = plan.onFirstPicture, run.first == plan.cursor else { return nil }
        return { decode in
            handle {
                decode().flatMap { frame in
                    frame.isDamaged ? nil : VideoPicture(frame: frame, time: run.start, duration: 0, level: run.selection.level)
                }
            }
        }
    }

    private func lanes(of open: OpenRun, in run: SegmentRun, at start: Double, offset: Double, join: RunJoin) -> [ContainerReader
        .Lane]
    {
        [(TrackKind.video, open.video), (.audio, open.audio)].compactMap { kind, stream in
            guard let stream, plan.tracks.contains(kind) else { return nil }
            let format = format(of: stream, in: run, offset: offset, visibleFrom: join.visibleFrom(of: kind))
            return ContainerReader.Lane(kind: kind, format: format, next: start)
        }
    }

    private func format(of stream: StreamInfo, in run: SegmentRun, offset: Double, visibleFrom: Double) -> TrackFormat {
        // Without edit lists the pictures of a period are late by their reordering, and so is its end.
        let maximumLateness = 0.25
        let late = run.placement.flatMap { placement in stream.startTime.map { $0 + offset - placement.start } } ?? 0
        return TrackFormat(
            stream: stream, offset: offset, level: run.selection.level,
            visibleFrom: max(visibleFrom, run.placement?.visibleFrom ?? -.infinity),
            visibleUntil: (run.placement?.visibleUntil ?? .infinity) + (late > 0 && late < maximumLateness ? late : 0),
            tags: run.tags.isEmpty ? nil : run.tags, isDecrypted: run.isDecrypted)
    }

    private func reader(
        of run: SegmentRun, _ demuxer: Demuxer, lanes: [ContainerReader.Lane], offset: Double, join: RunJoin
    ) -> ContainerReader {
        var reader = ContainerReader(demuxer: demuxer, lanes: lanes, origin: -offset)
        let furthestJump = max(tolerance, 3 * run.selection.rendition.targetDuration)
        reader.jumps = ContainerReader.Jumps(
            furthest: Self.unquestionedJump, isJump: { Self.isJump($0, furthest: furthestJump, of: run) },
            offset: { [timeline] in timeline.jumpOffset(discontinuity: run.discontinuity, timestamp: $0, start: $1) })
        reader.jumps?.showsDiscarded = !run.isFile
        // The discontinuities of a playlist are known.
        reader.resets = nil
        reader.onStream = { [self] stream, kind in
            plan.tracks.contains(kind) ? format(of: stream, in: run, offset: offset, visibleFrom: join.visibleFrom(of: kind)) : nil
        }
        reader.onLeave = { [store, plan] in
            if !run.isTruncated { store.leave([$0], generation: plan.generation) }
        }
        if let metadata { reader.onTag = { metadata.insertOfMedia(ID3Tag.timedMetadata(packet: $0, at: $1)) } }
        return reader
    }

    /// The maximum distance of a position from the start of a segment from which its key picture is searched, in seconds.
    private static let furthestKey = 30.0

    /// Reads up to the first packet of the leading track with which decoding can begin, to find out whether the run covers `time` (seconds).
    private func readBeginning(
        of run: SegmentRun, _ reader: inout ContainerReader, leading: TrackKind, covering time: Double,
        _ progress: inout DemuxProgress
    ) throws -> Beginning {
        var held: [(MediaPacket, TrackKind)] = []
        var bytes = 0
        var coveredFrom: Double?
        // Whether pictures precede the first key picture, or there is none up to the time.
        var beginsWithoutKey = false
        while bytes < ContainerReader.maximumHeldBytes, let next = try reader.next() {
            held.append(next)
            bytes += next.0.footprint
            if next.1 == leading {
                if leading == .audio || next.0.isKey {
                    coveredFrom = next.0.time
                    break
                }
                beginsWithoutKey = true
                if next.0.time > time { break }
            }
            // If the run has no pictures, the search for one would read the rest of the presentation.
            if next.0.time - time > ContainerReader.absence { break }
        }
        guard coveredFrom != nil || beginsWithoutKey else { return .packets(held) }
        // Without a key picture, the distance is doubled.
        let late = coveredFrom.map { $0 - time } ?? max(2 * Self.minimumLateness, time - run.start)
        // If another track covers the time, the pictures are absent there, wherever reading starts.
        let isAbsent =
            !beginsWithoutKey && late > ContainerReader.absence && held.contains { $0.1 != leading && $0.0.time <= time + 0.5 }
        // Pictures that can be refreshed without a key picture are not searched for one.
        let isFar = beginsWithoutKey && time - run.start > Self.furthestKey
        if isFar, coveredFrom == nil { progress.isKeyless = true }
        if coveredFrom == nil, progress.isKeyless { return .packets(held) }
        if !isAbsent, !isFar, let earlier = earlierStart(of: run, late: late), earlier != progress.earlier { return .tooLate(earlier) }
        return .packets(held)
    }

    /// Appends the held packets and the rest of the part to the store.
    /// - Returns: The end of the packets, in seconds; `nil` if there were none.
    /// - Throws: `LostSegment`, and the errors of the reader.
    private func append(
        _ held: [(MediaPacket, TrackKind)], andAllOf reader: inout ContainerReader, of run: SegmentRun, _ progress: inout DemuxProgress
    ) throws -> Double? {
        let leading = reader.lanes.first?.kind
        var drift = DurationDrift(run)
        var held = held
        if run.isBrokenOff { held.removeAll { !run.isWhole($0.0) } }
        for (packet, kind) in held {
            if kind == leading { note(drift.take(packet), of: run) }
            guard append(packet, of: run, to: kind) else { return nil }
            progress.hasRead = true
            progress.hasReadOfRun = true
        }
        var reached = held.map(\.0.end).max()
        var last = Dictionary(held.map { ($0.1, $0.0) }) { $1 }
        while let (packet, kind) = try reader.next() {
            // The last packets of a truncated segment may be incomplete frames; the following run has the complete ones.
            if run.isBrokenOff, !run.isWhole(packet) { continue }
            if let end = reached, let lost = lostSegment(from: end, to: packet.time, of: run, progress),
                !run.contains(packet, in: lost), !last.values.contains(where: { run.contains($0, in: lost) })
            {
                throw LostSegment(segment: lost)
            }
            reached = max(reached ?? packet.end, packet.end)
            if kind == leading { note(drift.take(packet), of: run) }
            guard append(packet, of: run, to: kind) else { return reached }
            last[kind] = packet
            progress.noteRead(of: run)
        }
        if !reader.continuesElsewhere, let lost = lostEnd(of: run, behind: last.values, progress) { throw LostSegment(segment: lost) }
        // The last packet of each track may be an incomplete frame, unless it lies before the truncated segment.
        if run.isTruncated { store.trimTail(Set(last.filter { !run.isWhole($0.value) }.keys), generation: plan.generation) }
        return reached
    }

    /// - Returns: Whether any track of the session is still current: the sound may have a separate session by now.
    private func append(_ packet: MediaPacket, of run: SegmentRun, to kind: TrackKind) -> Bool {
        if let placement = run.placement, packet.isOutsidePeriod(from: placement.visibleFrom, as: kind) {
            return store.isCurrent(plan.generation, of: plan.tracks)
        }
        return store.append(packet, to: kind, generation: plan.generation, blocking: false)
            || store.isCurrent(plan.generation, of: plan.tracks)
    }
}
