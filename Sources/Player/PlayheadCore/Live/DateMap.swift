/// The piecewise linear mapping between wall-clock time and the timeline of a playback, from EXT-X-PROGRAM-DATE-TIME, in both directions.
package struct DateMap: Sendable, Hashable, Codable {
    /// A point of the mapping: from `time` to the next anchor the wall clock is `date` plus the time since `time`.
    package struct Anchor: Sendable, Hashable, Codable {
        /// Seconds on the playback's timeline.
        package var time: Double
        /// Seconds since 1970.
        package var date: Double

        /// Makes an anchor.
        package init(time: Double, date: Double) {
            self.time = time
            self.date = date
        }
    }

    /// The anchors in the order of time; empty if the stream has no dates.
    package let anchors: [Anchor]
    /// For each anchor, the date before which dates belong to it or to an earlier one.
    private let ends: [Double]

    private enum CodingKeys: CodingKey {
        case anchors
    }

    /// Makes a map from anchors in the order of time.
    package init(_ anchors: [Anchor] = []) {
        self.anchors = anchors
        var end = -Double.infinity
        ends = zip(anchors, anchors.dropFirst()).map { anchor, next in
            end = max(end, next.date, anchor.date + next.time - anchor.time)
            return end
        }
    }

    /// Decodes the anchors.
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: CodingKeys.self).decode([Anchor].self, forKey: .anchors))
    }

    /// Returns the wall clock, in seconds since 1970, at `time` on the playback's timeline; extrapolated backwards before the first anchor.
    /// `nil` without dates.
    package func date(at time: Double) -> Double? {
        guard let first = anchors.first else { return nil }
        let anchor = anchors[..<anchors.partition { $0.time <= time }].last ?? first
        return anchor.date + time - anchor.time
    }

    /// Returns the point of the playback's timeline at which the wall clock is `date` (seconds since 1970). A date that is skipped gives
    /// the point after the gap; a date that occurs twice gives the earlier point. `nil` without dates.
    package func time(of date: Double) -> Double? {
        guard let first = anchors.first else { return nil }
        guard date >= first.date else { return first.time + date - first.date }
        let index = ends.partition { $0 <= date }
        guard index < ends.count else { return anchors.last.map { $0.time + max(0, date - $0.date) } }
        return min(anchors[index].time + date - anchors[index].date, anchors[index + 1].time)
    }
}

extension Array {
    /// Returns the number of first elements with a property, by binary search.
    fileprivate func partition(by isBefore: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
