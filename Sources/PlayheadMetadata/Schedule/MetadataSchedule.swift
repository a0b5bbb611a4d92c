import PlayheadCore

/// The metadata of a playback in order of time, and which of it the playhead enters.
///
/// What it is told (``insert(_:)``, ``advance(from:to:)``, ``seek(to:)``) and what comes out depend on nothing else. All times are seconds on the
/// playback's timeline.
public struct MetadataSchedule: Sendable {
    /// What came of new metadata.
    public struct News: Sendable, Hashable {
        /// What was not known before, or says something else now; to be told as ``TimedMetadata/Phase/parsed``.
        public var parsed: [TimedMetadata] = []
        /// What the playhead is in already, though it comes only now; to be told as ``TimedMetadata/Phase/entered``, after `parsed`.
        public var entered: [TimedMetadata] = []
    }

    private struct Entry {
        var metadata: TimedMetadata
        var key: MetadataKey
        /// Tells what it says apart from what it said before.
        var content: Int
        /// In which pass the playhead entered it last.
        var enteredIn: Int?
    }

    private struct Place {
        var start: Double
        /// Ascends in the order of coming, which decides between such of the same start.
        var id: Int
    }

    /// Times that differ by less are the same moment.
    static let moment = 0.001

    /// How long after its time something that comes late is still told, in seconds.
    public var lateTolerance: Double
    /// Where everything is, in order.
    private var places: [Place] = []
    private var entries: [Int: Entry] = [:]
    private var ids: [MetadataKey: Int] = [:]
    private var nextID = 0
    /// Counts seeks: after each, everything can be entered anew.
    private var pass = 0
    /// Where the last seek led; nothing before it is entered in this pass.
    private var passStart: Double?
    private var playhead: Double?
    /// Nothing that ends before is kept any more.
    private var floor = -Double.infinity

    /// Makes an empty schedule.
    /// - Parameter lateTolerance: How long after its time something that comes late is still told, in seconds.
    public init(lateTolerance: Double = 0.5) { self.lateTolerance = lateTolerance }

    /// How many pieces of metadata are in it.
    public var count: Int { entries.count }
    /// All of them, in order of their start.
    public var all: [TimedMetadata] { places.compactMap { entries[$0.id]?.metadata } }

    /// Takes metadata, in any order and any number of times. What has the same kind and name replaces what was there; what has no name and the same
    /// kind, time (within 1 ms) and content is the same. What ends before the last ``trim(before:)`` is not taken.
    public mutating func insert(_ items: [TimedMetadata]) -> News {
        var news = News()
        var added: [Place] = []
        for item in items where item.start.isFinite && item.isInRange(from: floor) {
            let content = MetadataKey.content(of: item)
            let known = id(of: item, content: content)
            let isNews = known.map { replace($0, with: item, content: content, added: &added) } ?? true
            if known == nil { add(Entry(metadata: item, key: MetadataKey(item, content: content), content: content), added: &added) }
            guard isNews else { continue }
            news.parsed.append(item)
            if let id = ids[MetadataKey(item, content: content)], isLate(id) {
                entries[id]?.enteredIn = pass
                news.entered.append(item)
            }
        }
        place(added)
        news.entered.sort { $0.start < $1.start }
        return news
    }

    /// Takes one piece of metadata; see ``insert(_:)-([TimedMetadata])``.
    public mutating func insert(_ item: TimedMetadata) -> News { insert([item]) }

    /// What the playhead enters by playing from `start` to `end`, each once, in order. Both ends count, and what was entered stays entered until a seek.
    public mutating func advance(from start: Double, to end: Double) -> [TimedMetadata] {
        if passStart == nil { passStart = start }
        playhead = end
        // Nothing before the target of a seek, even if the clock stands a little before it.
        let first = max(start, (passStart ?? start) - Self.moment)
        guard end >= first else { return [] }
        var index = places.partitionPoint { $0.start < first }
        var entered: [TimedMetadata] = []
        while index < places.count, places[index].start <= end {
            if let metadata = enter(places[index].id) { entered.append(metadata) }
            index += 1
        }
        return entered
    }

