import PlayheadDASH
import PlayheadTransport

/// The place of media in its period.
extension DASHTimeline.Part {
    /// The rounding of a presentation's duration, in seconds.
    static let rounding = 0.5

    /// Returns the place of the media of a segment on the timeline of the presentation.
    func placement(of segment: SegmentReference, content: MediaContent) -> MediaPlacement {
        let mediaStart = start + table.start(of: segment)
        return MediaPlacement(
            offset: offset, start: mediaStart, visibleFrom: visibleFrom(mediaStart, content: content), visibleUntil: visibleUntil)
    }

    /// Returns the time before which media is not shown, in seconds: the start of the period. If the manifest has only the duration of segments,
    /// their starts are nominal, and the media may begin earlier.
    /// - Parameters:
    ///   - mediaStart: The start of the media by the manifest, in seconds.
    ///   - content: The content of the segment.
    /// - Returns: The time; negative infinity if all is shown.
    private func visibleFrom(_ mediaStart: Double, content: MediaContent) -> Double {
        let isCut = mediaStart < start
        // What precedes the presentation is before each position, and sound that overlaps with that of another period is not played: its
        // decoder needs the frame before the start.
        guard isCut || start > 0 && content != .audio else { return -.infinity }
        guard content == .video || content == .muxed else { return start }
        // The start of a period is less exact than the times of pictures: the nearest picture is the first one.
        let (minimum, usual) = (24.0, 60.0)
        return start - 0.5 / max(minimum, representation.frameRate ?? usual)
    }

    /// The time at which the media ends for the viewer: the end of the period. That of the last one may be rounded by ``rounding``, unless
    /// the times of the segments show that it is not.
    private var visibleUntil: Double {
        guard let end else { return .infinity }
        let last = isLast && isListed ? table.segment(at: (table.count ?? 0) - 1) : nil
        let isCut = last.map { start + table.end(of: $0) > end + Self.rounding } ?? !isLast
        return isCut ? end : end + Self.rounding
    }
}
