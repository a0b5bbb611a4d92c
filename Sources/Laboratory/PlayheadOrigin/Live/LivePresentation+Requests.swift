extension LivePresentation {
    /// The delivery directives of a request (RFC 8216bis §6.2.5).
    private struct Directives {
        var mediaSequence: Int?
        var part: Int?
        var isDelta = false

        /// Parses the directives; nil if they are malformed.
        init?(query: String?) {
            for pair in (query ?? "").split(separator: "&") {
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let value = sides.count > 1 ? sides[1] : ""
                switch sides[0] {
                case "_HLS_msn":
                    guard let number = Int(value), number >= 0 else { return nil }
                    mediaSequence = number
                case "_HLS_part":
                    guard let number = Int(value), number >= 0 else { return nil }
                    part = number
                case "_HLS_skip": isDelta = value == "YES" || value == "v2"
                default: break
                }
            }
            if part != nil, mediaSequence == nil { return nil }
        }
    }

    /// Returns a media playlist, or the time when it contains what the request waits for.
    func playlist(of track: RecordedTrack, for request: LiveRequest, at time: Double) -> LiveAnswer {
        let shown = shownTime(at: time, path: track.path, host: request.host)
        let moment = moment(of: track, at: shown)
        guard canBlock else {
            let isDelta = options.canSkipUntil != nil && Directives(query: request.query)?.isDelta == true
            return .playlist(text(of: track, moment, isDelta: isDelta, host: request.host, realTime: time))
        }
        guard let directives = Directives(query: request.query) else {
            return .failure(status: 400, reason: "the delivery directives are malformed")
        }
        if let number = directives.mediaSequence, !moment.hasEnded {
            switch wait(for: number, part: directives.part, track, moment) {
            case .there: break
            case .tooFar: return .failure(status: 400, reason: "\(number) is too far ahead")
            case .until(let local):
                let due = min(self.time(of: local, in: moment.epoch), end) + (time - shown)
                // If the host is shown an older playlist, the end of that fault is not known in advance, so the request polls.
                return .later(due > time ? due : time + 0.1)
            }
        }
        return .playlist(text(of: track, moment, isDelta: directives.isDelta, host: request.host, realTime: time))
    }

    private enum Wait { case there, tooFar, until(Int) }

    /// Determines whether a segment or part is already listed, and otherwise when it will be (RFC 8216bis §6.2.5.2).
    private func wait(for number: Int, part: Int?, _ track: RecordedTrack, _ moment: Moment) -> Wait {
        let complete = track.completeCount(at: moment.local)
        // At most two segments after the last one.
        let furthest = mediaSequence(complete, in: moment.epoch) + 1
        guard number <= furthest else { return .tooFar }
        var ordinal = number - mediaSequence(0, in: moment.epoch)
        guard ordinal >= complete else { return .there }
        guard var part, !track.segment(ordinal).parts.isEmpty else { return .until(track.end(of: ordinal)) }
        let openParts = track.completeParts(of: complete, at: moment.local)
        if ordinal == complete, part < openParts { return .there }
        if ordinal == complete, part - openParts >= advancePartLimit { return .tooFar }
        if part >= track.segment(ordinal).parts.count {
            ordinal += 1
            part = 0
        }
        let parts = track.segment(ordinal).parts
        guard parts.indices.contains(part) else { return .until(track.end(of: ordinal)) }
        return .until(track.start(of: ordinal) + parts[part].end)
    }

    /// The number of parts ahead that may be requested (RFC 8216bis §6.2.5.2).
    private var advancePartLimit: Int {
        guard let partTarget, partTarget < 1_000_000 else { return 3 }
        return (3_000_000 + partTarget - 1) / max(1, partTarget)
    }

    /// Returns a segment or part, or whether it is not yet or no longer available.
    func media(_ name: LiveName, of track: RecordedTrack, range: String?, at time: Double) -> LiveAnswer {
        let notThere = LiveAnswer.failure(status: 404, reason: "there is no such segment")
        guard epochs.indices.contains(name.epoch), let slice = track.segment(name.ordinal).slice else { return notThere }
        let segment = track.segment(name.ordinal)
        let local = min(Microseconds.from(min(time, end)) + initialDuration, epochEnd(name.epoch)) - epochs[name.epoch]
        // No segment is available earlier than a target duration before its start.
        guard name.ordinal <= track.completeCount(at: local + targetDuration * 1_000_000) else { return notThere }
        if segment.isGap || isHit(.gap, track, name.ordinal, in: name.epoch) || isHit(.missing, track, name.ordinal, in: name.epoch) {
            return .failure(status: 404, reason: "the segment is missing")
        }
        guard case (var media, let due)? = delivery(of: name, slice, range: range, track: track, at: time, local: local) else {
            return notThere
        }
        if local < due {
            // The encoder stops before this segment or part.
            guard due <= epochEnd(name.epoch) - epochs[name.epoch], self.time(of: due, in: name.epoch) <= end else { return notThere }
            return .later(self.time(of: due, in: name.epoch))
        }
        if let expiry = expiry(of: name.ordinal, track), local >= expiry {
            return .failure(status: 404, reason: "the segment is gone")
        }
        if options.isContinuous, let map = segment.map, let path = RecordedPresentation.path(of: map.uri, in: track.path) {
            media.pass = name.ordinal / track.segments.count
            media.ordinal = name.ordinal
            media.passDuration = track.duration
            media.initialization = LiveMedia.InitializationSlice(path: path, range: map.byteRange.map { $0.offset..<$0.end })
        }
        return .media(media)
    }

    /// Returns the bytes of a segment or part, and the time at which they begin to be available, in microseconds of the epoch like `local`;
    /// nil if they are not listed yet.
    private func delivery(
        of name: LiveName, _ slice: MediaSlice, range: String?, track: RecordedTrack, at time: Double, local: Int
    ) -> (media: LiveMedia, due: Int)? {
        let segment = track.segment(name.ordinal)
        let start = track.start(of: name.ordinal)
        var media = LiveMedia(path: slice.path, range: slice.range)
        var due = start + segment.duration
        let base = slice.range?.lowerBound ?? 0
        let cutParts = time >= end && local < due ? track.completeParts(of: name.ordinal, at: local) : 0
        if let index = name.part {
            guard options.parts == .resources, segment.parts.indices.contains(index) else { return nil }
            let part = segment.parts[index]
            media.range = (base + part.range.lowerBound)..<(base + part.range.upperBound)
            due = start + part.end
            guard local >= start + part.start else { return nil }
        } else if cutParts > 0 {
            // The end of the broadcast cuts the segment.
            let last = segment.parts[cutParts - 1]
            media.range = base..<(base + last.range.upperBound)
            due = start + last.end
        } else if options.parts == .byteRanges, let range, let end = lastByte(of: range),
            let part = segment.parts.first(where: { $0.range.contains(end) })
        {
            due = start + part.end
            guard local >= start + part.start else { return nil }
        } else if deliversOpenSegments, let first = segment.parts.first {
            // A listed segment may be requested before it begins.
            guard local >= start - targetDuration * 1_000_000, local >= due || isFinished(name.ordinal, of: track, in: name.epoch) else {
                return nil
            }
            media.releases = segment.parts.filter { start + $0.end > local }.map {
                BodyRelease(offset: $0.range.lowerBound, time: self.time(of: start + $0.end, in: name.epoch))
            }
            due = start + first.end
        } else if local < due, options.parts != .byteRanges || local < start {
            return nil
        }
        return (media, due)
    }

    /// Returns the last byte of a range; nil if the range is open or invalid.
    private func lastByte(of range: String) -> Int? {
        guard case .from(_, let last?) = ByteRangeRequest(headerValue: range) else { return nil }
        return last
    }

    /// Returns when a segment expires: the window's length plus the segment's own duration after it left the window (RFC 8216bis §6.2.2),
    /// unless a fault changes that. In microseconds of the epoch; nil: never.
    private func expiry(of ordinal: Int, _ track: RecordedTrack) -> Int? {
        let leaves: Int
        let window: Int
        switch options.window {
        case .event: return nil
        case .segments(let count):
            let count = min(max(1, count), 1 << 24)
            leaves = track.end(of: ordinal + count)
            window = leaves - track.end(of: ordinal)
        case .dvr(let seconds):
            window = max(0, Microseconds.from(seconds)) + targetDuration * 1_000_000
            leaves = track.end(of: ordinal) + window
        }
        let grace = faults.lazy.compactMap { fault -> Int? in
            guard case .expiry(let seconds) = fault.kind, fault.path.matches(track.path) else { return nil }
            return Microseconds.from(seconds)
        }.first
        return leaves + (grace ?? window + track.segment(ordinal).duration)
    }
}
