import PlayheadCore
import PlayheadFFmpeg

/// The positions of the packets of a run on the timeline of the presentation.
extension RenditionSession {
    /// Returns the seconds to add to the timestamps of the part of the run that starts at `start` (seconds), or `nil` if the session was stopped meanwhile.
    func offset(of run: SegmentRun, at start: Double, _ demuxer: Demuxer, leading: StreamInfo?) -> Double? {
        let tagged = run.tags.isEmpty ? nil : run.tags.first
        var first = demuxer.startTime ?? 0
        // Without a tag the times of packed audio are only counted, and each run begins where it is listed.
        if tagged == nil, Self.untimedFormats.contains(demuxer.format) {
            if plan.isLeading {
                _ = timeline.offset(
                    discontinuity: run.discontinuity, timestamp: first, start: run.start, tolerance: .infinity, wraps: false)
            }
            return run.start - first
        }
        if let placement = run.placement, abs(first + placement.offset - placement.start) <= tolerance {
            if plan.isLeading || timeline.offset(of: run.discontinuity) == nil {
                _ = timeline.offset(
                    discontinuity: run.discontinuity, timestamp: 0, start: placement.offset, tolerance: .infinity, wraps: false)
            }
            return placement.offset
        }
        // A fragment after a gap in the sound may contain sound from before the gap; at the beginning pictures may start later than the sound.
        let usual = 1.0
        let rendition = run.selection.rendition
        let isBeginning = rendition.isComplete && run.start <= rendition.beginning
        if !isBeginning, let leading = leading?.startTime, leading > first + usual { first = leading }
        if !plan.isLeading {
            guard timeline.wait(for: run.discontinuity, while: { !self.isStopped }) else { return nil }
        }
        let isMPEG = tagged != nil || demuxer.format == "mpegts"
        let isFile = run.isFile || demuxer.format.contains("matroska")
        let timestamp = tagged ?? first
        let newcomer = plan.isLeading ? rendition.rounding(before: run.first) : nil
        let offset = timeline.offset(
            discontinuity: run.discontinuity, timestamp: timestamp, start: start,
            tolerance: isFile ? Self.fileTolerance : tolerance, share: isFile ? 0 : 0.15, wraps: isMPEG,
            of: PresentationTimeline.Source(
                url: rendition.url, rounding: newcomer, lead: max(0, (leading?.startTime ?? first) - first)))
        if start == run.start { _ = DurationDrift.correct(run.selection.rendition, run.first, by: timestamp + offset - start) }
        // A tag is the time of the first sample; the demuxer counts from zero.
        return tagged.map { $0 - first + offset } ?? offset
    }

    /// The formats of packed audio (RFC 8216bis §3.1.5), as FFmpeg names them.
    private static let untimedFormats: Set<String> = ["aac", "ac3", "eac3", "loas", "mp3"]
    /// The maximum error of the times in a segment that is a file, in seconds: they continue, or begin at zero in each segment.
    private static let fileTolerance = 0.5

    /// The maximum error of the sum of the durations in a manifest, in seconds.
    var tolerance: Double { max(10, 2 * plan.selection.rendition.targetDuration) }

    /// The maximum forward jump of timestamps for which the manifest is not consulted, in seconds.
    static let unquestionedJump = 0.75

