import PlayheadCore
import PlayheadHLS

/// The contents of a feed, read from its timeline without waiting.
extension PlaylistFeed {
    var beginning: Double { read({ $0.start }, otherwise: 0) }
    var end: Double { read({ $0.end }, otherwise: 0) }
    var targetDuration: Double { read({ $0.playlist.targetDuration }, otherwise: 0) }
    var isComplete: Bool { read({ $0.playlist.isComplete }, otherwise: false) }
    /// Whether each segment is one picture (RFC 8216bis §4.4.3.6).
    var isIFramesOnly: Bool { read({ $0.playlist.isIFramesOnly }, otherwise: false) }
    var isProtected: Bool {
        read(
            { timeline in
                timeline.playlist.segments.contains { segment in
                    if case .protected = segment.protection { true } else { false }
                }
            }, otherwise: false)
    }
    /// Returns the start of a segment, or the end of the last one, nearest to `time`, both in seconds on the timeline of the presentation;
    /// `nil` after the end of a live window, because the segment does not exist yet.
    func segmentStart(nearest time: Double) -> Double? {
        read(
            { timeline in
                let segments = timeline.playlist.segments
                var (low, high) = (0, segments.count)
                while low < high {
                    let middle = (low + high) / 2
                    if segments[middle].startTime + timeline.shift <= time { low = middle + 1 } else { high = middle }
                }
                guard !segments.isEmpty, timeline.playlist.isComplete || time <= timeline.end else { return nil }
                let after = low < segments.count ? segments[low].startTime + timeline.shift : timeline.end
                guard low > 0 else { return after }
                let before = segments[low - 1].startTime + timeline.shift
                return abs(after - time) < abs(before - time) ? after : before
            }, otherwise: nil)
    }

    func cursor(at time: Double) -> SegmentCursor { read({ $0.cursor(at: time) }, otherwise: SegmentCursor(sequence: 0)) }

    func segment(containing time: Double) -> Segment? { read({ $0.segment(containing: time) }, otherwise: nil) }

    func start(of cursor: SegmentCursor) -> Double { read({ $0.start(of: cursor) }, otherwise: 0) }

    func discontinuity(at cursor: SegmentCursor) -> Int { read({ $0.discontinuity(at: cursor) }, otherwise: 0) }

    func earlier(than cursor: SegmentCursor, at time: Double) -> SegmentCursor? {
        read({ $0.earlier(than: cursor, at: time) }, otherwise: nil)
    }

    func upcoming(from cursor: SegmentCursor, count: Int) -> [(duration: Double, bytes: Int?)] {
        read({ $0.upcoming(from: cursor, count: count) }, otherwise: [])
    }

    /// The number of listed segments.
    var segmentCount: Int { read({ $0.playlist.segments.count }, otherwise: 0) }

    /// The discontinuity sequence of the first listed segment; the lowest number before the playlist is loaded.
    var firstDiscontinuity: Int { read({ $0.firstDiscontinuity ?? .min }, otherwise: .min) }

    func remaining(from cursor: SegmentCursor) -> Int? {
        read({ $0.playlist.isComplete ? max(0, $0.live.nextMediaSequence.saturatingSubtracting(cursor.sequence)) : nil }, otherwise: nil)
    }

    func rounding(before cursor: SegmentCursor) -> Double? { read({ $0.rounding(before: cursor) }, otherwise: nil) }

    var startTime: Double {
        read(
            edgeAt: clock.now,
            { timeline, edge in
                let declared = timeline.live.timing.targetLatency(lowLatency: timeline.usesParts)
                let inherited = timeline.inheritedStart
                let change = timeline.playlist.start == nil && inherited == nil ? timeline.targetLatency - declared : 0
                let edge = edge.map { $0 - timeline.shift - change }
                return timeline.live.startPosition(edge: edge, lowLatency: timeline.usesParts, inheriting: inherited) + timeline.shift
            }, otherwise: 0)
    }

    func window(at now: Double) -> LiveWindow? {
        read(
            edgeAt: now,
            { timeline, edge in
                guard let edge, !timeline.playlist.isComplete else { return nil }
                let latency = timeline.targetLatency
                return LiveWindow(
                    seekable: TimeRange(start: timeline.start, end: max(timeline.start, edge - latency)), edge: edge,
                    targetLatency: latency, isLowLatency: timeline.usesParts, measuredAt: now)
            }, otherwise: nil)
    }

    func segment(at cursor: SegmentCursor) -> Segment? {
        read(
            { timeline in
                if case .segment(let segment) = timeline.availability(at: cursor) { segment } else { nil }
            }, otherwise: nil)
    }

    func isNewest(_ cursor: SegmentCursor) -> Bool {
        read({ !$0.playlist.isComplete && cursor.sequence >= $0.live.nextMediaSequence.saturatingSubtracting(1) }, otherwise: false)
    }

    func hasMore(after cursor: SegmentCursor) -> Bool {
        read({ !$0.playlist.isComplete || $0.segment(cursor.sequence + 1) != nil }, otherwise: false)
    }

    func room(beyond playhead: Double) -> Double {
        read({ $0.playlist.isComplete ? .infinity : max(0, $0.end - playhead) }, otherwise: .infinity)
    }
}
