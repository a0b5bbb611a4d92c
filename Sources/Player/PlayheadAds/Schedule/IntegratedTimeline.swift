import PlayheadCore

/// The content and its ad breaks on one timeline, at one moment, as AVFoundation's `AVPlayerItemIntegratedTimelineSnapshot`.
///
/// Times are in seconds from the start of the range in which a viewer can seek, positions those of the player. A break has a duration here if
/// it occupies a range (``AdBreak/occupiesRange``) and its duration is known; otherwise it is a segment without one. Content that a break
/// replaces has no time; content that is repeated after a break has it once.
public struct IntegratedTimeline: Sendable, Hashable {
    /// A part of the content, or a break.
    public struct Segment: Sendable, Hashable {
        /// The break; `nil` for content.
        public let adBreak: AdBreak?
        /// The range on this timeline.
        public let range: TimeRange
        /// The positions of the content, or of the content that the break replaces.
        public let content: TimeRange
        /// The place of a break on the playback's own timeline, in seconds; `nil` for content.
        package var place: Double?
    }

    /// The segments, in order and without gaps.
    public private(set) var segments: [Segment] = []
    /// The playhead, which moves during a break that has a duration.
    public private(set) var position = 0.0
    /// The index of the segment at the playhead; `nil` without segments.
    public private(set) var currentIndex: Int?

    /// The duration in seconds.
    public var duration: Double { segments.last?.range.end ?? 0 }

    /// A break with its place.
    package struct PlacedBreak: Sendable {
        package var adBreak: AdBreak
        /// The place on the playback's own timeline, in seconds.
        package var place: Double
        /// The position, in seconds.
        package var position: Double
        /// The duration in seconds; `nil` if it is unknown.
        package var duration: Double?
        /// The elapsed part in seconds; `nil` if the break is not the current one.
        package var elapsed: Double?

        package init(_ adBreak: AdBreak, at place: Double, duration: Double?, elapsed: Double? = nil) {
            self.adBreak = adBreak
            self.place = place
            position = place
            self.duration = duration
            self.elapsed = elapsed
        }
    }

    /// Creates a timeline.
    /// - Parameters:
    ///   - content: The range of the content in which a viewer can seek, as positions.
    ///   - position: The position of the content's playhead.
    ///   - hasStarted: Whether the breaks before the playhead are over.
    ///   - breaks: The breaks in the order of their places.
    package init(content: TimeRange, position: Double, hasStarted: Bool, breaks: [PlacedBreak]) {
        var (place, time) = (content.start, 0.0)
        var lastBreak = -Double.infinity
        var current: (index: Int, elapsed: Double)?
        func played(upTo end: Double) {
            guard end > place else { return }
            segments.append(
                Segment(
                    adBreak: nil, range: TimeRange(start: time, end: time + end - place), content: TimeRange(start: place, end: end)))
            (place, time) = (end, time + end - place)
        }
        for placed in breaks {
            let adBreak = placed.adBreak
            var start = adBreak.offset == .postRoll ? content.end : adBreak.offset == .preRoll ? content.start : placed.position
            // The window of a live stream moves during a break.
            if placed.elapsed != nil { start = min(max(start, content.start), content.end) }
            // A break in content that another one replaces is never reached, but one at the same position is.
            guard start >= place - AdBreakPlanner.succession || start == lastBreak, start <= content.end else { continue }
            let isTogether = start == lastBreak
            lastBreak = start
            start = max(start, place)
            played(upTo: start)
            let duration = adBreak.occupiesRange ? placed.duration ?? 0 : 0
            let replaced =
                switch adBreak.resumption {
                case _ where !adBreak.offset.isInContent: 0.0
                case .whereLeft: 0.0
                // The offsets of several breaks at one position add up.
                case .after(let offset): max(0, isTogether ? offset : lastBreak + offset - start)
                case .elapsed: placed.duration ?? 0
                }
            if let elapsed = placed.elapsed { current = (segments.count, min(elapsed, duration)) }
            let resumption = min(start + replaced, content.end)
            segments.append(
                Segment(
                    adBreak: adBreak, range: TimeRange(start: time, end: time + duration),
                    content: TimeRange(start: start, end: resumption),
                    place: adBreak.offset.isInContent ? placed.place : nil))
            (place, time) = (resumption, time + duration)
        }
        played(upTo: content.end)
        if let current {
            currentIndex = current.index
            self.position = segments[current.index].range.start + current.elapsed
        } else if hasStarted || position > content.start {
            self.position = self.time(ofContentAt: position)
            currentIndex = index(at: self.position)
        } else {
            currentIndex = segments.isEmpty ? nil : 0
        }
    }

    /// Returns the index of the segment at a time, of the first or last one outside of the timeline; `nil` without segments.
    public func index(at time: Double) -> Int? {
        segments.isEmpty ? nil : segments.lastIndex { $0.range.start <= time && (!$0.range.isEmpty || $0.adBreak == nil) } ?? 0
    }

    /// Returns the time at which the content has a position, behind the breaks at the same position; limited to the timeline.
    public func time(ofContentAt position: Double) -> Double {
        guard let segment = segments.last(where: { $0.content.start <= position }) else { return 0 }
        return segment.adBreak == nil ? min(segment.range.start + position - segment.content.start, segment.range.end) : segment.range.end
    }

    /// Returns the position of the content at a time; in a break that of its begin. Limited to the content.
    public func contentPosition(at time: Double) -> Double {
        guard let segment = index(at: time).map({ segments[$0] }) else { return 0 }
        let offset = segment.adBreak == nil ? max(0, time - segment.range.start) : 0
        return min(segment.content.start + offset, segment.content.end)
    }

    /// The timeline as JSON: `position`, `duration`, `current` and `segments`, each with `break` (the identifier, or null), `start`, `end`,
    /// `contentStart` and `contentEnd`.
    package var eventValue: EventValue {
        .object([
            "position": .double(position), "duration": .double(duration), "current": currentIndex.eventValue,
            "segments": .array(
                segments.map { segment in
                    .object([
                        "break": (segment.adBreak?.id).eventValue, "start": .double(segment.range.start), "end": .double(segment.range.end),
                        "contentStart": .double(segment.content.start), "contentEnd": .double(segment.content.end),
                    ])
                }),
        ])
    }
}
