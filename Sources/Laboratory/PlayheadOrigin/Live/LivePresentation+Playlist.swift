import PlayheadHLS

extension LivePresentation {
    private var isLowLatency: Bool { partTarget != nil }

    var canBlock: Bool { isLowLatency || options.canBlockReload }

    /// The skip boundary in microseconds; nil without delta updates.
    private var skipBoundary: Int? {
        if let seconds = options.canSkipUntil { return max(0, Microseconds.from(seconds)) }
        return isLowLatency ? targetDuration * 6_000_000 : nil
    }

    /// Returns the text of a media playlist. If `isDelta`, old segments may be skipped (RFC 8216bis §6.2.5.1). `realTime` is the time
    /// without the faults that show an older playlist.
    func text(of track: RecordedTrack, _ moment: Moment, isDelta: Bool, host: String?, realTime: Double) -> String {
        let complete = track.completeCount(at: moment.local)
        let first = firstListed(track, complete: complete)
        let openParts = track.segments[0].parts.isEmpty ? 0 : track.completeParts(of: complete, at: moment.local)
        let edge = track.start(of: complete) + (openParts > 0 ? track.segment(complete).parts[openParts - 1].end : 0)
        var text = head(of: track, moment, first: first, realTime: realTime)
        var next = first
        if isDelta, let skipBoundary {
            next = max(first, track.completeCount(at: edge - skipBoundary))
            if next > first { text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(next - first)\n" }
        }
        var previous = next > first ? next - 1 : nil
        for ordinal in next..<max(next, complete) {
            let showsParts = edge - track.end(of: ordinal) < targetDuration * 3_000_000
            writeTags(of: ordinal, after: previous, track, moment.epoch, parts: showsParts ? .max : 0, to: &text)
            writeSegment(ordinal, lasting: track.segment(ordinal).duration, track, moment.epoch, to: &text)
            previous = ordinal
        }
        if openParts > 0 { writeTags(of: complete, after: previous, track, moment.epoch, parts: openParts, to: &text) }
        if moment.hasEnded {
            // The end of the broadcast cuts the open segment, whose parts may have been played.
            if openParts > 0 {
                writeSegment(complete, lasting: track.segment(complete).parts[openParts - 1].end, track, moment.epoch, to: &text)
            }
            return text + "#EXT-X-ENDLIST\n"
        }
        if isLowLatency {
            writeHint(complete, openParts, track, moment.epoch, to: &text)
            writeReports(besides: track, host: host, realTime: realTime, to: &text)
        }
        return text
    }

    private func head(of track: RecordedTrack, _ moment: Moment, first: Int, realTime: Double) -> String {
        let target = faults.first { fault in
            if case .targetDuration = fault.kind { return fault.isActive(at: realTime) && fault.path.matches(track.path) }
            return false
        }
        var shownTarget = targetDuration
        if case .targetDuration(let seconds)? = target?.kind { shownTarget = seconds }
        var text = "#EXTM3U\n#EXT-X-VERSION:\(max(track.version, skipBoundary != nil ? 9 : isLowLatency ? 6 : 3))\n"
        text += "#EXT-X-TARGETDURATION:\(shownTarget)\n"
        var control: [String] = []
        if canBlock { control.append("CAN-BLOCK-RELOAD=YES") }
        if let partTarget { control.append("PART-HOLD-BACK=\(Microseconds.text(partTarget * 3))") }
        if let skipBoundary { control.append("CAN-SKIP-UNTIL=\(Microseconds.text(skipBoundary))") }
        if !control.isEmpty { text += "#EXT-X-SERVER-CONTROL:\(control.joined(separator: ","))\n" }
        if let partTarget, !track.segments[0].parts.isEmpty { text += "#EXT-X-PART-INF:PART-TARGET=\(Microseconds.text(partTarget))\n" }
        text += "#EXT-X-MEDIA-SEQUENCE:\(mediaSequence(first, in: moment.epoch))\n"
        let discontinuities = discontinuitySequence(first, track) - (hasDiscontinuity(first, track) ? 1 : 0)
        if discontinuities > 0 { text += "#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuities)\n" }
        if options.window == .event { text += "#EXT-X-PLAYLIST-TYPE:EVENT\n" }
        if track.hasIndependentSegments { text += "#EXT-X-INDEPENDENT-SEGMENTS\n" }
        return text
    }

    // MARK: Discontinuities

    private func hasDiscontinuity(_ ordinal: Int, _ track: RecordedTrack) -> Bool {
        if ordinal % track.segments.count == 0 { return ordinal > 0 && !options.isContinuous }
        return track.segment(ordinal).hasDiscontinuity
    }

    /// Returns the number of discontinuities from the first segment up to a segment, including the one before that segment.
    private func discontinuitySequence(_ ordinal: Int, _ track: RecordedTrack) -> Int {
        let (pass, index) = ordinal.quotientAndRemainder(dividingBy: track.segments.count)
        return pass * ((track.discontinuities.last ?? 0) + (options.isContinuous ? 0 : 1)) + track.discontinuities[index]
    }

    // MARK: Segments

    private func uri(of ordinal: Int, _ track: RecordedTrack, _ epoch: Int, part: Int? = nil) -> String {
        let segment = track.segment(ordinal)
        guard segment.slice != nil else { return segment.uri }
        return LiveName(epoch: epoch, ordinal: ordinal, part: part).inserted(into: segment.uri)
    }

    /// Writes the tags before `EXTINF` of a segment: changes since the previous segment, date and parts.
    private func writeTags(
        of ordinal: Int, after previous: Int?, _ track: RecordedTrack, _ epoch: Int, parts: Int, to text: inout String
    ) {
        let segment = track.segment(ordinal)
        let before = previous.map(track.segment)
        if hasDiscontinuity(ordinal, track) { text += "#EXT-X-DISCONTINUITY\n" }
        if segment.keys != before?.keys ?? [] { text += Self.keyTags(segment.keys) }
        if let map = segment.map, map != before?.map {
            let range = map.byteRange.map { ",BYTERANGE=\"\($0.length)@\($0.offset)\"" } ?? ""
            text += "#EXT-X-MAP:URI=\"\(map.uri)\"\(range)\n"
        }
        if let date = date(of: ordinal, track, epoch) { text += "#EXT-X-PROGRAM-DATE-TIME:\(date)\n" }
        let isGap = segment.isGap || isHit(.gap, track, ordinal, in: epoch)
        if isGap { text += "#EXT-X-GAP\n" }
        guard parts > 0, let addressing = options.parts else { return }
        for (index, part) in segment.parts.enumerated().prefix(parts) {
            text += "#EXT-X-PART:DURATION=\(Microseconds.text(part.duration))"
            switch addressing {
            case .resources: text += ",URI=\"\(uri(of: ordinal, track, epoch, part: index))\""
            case .byteRanges:
                text += ",URI=\"\(uri(of: ordinal, track, epoch))\",BYTERANGE=\"\(part.range.count)@\(part.range.lowerBound)\""
            }
            text += (part.isIndependent ? ",INDEPENDENT=YES" : "") + (isGap ? ",GAP=YES" : "") + "\n"
        }
    }

    private func writeSegment(_ ordinal: Int, lasting duration: Int, _ track: RecordedTrack, _ epoch: Int, to text: inout String) {
        text += "#EXTINF:\(Microseconds.text(duration)),\(track.segment(ordinal).title)\n\(uri(of: ordinal, track, epoch))\n"
    }

    private static func keyTags(_ keys: [EncryptionKey]) -> String {
        guard !keys.isEmpty else { return "#EXT-X-KEY:METHOD=NONE\n" }
        return keys.reduce(into: "") { text, key in
            text += "#EXT-X-KEY:METHOD=\(key.method.rawValue)"
            if let uri = key.uri { text += ",URI=\"\(uri)\"" }
            if let iv = key.iv {
                text += ",IV=0x" + iv.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            }
            if key.keyFormat != EncryptionKey.identityFormat { text += ",KEYFORMAT=\"\(key.keyFormat)\"" }
            if !key.keyFormatVersions.isEmpty {
                text += ",KEYFORMATVERSIONS=\"\(key.keyFormatVersions.map { "\($0)" }.joined(separator: "/"))\""
            }
            text += "\n"
        }
    }

    private func date(of ordinal: Int, _ track: RecordedTrack, _ epoch: Int) -> String? {
        guard let start = options.startDate else { return nil }
        let time = time(of: track.start(of: ordinal), in: epoch)
        var offset = 0.0
        for fault in faults where fault.isActive(at: time) && fault.path.matches(track.path) {
            switch fault.kind {
            case .skew(let seconds): offset += seconds
            case .drift(let rate): offset += rate * (time - (fault.at.isFinite ? fault.at : 0))
            default: break
            }
        }
        return DateText.format(Microseconds.from(start) + Microseconds.from(time) + Microseconds.from(offset))
    }

    // MARK: What comes next

    private func writeHint(_ complete: Int, _ openParts: Int, _ track: RecordedTrack, _ epoch: Int, to text: inout String) {
        let parts = track.segment(complete).parts
        guard let addressing = options.parts, openParts < parts.count else { return }
        text += "#EXT-X-PRELOAD-HINT:TYPE=PART,URI="
        switch addressing {
        case .resources: text += "\"\(uri(of: complete, track, epoch, part: openParts))\"\n"
        case .byteRanges:
            let range = parts[openParts].range
            text += "\"\(uri(of: complete, track, epoch))\",BYTERANGE-START=\(range.lowerBound),BYTERANGE-LENGTH=\(range.count)\n"
        }
    }

    private func writeReports(besides track: RecordedTrack, host: String?, realTime: Double, to text: inout String) {
        for path in recording.order where path != track.path {
            guard let other = recording.tracks[path] else { continue }
            let moment = moment(of: other, at: shownTime(at: realTime, path: path, host: host))
            let complete = other.completeCount(at: moment.local)
            let openParts = other.completeParts(of: complete, at: moment.local)
            let last = openParts > 0 ? complete : complete - 1
            guard last >= 0 else { continue }
            text += "#EXT-X-RENDITION-REPORT:URI=\"\(Self.reference(to: path, from: track.path))\""
            text += ",LAST-MSN=\(mediaSequence(last, in: moment.epoch))"
            let parts = openParts > 0 ? openParts : other.segment(last).parts.count
            text += (parts > 0 ? ",LAST-PART=\(parts - 1)" : "") + "\n"
        }
    }

    /// Returns the relative reference from one path to another (RFC 3986 §4.2).
    static func reference(to path: String, from base: String) -> String {
        var target = path.split(separator: "/", omittingEmptySubsequences: false)
        var origin = base.split(separator: "/", omittingEmptySubsequences: false)
        while target.count > 1, origin.count > 1, target[0] == origin[0] {
            target.removeFirst()
            origin.removeFirst()
        }
        return String(repeating: "../", count: origin.count - 1) + RequestPath.percentEncoded(target.joined(separator: "/"))
    }
}
