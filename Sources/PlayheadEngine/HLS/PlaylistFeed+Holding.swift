import PlayheadCore
import PlayheadHLS
import PlayheadMetadata

/// What a feed holds: read from its timeline, without waiting for anything.
extension PlaylistFeed {
    /// Where the first segment begins, in seconds on the presentation's timeline.
    var beginning: Double { read({ $0.start }, otherwise: 0) }
    /// Where the last segment ends, in seconds on the presentation's timeline.
    var end: Double { read({ $0.end }, otherwise: 0) }
    /// The longest that a segment may be, in seconds.
    var targetDuration: Double { read({ $0.playlist.targetDuration }, otherwise: 0) }
    /// Whether no segment will be added any more.
    var isComplete: Bool { read({ $0.playlist.isComplete }, otherwise: false) }
    /// Whether each segment is one picture, which is shown until the next one (RFC 8216bis §4.4.3.6).
    var isIFramesOnly: Bool { read({ $0.playlist.isIFramesOnly }, otherwise: false) }
    /// Whether something in it is enciphered in a way that can't be played.
    var isProtected: Bool {
        read(
            { timeline in
                timeline.playlist.segments.contains { segment in
                    if case .protected = segment.protection { true } else { false }
                }
            }, otherwise: false)
    }
    /// Which dates belong to the timeline.
    var dates: DateMap {
        read(
            { timeline in DateMap(timeline.live.wallClock.anchors.map { .init(time: $0.time + timeline.shift, date: $0.date) }) },
            otherwise: DateMap())
    }
    /// The date ranges that are listed, in the order of their starts.
    var dateRanges: [DateRange] {
        read(
            { timeline in
                timeline.live.dateRanges.values.sorted { ($0.startDate ?? .infinity, $0.id) < ($1.startDate ?? .infinity, $1.id) }
            }, otherwise: [])
    }

    /// What addresses in the playlist are relative to.
    var baseURL: String { read({ $0.playlist.url }, otherwise: nil) ?? url }

    /// The date ranges that have a place on the timeline, in the order of their starts.
    var placedRanges: [PlaylistDateRanges.Range] {
        let dates = dates
        return dateRanges.compactMap { range in
            guard let date = range.startDate, let start = dates.time(of: date) else { return nil }
            var attributes = Dictionary(range.otherAttributes.map { ($0.name, $0.value) }) { $1 }
            if !range.cue.isEmpty { attributes["CUE"] = range.cue.joined(separator: ",") }
            return PlaylistDateRanges.Range(
                id: range.id, rangeClass: range.rangeClass, start: start, startDate: date,
                duration: range.duration ?? range.endDate.map { max(0, $0 - date) } ?? range.plannedDuration, attributes: attributes)
        }
    }

    /// Where the segment begins that begins nearest to `time`; both in seconds on the presentation's timeline. The end of the last one counts as well.
    func segmentStart(nearest time: Double) -> Double? {
        read(
            { timeline in
                let starts = timeline.playlist.segments.map { $0.startTime + timeline.shift } + [timeline.end]
                return timeline.playlist.segments.isEmpty ? nil : starts.min { abs($0 - time) < abs($1 - time) }
            }, otherwise: nil)
    }

    /// The ad breaks in the older notation, with where they are on the presentation's timeline.
    var cueMarkers: [CueMarkerFacts] {
        read(
            { timeline in
                timeline.playlist.cueMarkers.map { marker in
                    CueMarkerFacts(marker, time: timeline.start(of: SegmentCursor(sequence: marker.mediaSequence, epoch: timeline.epoch)))
                }
            }, otherwise: [])
    }

    /// The absolute URL of a URI in the playlist.
    func url(for uri: String) -> String { read({ $0.playlist.url(for: uri) }, otherwise: uri) }

    /// Where the segment lies that `time` (seconds on the presentation's timeline) is in; the last one beyond the end.
    func cursor(at time: Double) -> SegmentCursor { read({ $0.cursor(at: time) }, otherwise: SegmentCursor(sequence: 0)) }

