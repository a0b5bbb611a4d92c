import PlayheadCore
import PlayheadHLS
import PlayheadMetadata

/// The contents of a playlist other than its segments.
extension PlaylistFeed {
    /// The dates on the timeline.
    var dates: DateMap {
        read(
            { timeline in DateMap(timeline.live.wallClock.anchors.map { .init(time: $0.time + timeline.shift, date: $0.date) }) },
            otherwise: DateMap())
    }
    /// The listed date ranges, in the order of their starts.
    var dateRanges: [DateRange] {
        read({ $0.live.dateRanges.values.inOrder }, otherwise: [])
    }

    /// Whether a listed date range ends at the start of the next one of its class.
    var hasRangesUntilNext: Bool { read({ $0.live.dateRanges.values.contains(where: \.endsOnNext) }, otherwise: false) }

    /// Whether the playlist has more date ranges than the maximum.
    var ignoresDateRanges: Bool {
        read({ $0.playlist.warnings.contains { $0.message == MediaPlaylist.dateRangesWarning } }, otherwise: false)
    }

    /// The base URL for URIs in the playlist.
    var baseURL: String { read({ $0.playlist.url }, otherwise: nil) ?? url }

    /// The date ranges that have a position on the timeline, in the order of their starts.
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

    /// The ad breaks in the older notation, with their times on the timeline of the presentation.
    var cueMarkers: [CueMarkerFacts] {
        read(
            { timeline in
                timeline.playlist.cueMarkers.map { marker in
                    CueMarkerFacts(marker, time: timeline.start(of: SegmentCursor(sequence: marker.mediaSequence, epoch: timeline.epoch)))
                }
            }, otherwise: [])
    }
}

extension Collection<DateRange> {
    /// The ranges in the order of their starts.
    var inOrder: [DateRange] { sorted { ($0.startDate ?? .infinity, $0.id) < ($1.startDate ?? .infinity, $1.id) } }
}
