import PlayheadCore

/// Cues by time: which of them are shown when. Cues come from files and segments in any order; those that come again are taken once.
///
/// A cue is shown from its start, inclusive, to its end, exclusive. Cues that are never shown, because they end where they start or before, are not kept.
/// Finding takes logarithmic time, and so does inserting a cue behind those that are there. Many cues at once are inserted in linear time.
public struct CueTimeline: Sendable {
    /// What is shown at a time, and from when to when it stays so.
    public struct Change: Sendable, Hashable {
        /// What is shown, in WebVTT's order; perhaps nothing.
        public var cues: [CaptionCue]
        /// Since when, in seconds; minus infinity where nothing was before.
        public var start: Double
        /// Until when, in seconds; infinity where nothing comes after it.
        public var end: Double

        /// Makes a change.
        public init(cues: [CaptionCue], start: Double, end: Double) {
            self.cues = cues
            self.start = start
            self.end = end
        }
    }

    /// All cues in WebVTT's order: earlier starts first, of those later ends first, of those the ones that were inserted first.
    public private(set) var cues: [CaptionCue] = []
    private var starts: [Double] = []
    private var ends: [Double] = []
    private var latestEnds = MaximumTree()
    private var known: Set<CueFingerprint> = []

    /// Makes an empty timeline.
    public init() {}

    /// Whether no cue is there.
    public var isEmpty: Bool { cues.isEmpty }

    /// Inserts a cue.
    /// - Returns: False where it is there already, or is never shown.
    @discardableResult public mutating func insert(_ cue: CaptionCue) -> Bool {
        guard takeNote(of: cue) else { return false }
        place(cue)
        return true
    }

    /// Inserts cues.
    /// - Returns: How many of them are new.
    @discardableResult public mutating func insert(contentsOf new: some Sequence<CaptionCue>) -> Int {
        let new = new.filter { takeNote(of: $0) }.sorted { $0.comes(before: $1) }
        guard let first = new.first else { return 0 }
        if new.count < 8 || cues.last.map({ !first.comes(before: $0) }) ?? false {
            for cue in new { place(cue) }
        } else {
            replaceAll(Self.merge(cues, new))
        }
        return new.count
    }

    /// Notes a cue that is shown some time.
    /// - Returns: False where it is there already, or is never shown.
    private mutating func takeNote(of cue: CaptionCue) -> Bool {
        // Also false where a time is not a number.
        guard cue.startTime < cue.endTime else { return false }
        let fingerprint = CueFingerprint(cue)
        guard fingerprint.neighbours.allSatisfy({ !known.contains($0) }) else { return false }
        known.insert(fingerprint)
        return true
    }

    private mutating func place(_ cue: CaptionCue) {
        let place = firstIndex { cue.comes(before: $0) }
        cues.insert(cue, at: place)
        starts.insert(cue.startTime, at: place)
        ends.insert(cue.endTime, at: ends.firstIndex(above: cue.endTime))
        latestEnds.insert(cue.endTime, at: place)
    }

    /// Two sorted lists as one; of cues that stand alike those of the first come first.
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

    /// The cues that are shown at a time, in WebVTT's order.
    public func active(at time: Double) -> [CaptionCue] {
        var active: [CaptionCue] = []
        latestEnds.forEach(above: time, before: starts.firstIndex(above: time)) { active.append(cues[$0]) }
        return active
    }

    /// When something else will be shown than at a time: the first start or end after it; `nil` where nothing comes any more.
    public func nextChange(after time: Double) -> Double? {
        let start = starts.firstIndex(above: time)
        let end = ends.firstIndex(above: time)
        let next = min(start < starts.count ? starts[start] : .infinity, end < ends.count ? ends[end] : .infinity)
        return next.isFinite ? next : nil
    }

    /// What is shown at a time, and from when to when it stays so.
    public func change(at time: Double) -> Change {
        let start = starts.firstIndex(above: time)
        let end = ends.firstIndex(above: time)
        let since = max(start > 0 ? starts[start - 1] : -.infinity, end > 0 ? ends[end - 1] : -.infinity)
        return Change(cues: active(at: time), start: since, end: nextChange(after: time) ?? .infinity)
    }

    /// Takes away the cues that end at a time or before it, as where a live stream has moved on.
    public mutating func removeCues(endingBy time: Double) {
        guard let first = ends.first, first <= time else { return }
        for cue in cues where cue.endTime <= time { known.remove(CueFingerprint(cue)) }
        replaceAll(cues.filter { $0.endTime > time })
    }

    /// Ends the cues that have no end, as captions in a live stream's video have none until the next come. Those that start at the time or after it go.
    public mutating func endUnboundedCues(at time: Double) {
        guard let last = ends.last, last == .infinity else { return }
        var unbounded = cues.filter { $0.endTime == .infinity }
        for index in unbounded.indices {
            known.remove(CueFingerprint(unbounded[index]))
            unbounded[index].endTime = time
        }
        replaceAll(cues.filter { $0.endTime < .infinity })
        insert(contentsOf: unbounded)
    }

    /// Keeps only these cues, which are in order.
    private mutating func replaceAll(_ kept: [CaptionCue]) {
        cues = kept
        starts = kept.map(\.startTime)
        ends = kept.map(\.endTime).sorted()
        latestEnds = MaximumTree(kept.map(\.endTime))
    }

    /// Takes all cues away, as where another track is chosen.
    public mutating func removeAll() { self = CueTimeline() }

    /// The first place whose cue fits a condition that holds for all after it too.
    private func firstIndex(where condition: (CaptionCue) -> Bool) -> Int {
        var (low, high) = (0, cues.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(cues[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension CaptionCue {
    /// Whether a cue comes before another in WebVTT's order ("text track cue order"), where it was inserted after it.
    fileprivate func comes(before other: CaptionCue) -> Bool {
        startTime != other.startTime ? startTime < other.startTime : endTime > other.endTime
    }
}

extension [Double] {
    /// In sorted numbers, the place of the first above a limit.
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