    /// The whole segment that `time` (seconds on the presentation's timeline) is in, without waiting for it; see ``FeedTimeline/segment(at:)``.
    func segment(at time: Double) -> FetchUnit? { read({ $0.segment(at: time) }, otherwise: nil) }

    /// Where `cursor` begins, in seconds on the presentation's timeline; beyond the end the end.
    func start(of cursor: SegmentCursor) -> Double { read({ $0.start(of: cursor) }, otherwise: 0) }

    /// The discontinuity sequence that `cursor` is in.
    func discontinuity(at cursor: SegmentCursor) -> Int { read({ $0.discontinuity(at: cursor) }, otherwise: 0) }

    /// The last segment before `cursor` that is not missing and begins at or before `time`, else the first such; `nil` where there is none.
    func earlier(than cursor: SegmentCursor, at time: Double) -> SegmentCursor? {
        read({ $0.earlier(than: cursor, at: time) }, otherwise: nil)
    }

    /// Durations and, where the playlist tells them, sizes in bytes of the segments from `cursor` on.
    func upcoming(from cursor: SegmentCursor, count: Int) -> [(duration: Double, bytes: Int?)] {
        read({ $0.upcoming(from: cursor, count: count) }, otherwise: [])
    }

    /// How many segments are listed.
    var segmentCount: Int { read({ $0.playlist.segments.count }, otherwise: 0) }

    /// The discontinuity sequence of the first segment that is listed.
    var firstDiscontinuity: Int { read({ $0.firstDiscontinuity ?? .min }, otherwise: .min) }

    /// How many segments come from `cursor` on, where the end is known.
    func remaining(from cursor: SegmentCursor) -> Int? {
        read({ $0.playlist.isComplete ? max(0, $0.live.nextMediaSequence.saturatingSubtracting(cursor.sequence)) : nil }, otherwise: nil)
    }

    /// Where playing begins, in seconds on the presentation's timeline.
    var startTime: Double {
        read(
            edgeAt: clock.now,
            { timeline, edge in
                timeline.live.startPosition(edge: edge.map { $0 - timeline.shift }, lowLatency: timeline.usesParts) + timeline.shift
            }, otherwise: 0)
    }

    /// The window of a live playlist; `nil` of an on-demand one.
    func window(at now: Double) -> LiveWindow? {
        read(
            edgeAt: now,
            { timeline, edge in
                guard let edge, !timeline.playlist.isComplete else { return nil }
                let latency = timeline.live.timing.targetLatency(lowLatency: timeline.usesParts)
                return LiveWindow(
                    seekable: TimeRange(start: timeline.start, end: max(timeline.start, edge - latency)), edge: edge,
                    targetLatency: latency, isLowLatency: timeline.usesParts, measuredAt: now)
            }, otherwise: nil)
    }

    /// What is listed at `cursor`, or in its place; `nil` where nothing is.
    func unit(at cursor: SegmentCursor) -> FetchUnit? {
        read(
            { timeline in
                if case .unit(let unit) = timeline.availability(at: cursor) { unit } else { nil }
            }, otherwise: nil)
    }

    /// Whether `cursor` is the last thing that is listed of a playlist to which more is added.
    func isNewest(_ cursor: SegmentCursor) -> Bool {
        read({ !$0.playlist.isComplete && cursor.sequence >= $0.live.nextMediaSequence.saturatingSubtracting(1) }, otherwise: false)
    }

    /// Whether anything comes, or may come, after `cursor`.
    func hasMore(after cursor: SegmentCursor) -> Bool {
        read({ !$0.playlist.isComplete || $0.segment(cursor.sequence + 1) != nil }, otherwise: false)
    }

    /// How far beyond `playhead` anything can be loaded, in seconds; infinite where all is there.
    func room(beyond playhead: Double) -> Double {
        read({ $0.playlist.isComplete ? .infinity : max(0, $0.end - playhead) }, otherwise: .infinity)
    }
}
