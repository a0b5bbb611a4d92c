import PlayheadCore

/// Maps a playback's timeline to time codes: by the stream's timed metadata, or else by its dates, with interpolation by media time.
///
/// If a stream has both, the dates determine the wall-clock time between a tag and nearby points, also across discontinuities.
package struct TimecodeMap: Sendable, Hashable {
    /// A time code in the stream's metadata.
    package struct Tag: Sendable, Hashable {
        /// The time on the playback's timeline, in seconds.
        package var time: Double
        /// The time code in milliseconds since 1970 UTC.
        package var timecode: Int64

        /// Creates a tag.
        package init(time: Double, timecode: Int64) {
            self.time = time
            self.timecode = timecode
        }
    }

    fileprivate static let thousand = 1000.0
    /// The maximum number of tags, which bounds the memory for long live streams.
    private static let maximumTags = 4096

    private var tags: [Tag] = []
    private var map = DateMap()

    /// The stream's dates, which are used without tags.
    package var dates: DateMap { didSet { if dates != oldValue { rebuild() } } }

    /// Creates the map of a stream without tags.
    package init(dates: DateMap = DateMap()) {
        self.dates = dates
        map = dates
    }

    /// Whether the map is empty.
    package var isEmpty: Bool { map.anchors.isEmpty }

    /// Adds a tag. Tags may be added in any order, and again after seeks.
    package mutating func add(_ tag: Tag) {
        guard tag.time.isFinite else { return }
        if let last = tags.last, tag.time > last.time, tags.count < Self.maximumTags {
            tags.append(tag)
            // In the usual case no earlier anchor changes.
            var anchors = map.anchors
            while let anchor = anchors.last, anchor.time >= tag.time { anchors.removeLast() }
            map = DateMap(anchors + Self.anchors(of: [tag], among: dates.anchors.lazy.filter { $0.time > tag.time }, in: dates))
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
    package func timecode(at time: Double) -> Int64? {
        guard let date = map.date(at: time) else { return nil }
        return Int64(exactly: (date * Self.thousand).rounded())
    }

    /// Returns the time on the playback's timeline of a time code (milliseconds since 1970 UTC); `nil` if it is unknown.
    package func time(of timecode: Int64) -> Double? { map.time(of: Double(timecode) / Self.thousand) }

    private mutating func rebuild() {
        map = tags.isEmpty ? dates : DateMap(Self.anchors(of: tags, among: dates.anchors, in: dates))
    }

    /// Returns the anchors of tags, and dates, each shifted by the offset between the tag before it and the dates; the first tag also applies to
    /// the time before it.
    /// - Parameters:
    ///   - tags: The tags in the order of time.
    ///   - anchors: The anchors of the dates that are used, in the order of time. Each is visited once.
    ///   - dates: The dates.
    /// - Returns: The anchors in the order of time.
    static func anchors(of tags: [Tag], among anchors: some Sequence<DateMap.Anchor>, in dates: DateMap) -> [DateMap.Anchor] {
        func offset(of tag: Tag) -> Double { tag.date - (dates.date(at: tag.time) ?? 0) }
        var result: [DateMap.Anchor] = []
        var (next, lastTime, shift) = (0, -Double.infinity, tags.first.map(offset(of:)) ?? 0)
        func addTag() {
            result.append(DateMap.Anchor(time: tags[next].time, date: tags[next].date))
            (lastTime, shift) = (tags[next].time, offset(of: tags[next]))
            next += 1
        }
        for anchor in anchors {
            while next < tags.count, tags[next].time <= anchor.time { addTag() }
            if anchor.time > lastTime { result.append(DateMap.Anchor(time: anchor.time, date: anchor.date + shift)) }
        }
        while next < tags.count { addTag() }
        return result
    }
}

extension TimecodeMap.Tag {
    /// The time code in seconds since 1970.
    fileprivate var date: Double { Double(timecode) / TimecodeMap.thousand }
}
