import PlayheadCore

/// Maps a playback's timeline to time codes: by the stream's timed metadata, or else by its dates, with interpolation by media time.
///
/// If a stream has both, the dates determine the wall-clock time between a tag and nearby points, also across discontinuities.
public struct TimecodeMap: Sendable, Hashable {
    /// A time code in the stream's metadata.
    public struct Tag: Sendable, Hashable {
        /// The time on the playback's timeline, in seconds.
        public var time: Double
        /// The time code in milliseconds since 1970 UTC.
        public var timecode: Int64

        /// Creates a tag.
        public init(time: Double, timecode: Int64) {
            self.time = time
            self.timecode = timecode
        }
    }

    private static let thousand = 1000.0
    /// The maximum number of tags, which bounds the memory for long live streams.
    private static let maximumTags = 4096

    private var tags: [Tag] = []
    private var map = DateMap()

    /// The stream's dates, which are used without tags.
    public var dates: DateMap { didSet { if dates != oldValue { rebuild() } } }

    /// Creates the map of a stream without tags.
    public init(dates: DateMap = DateMap()) {
        self.dates = dates
        map = dates
    }

    /// Whether the map is empty.
    public var isEmpty: Bool { map.anchors.isEmpty }

    /// Adds a tag. Tags may be added in any order, and again after seeks.
    public mutating func add(_ tag: Tag) {
        guard tag.time.isFinite else { return }
        if let last = tags.last, tag.time > last.time, tags.count < Self.maximumTags {
            tags.append(tag)
            // In the usual case no earlier anchor changes.
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
        // Half of the tags are removed at once, so that the following additions are cheap.
        if tags.count > Self.maximumTags { tags.removeFirst(Self.maximumTags / 2) }
        rebuild()
    }

    /// Returns the time code in milliseconds since 1970 UTC, at `time` on the playback's timeline; `nil` if it is unknown.
    public func timecode(at time: Double) -> Int64? {
        guard let date = map.date(at: time) else { return nil }
        return Int64(exactly: (date * Self.thousand).rounded())
    }

    /// Returns the time on the playback's timeline of a time code (milliseconds since 1970 UTC); `nil` if it is unknown.
    public func time(of timecode: Int64) -> Double? { map.time(of: Double(timecode) / Self.thousand) }

    private mutating func rebuild() {
        guard let first = tags.first else {
            map = dates
            return
        }
        // The first tag also applies to the time before it.
        var anchors = moved(by: first) { $0 < first.time }
        for (tag, next) in zip(tags, tags.dropFirst().map(\.time) + [.infinity]) { anchors += self.anchors(of: tag, until: next) }
        map = DateMap(anchors)
    }

    /// Returns the anchors of a tag and of the dates between it and the next tag.
    private func anchors(of tag: Tag, until end: Double) -> [DateMap.Anchor] {
        [DateMap.Anchor(time: tag.time, date: Double(tag.timecode) / Self.thousand)] + moved(by: tag) { $0 > tag.time && $0 < end }
    }

    /// Returns dates, shifted by the offset between a tag and the dates.
    private func moved(by tag: Tag, where isMeant: (Double) -> Bool) -> [DateMap.Anchor] {
        let kept = dates.anchors.filter { isMeant($0.time) }
        guard !kept.isEmpty else { return [] }
        let offset = Double(tag.timecode) / Self.thousand - (dates.date(at: tag.time) ?? 0)
        return kept.map { DateMap.Anchor(time: $0.time, date: $0.date + offset) }
    }
}
