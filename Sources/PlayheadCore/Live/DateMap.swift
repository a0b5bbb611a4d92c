/// Which wall-clock time belongs to which point of a playback's timeline, from EXT-X-PROGRAM-DATE-TIME: piecewise straight, in both directions.
public struct DateMap: Sendable, Hashable, Codable {
    /// From `time` on (to the next anchor) the wall clock is `date` plus what has passed since `time`.
    public struct Anchor: Sendable, Hashable, Codable {
        /// Seconds on the playback's timeline.
        public var time: Double
        /// Seconds since 1970.
        public var date: Double

        /// Makes an anchor.
        public init(time: Double, date: Double) {
            self.time = time
            self.date = date
        }
    }

    /// The anchors in the order of time; none where the stream has no dates.
    public let anchors: [Anchor]

    /// Makes a map of anchors in the order of time.
    public init(_ anchors: [Anchor] = []) { self.anchors = anchors }

    /// The wall clock, in seconds since 1970, at `time` on the playback's timeline; before the first anchor counted back from it. `nil` without dates.
    public func date(at time: Double) -> Double? {
        guard let first = anchors.first else { return nil }
        let anchor = anchors[..<partition(by: { $0.time <= time })].last ?? first
        return anchor.date + time - anchor.time
    }

    /// The point of the playback's timeline at which the wall clock is `date` (seconds since 1970). A date that was left out gives the point
    /// where what follows it begins; one that comes twice the earlier point. `nil` without dates.
    public func time(of date: Double) -> Double? {
        guard let first = anchors.first else { return nil }
        guard date >= first.date else { return first.time + date - first.date }
        for (anchor, next) in zip(anchors, anchors.dropFirst()) {
            let time = anchor.time + date - anchor.date
            if date >= anchor.date, time < next.time { return time }
            if date >= anchor.date, date < next.date { return next.time }
        }
        guard let last = anchors.last else { return nil }
        return last.time + max(0, date - last.date)
    }

    private func partition(by isBefore: (Anchor) -> Bool) -> Int {
        var low = 0
        var high = anchors.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(anchors[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
