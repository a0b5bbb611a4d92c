import PlayheadCore

/// Which time code belongs to which point of a playback's timeline: from timed metadata where the stream has it, else from its dates, and between
/// them by the media's own time.
///
/// Where it has both, the dates say how much wall-clock time lies between a tag and a point near it, which holds across discontinuities, too.
public struct TimecodeMap: Sendable, Hashable {
    /// A time code that the stream itself tells.
    public struct Tag: Sendable, Hashable {
        /// Seconds on the playback's timeline.
        public var time: Double
        /// Milliseconds since 1970 UTC.
        public var timecode: Int64

        /// Makes a tag.
        public init(time: Double, timecode: Int64) {
            self.time = time
            self.timecode = timecode
        }
    }

    private static let thousand = 1000.0
    /// More tags than this are not kept; a live stream goes on for ever.
    private static let maximumTags = 4096

    private var tags: [Tag] = []
    private var map = DateMap()

    /// The stream's dates, by which it goes where there is no tag.
    public var dates: DateMap { didSet { if dates != oldValue { rebuild() } } }

    /// Makes the map of a stream without tags.
    public init(dates: DateMap = DateMap()) {
        self.dates = dates
        map = dates
    }

    /// Whether nothing is known.
    public var isEmpty: Bool { map.anchors.isEmpty }

    /// A tag was read; in whatever order, and again after seeks.
    public mutating func add(_ tag: Tag) {
        guard tag.time.isFinite else { return }
        if let last = tags.last, tag.time > last.time, tags.count < Self.maximumTags {
            tags.append(tag)
            // The usual case: nothing before it changes.
            var anchors = map.anchors
            while let anchor = anchors.last, anchor.time >= tag.time { anchors.removeLast() }
            map = DateMap(anchors + self.anchors(of: tag, until: .infinity))
            return
        }
        let index = tags.firstIndex { $0.time >= tag.time } ?? tags.count
        if index < tags.count, tags[index].time == tag.time {
            guard tags[index] != tag else { return }
            tags[index] = tag
        } else {
            tags.insert(tag, at: index)
        }
        // Half of them at once, so that the next ones are cheap again.
        if tags.count > Self.maximumTags { tags.removeFirst(Self.maximumTags / 2) }
        rebuild()
    }

    /// The time code, in milliseconds since 1970 UTC, at `time` on the playback's timeline; `nil` where nothing is known.
    public func timecode(at time: Double) -> Int64? {
        guard let date = map.date(at: time) else { return nil }
        return Int64(exactly: (date * Self.thousand).rounded())
    }

    /// The point of the playback's timeline of a time code (ms since 1970 UTC); `nil` where nothing is known.
    public func time(of timecode: Int64) -> Double? { map.time(of: Double(timecode) / Self.thousand) }

    private mutating func rebuild() {
        guard let first = tags.first else {
            map = dates
            return
        }
        // Before the first tag it goes by the first one, too.
        var anchors = moved(by: first) { $0 < first.time }
        for (tag, next) in zip(tags, tags.dropFirst().map(\.time) + [.infinity]) { anchors += self.anchors(of: tag, until: next) }
        map = DateMap(anchors)
    }

    /// A tag and the dates that follow it before the next one.
    private func anchors(of tag: Tag, until end: Double) -> [DateMap.Anchor] {
        [DateMap.Anchor(time: tag.time, date: Double(tag.timecode) / Self.thousand)] + moved(by: tag) { $0 > tag.time && $0 < end }
    }

    /// Dates, each moved by how far the tag that it belongs to is from them.
    private func moved(by tag: Tag, where isMeant: (Double) -> Bool) -> [DateMap.Anchor] {
        let kept = dates.anchors.filter { isMeant($0.time) }
        guard !kept.isEmpty else { return [] }
        let offset = Double(tag.timecode) / Self.thousand - (dates.date(at: tag.time) ?? 0)
        return kept.map { DateMap.Anchor(time: $0.time, date: $0.date + offset) }
    }
}
