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
        read(
            { timeline in
                timeline.live.dateRanges.values.sorted { ($0.startDate ?? .infinity, $0.id) < ($1.startDate ?? .infinity, $1.id) }
            }, otherwise: [])
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
