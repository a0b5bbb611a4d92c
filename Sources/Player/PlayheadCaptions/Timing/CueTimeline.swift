import PlayheadCore
@_exported import PlayheadNumbers

/// Cues by time, with a look-up of the visible ones. Cues are inserted from files and segments in any order; repeated ones are inserted
/// once.
///
/// A cue is visible from its start, inclusive, to its end, exclusive. Cues that are never visible, because they end at or before their
/// start, are not kept. A look-up takes logarithmic time, and so does inserting a cue after the existing ones. Many cues at once are
/// inserted in linear time.
package struct CueTimeline: Sendable {
    /// The visible cues at a time, and the interval in which they do not change.
    package struct Change: Sendable, Hashable {
        /// The visible cues, in WebVTT's order; may be empty.
        package var cues: [CaptionCue]
        /// The start of the interval, in seconds; minus infinity before the first cue.
        package var start: Double
        /// The end of the interval, in seconds; infinity after the last cue.
        package var end: Double

        /// Makes a change.
        package init(cues: [CaptionCue], start: Double, end: Double) {
            self.cues = cues
            self.start = start
            self.end = end
        }
    }

    /// All cues in WebVTT's order: by start, then by descending end, then by insertion.
    package private(set) var cues: [CaptionCue] = []
    private var starts: [Double] = []
    private var ends: [Double] = []
    private var latestEnds = MaximumTree()
    private var known: Set<CueFingerprint> = []
    /// The style sheets of the cues, by their hash.
    private var styleSheets: [Int: SharedStyleSheets] = [:]
    private var latestStyleSheets: (given: [String], hash: Int) = ([], 0)
    /// The size of the texts and style sheets, in bytes.
    private var size = 0

    /// Makes an empty timeline.
    package init() {}

    /// Whether there are no cues.
    package var isEmpty: Bool { cues.isEmpty }

    /// Inserts a cue.
    /// - Returns: False if the cue exists already, is never visible, or there are too many.
    @discardableResult package mutating func insert(_ cue: CaptionCue) -> Bool {
        guard let cue = recorded(cue) else { return false }
        place(cue)
        return true
    }

    /// Inserts cues.
    /// - Returns: The number of new cues.
    @discardableResult package mutating func insert(contentsOf new: some Sequence<CaptionCue>) -> Int {
        let new = new.compactMap { recorded($0) }.sorted { $0.comes(before: $1) }
        guard let first = new.first else { return 0 }
        if new.count < 8 || cues.last.map({ !first.comes(before: $0) }) ?? false {
            for cue in new { place(cue) }
        } else {
            replaceAll(Self.merge(cues, new))
        }
        return new.count
    }

    /// Inserts cues of a segment whose format splits the cues that last longer: pieces that adjoin, also those of segments that were
    /// inserted before, become one cue.
    /// - Returns: The number of cues that are new or last longer.
    @discardableResult package mutating func insert(pieces: some Sequence<CaptionCue>) -> Int {
        var replaced: Set<CueFingerprint> = []
        let longer = pieces.compactMap { piece -> CaptionCue? in
            guard piece.startTime < piece.endTime else { return nil }
            var cue = piece
            for other in active(at: piece.startTime - Self.rounding) + active(at: piece.endTime + Self.rounding) {
                guard CueContent(other) == CueContent(piece) else { continue }
                if other.startTime <= piece.startTime, other.endTime >= piece.endTime { return nil }
                replaced.insert(CueFingerprint(other))
                (cue.startTime, cue.endTime) = (min(cue.startTime, other.startTime), max(cue.endTime, other.endTime))
            }
            return cue
        }
        if !replaced.isEmpty {
            for cue in cues where replaced.contains(CueFingerprint(cue)) { forget(cue) }
            replaceAll(cues.filter { known.contains(CueFingerprint($0)) })
        }
        return insert(contentsOf: Self.joined(longer))
    }

    /// Joins cues that adjoin.
    private static func joined(_ cues: [CaptionCue]) -> [CaptionCue] {
        var joined: [CaptionCue] = []
        // The last cue of each content.
        var latest: [CueContent: Int] = [:]
        for cue in cues.sorted(by: { $0.comes(before: $1) }) {
            let content = CueContent(cue)
            if let index = latest[content], cue.startTime <= joined[index].endTime + rounding {
                joined[index].endTime = max(joined[index].endTime, cue.endTime)
            } else {
                latest[content] = joined.count
                joined.append(cue)
            }
        }
        return joined
    }

    /// The distance in seconds at which pieces of a cue adjoin.
    private static let rounding = 0.002

    /// Records a cue if it is visible at some time.
    /// - Returns: The cue, without style sheets that are too large; `nil` if it exists already, is never visible, or there are too many.
    private mutating func recorded(_ cue: CaptionCue) -> CaptionCue? {
        // Also false if a time is NaN.
        guard cue.startTime < cue.endTime, known.count < CaptionLimits.cues, cue.size <= CaptionLimits.bytes - size else { return nil }
        let fingerprint = CueFingerprint(cue)
        guard fingerprint.neighbours.allSatisfy({ !known.contains($0) }) else { return nil }
        known.insert(fingerprint)
        size += cue.size
        var cue = cue
        cue.styleSheets = recorded(styleSheets: cue.styleSheets, until: cue.endTime)
        return cue
    }

    /// Records the style sheets of a cue.
    /// - Parameters:
    ///   - new: The style sheets; those of the cues of one file are the same.
    ///   - end: The end of the cue, in seconds.
    /// - Returns: The style sheets, shared with other cues; empty if they are too large.
    private mutating func recorded(styleSheets new: [String], until end: Double) -> [String] {
        guard !new.isEmpty else { return [] }
        let hash = new == latestStyleSheets.given ? latestStyleSheets.hash : new.hashValue
        latestStyleSheets = (new, hash)
        if let shared = styleSheets[hash] {
            styleSheets[hash]?.end = max(shared.end, end)
            return shared.styleSheets
        }
        let length = new.reduce(0) { $0 + $1.utf8.count }
        guard length <= CaptionLimits.bytes - size else { return [] }
        size += length
        styleSheets[hash] = SharedStyleSheets(styleSheets: new, size: length, end: end)
        return new
    }

    /// Drops the record of a cue.
    private mutating func forget(_ cue: CaptionCue) {
        known.remove(CueFingerprint(cue))
        size -= cue.size
    }

    private mutating func place(_ cue: CaptionCue) {
        let place = firstIndex { cue.comes(before: $0) }
        cues.insert(cue, at: place)
        starts.insert(cue.startTime, at: place)
        ends.insert(cue.endTime, at: ends.firstIndex(above: cue.endTime))
        latestEnds.insert(cue.endTime, at: place)
    }

    /// Merges two sorted lists; of equal cues those of the first list precede.
    private static func merge(_ one: [CaptionCue], _ other: [CaptionCue]) -> [CaptionCue] {
        var merged: [CaptionCue] = []
        merged.reserveCapacity(one.count + other.count)
        var (index, otherIndex) = (0, 0)
        while index < one.count || otherIndex < other.count {
            if index == one.count || (otherIndex < other.count && other[otherIndex].comes(before: one[index])) {
                merged.append(other[otherIndex])
                otherIndex += 1
            } else {
                merged.append(one[index])
                index += 1
            }
        }
        return merged
    }

    /// The maximum number of visible cues, and the length of their text in bytes after which no other is visible. More is unreadable, and
    /// every event of a change contains all of them.
    package static let (maximumActive, maximumActiveText) = (64, 65_536)

    /// Returns the visible cues at a time, in WebVTT's order, limited to the first ones.
    package func active(at time: Double) -> [CaptionCue] {
        var active: [CaptionCue] = []
        var length = 0
        latestEnds.forEach(above: time, before: starts.firstIndex(above: time)) { index in
            active.append(cues[index])
            length = length.saturatingAdding(cues[index].markup.utf8.count)
            return active.count < Self.maximumActive && length < Self.maximumActiveText
        }
        return active
    }

    /// Returns the time of the next change after a time: the first start or end; `nil` if there is none.
    package func nextChange(after time: Double) -> Double? {
        let start = starts.firstIndex(above: time)
        let end = ends.firstIndex(above: time)
        let next = min(start < starts.count ? starts[start] : .infinity, end < ends.count ? ends[end] : .infinity)
        return next.isFinite ? next : nil
    }

    /// Returns the visible cues at a time, and the interval in which they do not change.
    package func change(at time: Double) -> Change {
        let start = starts.firstIndex(above: time)
        let end = ends.firstIndex(above: time)
        let since = max(start > 0 ? starts[start - 1] : -.infinity, end > 0 ? ends[end - 1] : -.infinity)
        return Change(cues: active(at: time), start: since, end: nextChange(after: time) ?? .infinity)
    }

    /// Removes the cues that end at or before a time, for example when a live window has moved.
    package mutating func removeCues(endingBy time: Double) {
        guard let first = ends.first, first <= time else { return }
        for cue in cues where cue.endTime <= time { forget(cue) }
        for (hash, shared) in styleSheets where shared.end <= time {
            styleSheets[hash] = nil
            size -= shared.size
        }
        replaceAll(cues.filter { $0.endTime > time })
    }

    /// Ends the cues without an end, such as captions in the video of a live stream, which last until the next ones. Those that start at or
    /// after the time are removed.
    package mutating func endUnboundedCues(at time: Double) {
        guard let last = ends.last, last == .infinity else { return }
        var unbounded = cues.filter { $0.endTime == .infinity }
        for index in unbounded.indices {
            forget(unbounded[index])
            unbounded[index].endTime = time
        }
        replaceAll(cues.filter { $0.endTime < .infinity })
        insert(contentsOf: unbounded)
    }

    /// Replaces all cues with `kept`, which is sorted.
    private mutating func replaceAll(_ kept: [CaptionCue]) {
        cues = kept
        starts = kept.map(\.startTime)
        ends = kept.map(\.endTime).sorted()
        latestEnds = MaximumTree(kept.map(\.endTime))
    }

    /// Removes all cues, for example when another track is selected.
    package mutating func removeAll() { self = CueTimeline() }

    /// Returns the first index whose cue satisfies a condition that holds for all later ones too.
    private func firstIndex(where condition: (CaptionCue) -> Bool) -> Int {
        var (low, high) = (0, cues.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(cues[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Style sheets of several cues.
private struct SharedStyleSheets {
    var styleSheets: [String]
    /// The size, in bytes.
    var size: Int
    /// The end of the last cue, in seconds.
    var end: Double
}

/// The text and the layout of a cue.
private struct CueContent: Hashable {
    private var markup: String
    private var layout: CaptionLayout

    init(_ cue: CaptionCue) { (markup, layout) = (cue.markup, cue.layout) }
}

extension CaptionCue {
    /// The size of the texts, in bytes.
    fileprivate var size: Int { text.utf8.count + markup.utf8.count + id.utf8.count + (layout.region?.id.utf8.count ?? 0) }

    /// Whether a cue precedes another in WebVTT's order ("text track cue order") if it was inserted after it.
    fileprivate func comes(before other: CaptionCue) -> Bool {
        startTime != other.startTime ? startTime < other.startTime : endTime > other.endTime
    }
}

extension [Double] {
    /// Returns the index of the first element above a limit in sorted numbers.
    fileprivate func firstIndex(above limit: Double) -> Int { partition { $0 > limit } }

    private func partition(_ isBehind: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
