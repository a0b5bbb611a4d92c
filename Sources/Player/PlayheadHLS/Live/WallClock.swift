/// The dates of a playlist's timeline from its program date times (RFC 8216bis §4.4.4.6): from each anchor on, the date advances with the
/// time.
package struct WallClock: Sendable, Hashable {
    /// A time with a known date.
    package struct Anchor: Sendable, Hashable {
        /// The time in seconds on the playlist's timeline.
        package var time: Double
        /// The date in seconds since 1970.
        package var date: Double

        /// Makes an anchor.
        package init(time: Double, date: Double) {
            self.time = time
            self.date = date
        }
    }

    /// The tolerance in seconds within which a date agrees with the previous anchor.
    package static let tolerance = 0.01

    /// The anchors in the order of time.
    package private(set) var anchors: [Anchor] = []

    /// Makes a wall clock without dates.
    package init() {}

    /// Makes the wall clock of the dates written in segments.
    package init(_ segments: SegmentList) {
        for segment in segments { add(segment) }
    }

    /// Adds the date of a segment after the anchors; a segment without a written date is ignored.
    mutating func add(_ segment: MediaSegment) {
        guard segment.programDateTimeText != nil, let date = segment.programDateTime else { return }
        if let last = anchors.last, abs(last.date + segment.startTime - last.time - date) <= Self.tolerance { return }
        anchors.append(Anchor(time: segment.startTime, date: date))
    }

    /// Moves the anchors at or after a time.
    mutating func move(from time: Double, by offset: Double) {
        for index in anchors.indices where anchors[index].time >= time { anchors[index].time += offset }
    }

    /// Removes the anchors that apply only before a time.
    mutating func drop(before time: Double) {
        let passed = anchors.dropFirst().prefix { $0.time <= time }.count
        if passed > 0 { anchors.removeFirst(passed) }
    }

    /// Returns the date at a time, in seconds since 1970; extrapolated before the first anchor. Nil without dates.
    package func date(at time: Double) -> Double? {
        guard let first = anchors.first else { return nil }
        let anchor = anchors.last { $0.time <= time } ?? first
        return anchor.date + time - anchor.time
    }

    /// Returns the latest time at which a date is reached.
    /// - Parameter date: The date in seconds since 1970.
    /// - Returns: The time in seconds on the playlist's timeline; nil if no anchor leads to it.
    package func time(of date: Double) -> Double? {
        for (place, anchor) in anchors.enumerated().reversed() {
            let time = anchor.time + date - anchor.date
            if time >= anchor.time || place == 0, place == anchors.count - 1 || time <= anchors[place + 1].time { return time }
        }
        return nil
    }
}
