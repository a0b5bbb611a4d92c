import PlayheadCore

/// Makes breaks of the markers of a playlist that is loaded again and again, as metadata of kind `scte-35`.
///
/// A break has the same name in every playlist, also after its EXT-X-CUE-OUT has left the window and only continuations tell of it.
public struct CueBreaks: Sendable {
    /// Continuations tell in tenths or whole seconds what is over.
    private static let tolerance = 2.0

    private struct Known {
        var start: Double
        var number: Int
    }

    /// The breaks that were told, in order of their start.
    private var known: [Known] = []
    private var count = 0
    /// Where the last break that ended did, in seconds.
    private var lastReturn = -Double.infinity

    /// Makes breaks of which none is known yet.
    public init() {}

    /// The breaks and returns of a playlist, whose markers come in the order of time.
    public mutating func timed(_ markers: [CueMarkerFacts]) -> [TimedMetadata] {
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

    /// Forgets breaks that began before `time`, in seconds on the playback's timeline.
    public mutating func trim(before time: Double) { known.removeAll { $0.start < time } }

    /// The beginning of the break that `marker` finds running.
    private func started(_ marker: CueMarkerFacts) -> CueMarkerFacts {
        var beginning = marker
        beginning.time -= marker.elapsed ?? 0
        if let place = place(of: beginning.time) {
            beginning.time = known[place].start
        } else if marker.elapsed == nil, let before = known[..<partition(beginning.time)].last, before.start >= lastReturn {
            // What began and has not come back yet is what goes on.
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

    /// The known break that begins where a marker says one does.
    private func place(of start: Double) -> Int? {
        let after = partition(start)
        return [after - 1, after].first { known.indices.contains($0) && abs(known[$0].start - start) <= Self.tolerance }
    }

    /// How many known breaks begin at `time` or before.
    private func partition(_ time: Double) -> Int { known.partitionPoint { $0.start <= time } }
}