    /// Whether a packet with an unexpected timestamp belongs at the expected time, according to the manifest. Overlapping segments are not a
    /// jump, nor are gaps for which the manifest has room.
    /// - Parameters:
    ///   - packet: The packet.
    ///   - furthest: The maximum forward jump without a manifest, in seconds.
    ///   - run: The run of the packet.
    /// - Returns: Whether the timestamps have jumped.
    static func isJump(_ packet: ContainerReader.Suspect, furthest: Double, of run: SegmentRun) -> Bool {
        let (time, expected) = (packet.time, packet.expected)
        guard let position = packet.position, let cursor = run.cursor(at: position),
            let segment = run.selection.rendition.segment(at: cursor), segment.cursor == cursor
        else { return time < expected || time > expected + furthest }
        let tolerance = 0.1
        let late = run.late
        let start = segment.start + late
        if time > expected, packet.previous.flatMap(run.cursor(at:)) != cursor {
            // The first packet of the segment.
            return abs(time - start) > abs(expected - start) + tolerance
        }
        func distance(_ time: Double) -> Double { max(0, start - time, time - segment.end - late) }
        let difference = distance(time) - distance(expected)
        if abs(difference) > tolerance { return difference > 0 }
        // If both lie in the segment, only its first packets may overlap with the previous segment.
        return time < expected && time - start > 0.5
    }

    /// Records by how much the leading track starts later than a segment in the manifest.
    func note(_ beginning: (cursor: SegmentCursor, late: Double)?, of run: SegmentRun) {
        guard let (cursor, late) = beginning else { return }
        let rendition = run.selection.rendition
        let duration = rendition.upcoming(from: cursor, count: 1).first?.duration ?? 0
        // A larger change is no rounding: muxers write the first packet after a gap where the gap begins.
        guard abs(late - run.late) <= max(Self.unquestionedJump, duration / 2) else { return }
        run.late = late
        guard plan.isLeading else { return }
        let start = rendition.start(of: cursor)
        timeline.note(PresentationTimeline.Lateness(start: start, end: start + duration, late: late))
    }

    /// Returns the segment that lies completely between two packets of `run`, both in seconds: demuxers skip what they cannot parse.
    func lostSegment(from end: Double, to next: Double, of run: SegmentRun, _ progress: DemuxProgress) -> Segment? {
        let minimum = 0.2
        let rounding = 0.1
        guard next - end > minimum, progress.damageCount < DemuxProgress.maximumDamage else { return nil }
        let rendition = run.selection.rendition
        let cursor = rendition.cursor(at: end + rounding)
        guard cursor != progress.damaged, let segment = rendition.segment(at: cursor), segment.cursor == cursor, !segment.isPart,
            !segment.isGap, segment.duration > minimum, segment.start > end - rounding, segment.end < next + rounding
        else { return nil }
        return segment
    }

    /// Returns the first whole segment behind `last`, the last packets of a run that has ended: an end that precedes the listed one by seconds
    /// is no completion.
    func lostEnd(of run: SegmentRun, behind last: some Sequence<MediaPacket>, _ progress: DemuxProgress) -> Segment? {
        let minimum = 1.0
        guard !run.isTruncated, let position = last.compactMap(\.position).max(), let cursor = run.cursor(behind: position),
            cursor != progress.damaged, let segment = run.selection.rendition.segment(at: cursor), segment.cursor == cursor,
            !segment.isPart, segment.duration >= minimum
        else { return nil }
        return segment
    }

    /// The lateness of a start from which on an earlier segment is loaded, in seconds.
    static let minimumLateness = 0.001

    /// Returns the segment to restart with if `run` starts `late` seconds after the time to cover; `nil` if not late, or for the first.
    func earlierStart(of run: SegmentRun, late: Double) -> SegmentCursor? {
        guard late > Self.minimumLateness else { return nil }
        return run.selection.rendition.earlier(than: run.first, at: run.start - late)
    }

    /// Returns the segment before `run` if the session starts with `run` and only the last moment of a presentation is left; `nil` if more
    /// is left, or if `run` is the first.
    func startBeforeEnd(of run: SegmentRun) -> SegmentCursor? {
        let (rendition, moment) = (run.selection.rendition, 1.0)
        guard !run.isTruncated, let count = rendition.remaining(from: run.first),
            rendition.upcoming(from: run.first, count: count).reduce(0, { $0 + $1.duration }) < moment, isEmpty
        else { return nil }
        return rendition.earlier(than: run.first, at: run.start - moment)
    }
}
