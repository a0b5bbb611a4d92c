import PlayheadCore
import PlayheadHLS
import PlayheadMetadata

extension DateRangeFacts {
    /// Creates the facts of a range in a playlist.
    init(_ range: DateRange) {
        var attributes = range.otherAttributes.map { Attribute(name: $0.name, value: $0.value, isQuoted: $0.isQuoted) }
        if !range.cue.isEmpty { attributes.append(Attribute(name: "CUE", value: range.cue.joined(separator: ","))) }
        self.init(
            id: range.id, rangeClass: range.rangeClass, startDateText: range.startDateText, startDate: range.startDate,
            endDateText: range.endDateText, endDate: range.endDate, duration: range.duration, plannedDuration: range.plannedDuration,
            endsOnNext: range.endsOnNext, scte35Command: range.scte35Command, scte35Out: range.scte35Out, scte35In: range.scte35In,
            otherAttributes: attributes)
    }
}

extension CueMarkerFacts {
    /// Creates the facts of an ad break in a playlist. `time` is the start of the segment after the tag, in seconds on the timeline of the
    /// presentation.
    init(_ marker: CueMarker, time: Double) {
        let kind: Kind =
            switch marker.kind {
            case .out: .out
            case .outContinued: .outContinued
            case .in: .in
            }
        self.init(kind: kind, time: time, duration: marker.duration, elapsed: marker.elapsed, text: marker.text)
    }
}
