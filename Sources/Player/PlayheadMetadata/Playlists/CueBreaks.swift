import PlayheadCore

/// Makes breaks from the markers of a repeatedly loaded playlist, as metadata of kind `scte-35`.
///
/// A break has the same identity in every playlist, also after its EXT-X-CUE-OUT has left the window and only continuations remain.
package struct CueBreaks: Sendable {
    /// The tolerance in seconds, because continuations have a resolution of tenths or whole seconds.
    private static let tolerance = 2.0

    private struct Known {
        var start: Double
        var number: Int
    }

    /// The known breaks, in order of their start.
    private var known: [Known] = []
    private var count = 0
    /// The end of the last ended break, in seconds.
    private var lastReturn = -Double.infinity

    /// Makes an instance without known breaks.
    package init() {}

    /// Returns the breaks and returns of a playlist, whose markers are in the order of time.
    package mutating func timed(_ markers: [CueMarkerFacts]) -> [TimedMetadata] {
        var all: [TimedMetadata] = []
        var open: CueMarkerFacts?
        for marker in markers {
            switch marker.kind {
            case .out:
                if let open { all.append(pause(open, end: marker.time)) }
                open = marker
            case .outContinued:
                if open == nil { open = started(marker) }
            case .in:
                if let open { all.append(pause(open, end: marker.time)) }
                open = nil
                lastReturn = max(lastReturn, marker.time)
                all.append(marker.metadata(start: marker.time, end: marker.time, identity: nil))
            }
        }
        if let open { all.append(pause(open, end: nil)) }
        return all
    }

    /// Removes breaks that began before `time`, in seconds on the playback's timeline.
    package mutating func trim(before time: Double) { known.removeAll { $0.start < time } }

    /// Returns the beginning of the break that `marker` continues.
    private func started(_ marker: CueMarkerFacts) -> CueMarkerFacts {
        var beginning = marker
        beginning.time -= marker.elapsed ?? 0
        if let place = place(of: beginning.time) {
            beginning.time = known[place].start
        } else if marker.elapsed == nil, let before = known[..<partition(beginning.time)].last, before.start >= lastReturn {
            // A break without a return is the one that continues.
            beginning.time = before.start
        }
        return beginning
    }

    private mutating func pause(_ marker: CueMarkerFacts, end: Double?) -> TimedMetadata {
        let planned = marker.duration.map { marker.time + max(0, $0) }
        return marker.metadata(start: marker.time, end: end ?? planned, identity: "break \(number(at: marker.time))")
    }

    private mutating func number(at start: Double) -> Int {
        if let place = place(of: start) { return known[place].number }
        count += 1
        known.insert(Known(start: start, number: count), at: partition(start))
        return count
    }

    /// Returns the index of the known break that begins at the start in a marker.
    private func place(of start: Double) -> Int? {
        let after = partition(start)
        return [after - 1, after].first { known.indices.contains($0) && abs(known[$0].start - start) <= Self.tolerance }
    }

    /// Returns the number of known breaks that begin at or before `time`.
    private func partition(_ time: Double) -> Int { known.partitionPoint { $0.start <= time } }
}