    /// What the playhead enters by being put to `time`: whatever lasts then, and moments that are exactly there (within 1 ms); in order of start.
    public mutating func seek(to time: Double) -> [TimedMetadata] {
        pass += 1
        passStart = time
        playhead = time
        var entered: [TimedMetadata] = []
        for place in places[..<places.partitionPoint({ $0.start <= time + Self.moment })] {
            guard let entry = entries[place.id], entry.metadata.lasts(at: time) else { continue }
            if let metadata = enter(place.id) { entered.append(metadata) }
        }
        return entered
    }

    /// When something begins next after `time`; `nil` where nothing does.
    public func next(after time: Double) -> Double? {
        let index = places.partitionPoint { $0.start <= time }
        return places[index...].first { entries[$0.id] != nil }?.start
    }

    /// Forgets what has ended before `time`, such as the beginning of a live window. What has no end yet stays.
    public mutating func trim(before time: Double) {
        guard time > floor else { return }
        floor = time
        places.removeAll { place in
            guard let entry = entries[place.id] else { return true }
            guard !entry.metadata.isInRange(from: time) else { return false }
            entries[place.id] = nil
            ids[entry.key] = nil
            return true
        }
    }

    /// Forgets everything.
    public mutating func removeAll() { self = MetadataSchedule(lateTolerance: lateTolerance) }

    private func id(of item: TimedMetadata, content: Int) -> Int? {
        for key in MetadataKey.candidates(item, content: content) {
            if let id = ids[key] { return id }
        }
        return nil
    }

    private mutating func enter(_ id: Int) -> TimedMetadata? {
        guard let entry = entries[id], entry.enteredIn != pass else { return nil }
        entries[id]?.enteredIn = pass
        return entry.metadata
    }

    /// Whether the playhead is in it, or was a moment ago, and has not entered it.
    private func isLate(_ id: Int) -> Bool {
        guard let playhead, let passStart, let entry = entries[id], entry.enteredIn != pass, entry.metadata.start <= playhead else {
            return false
        }
        if entry.metadata.lasts(at: playhead) { return true }
        // What was before the target of a seek was jumped over.
        let end = entry.metadata.end ?? .infinity
        return playhead <= max(end, entry.metadata.start) + lateTolerance && max(end, entry.metadata.start) >= passStart - Self.moment
    }

    private mutating func add(_ entry: Entry, added: inout [Place]) {
        entries[nextID] = entry
        ids[entry.key] = nextID
        added.append(Place(start: entry.metadata.start, id: nextID))
        nextID += 1
    }

    /// Puts `item` where entry `id` was; whether it says something else.
    private mutating func replace(_ id: Int, with item: TimedMetadata, content: Int, added: inout [Place]) -> Bool {
        guard var entry = entries[id] else { return false }
        let hasMoved = abs(entry.metadata.start - item.start) >= Self.moment
        guard entry.content != content || hasMoved || !entry.metadata.hasSameEnd(as: item) else { return false }
        entry.metadata = item
        entry.content = content
        if hasMoved {
            // Its old place leads nowhere from now on.
            entries[id] = nil
            add(entry, added: &added)
        } else {
            entry.metadata.start = entries[id]?.metadata.start ?? item.start
            entries[id] = entry
        }
        return true
    }

    private mutating func place(_ added: [Place]) {
        if places.count > 2 * entries.count + 64 { places.removeAll { entries[$0.id] == nil } }
        if added.count > 8 {
            places += added
            places.sort { ($0.start, $0.id) < ($1.start, $1.id) }
            return
        }
        for place in added {
            places.insert(place, at: places.partitionPoint { ($0.start, $0.id) < (place.start, place.id) })
        }
    }
}
