/// Which date belongs to which time on a playlist's timeline, as its program date times say (RFC 8216bis §4.4.4.6): from each anchor on, the date runs with
/// the time.
public struct WallClock: Sendable, Hashable {
    /// A point at which both are known.
    public struct Anchor: Sendable, Hashable {
        /// Seconds on the playlist's timeline.
        public var time: Double
        /// Seconds since 1970.
        public var date: Double

        /// Makes an anchor.
        public init(time: Double, date: Double) {
            self.time = time
            self.date = date
        }
    }

    /// Dates that agree with the anchor before within this many seconds say nothing new.
    public static let tolerance = 0.01

    /// The anchors in the order of time.
    public private(set) var anchors: [Anchor] = []

    /// Makes a wall clock without dates.
    public init() {}

    /// Makes the wall clock of segments' written dates.
    public init(_ segments: SegmentList) {
        for segment in segments { add(segment) }
    }

    /// Adds what a segment behind the anchors says; one without a written date says nothing.
    mutating func add(_ segment: MediaSegment) {
        guard segment.programDateTimeText != nil, let date = segment.programDateTime else { return }
        if let last = anchors.last, abs(last.date + segment.startTime - last.time - date) <= Self.tolerance { return }
        anchors.append(Anchor(time: segment.startTime, date: date))
    }

    /// Moves the anchors from a time on.
    mutating func move(from time: Double, by offset: Double) {
        for index in anchors.indices where anchors[index].time >= time { anchors[index].time += offset }
    }

    /// Forgets the anchors that count only before a time.
    mutating func drop(before time: Double) {
        let passed = anchors.dropFirst().prefix { $0.time <= time }.count
        if passed > 0 { anchors.removeFirst(passed) }
    }

    /// The date at a time, in seconds since 1970; before the first anchor counted back from it. Nil without dates.
    public func date(at time: Double) -> Double? {
        guard let first = anchors.first else { return nil }
        let anchor = anchors.last { $0.time <= time } ?? first
        return anchor.date + time - anchor.time
    }

    /// The latest time at which a date is reached, in seconds on the playlist's timeline; nil where no anchor leads to it.
    /// - Parameter date: Seconds since 1970.
    public func time(of date: Double) -> Double? {
        for (place, anchor) in anchors.enumerated().reversed() {
            let time = anchor.time + date - anchor.date
            if time >= anchor.time || place == 0, place == anchors.count - 1 || time <= anchors[place + 1].time { return time }
        }
        return nil
    }
}
