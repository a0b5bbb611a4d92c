import PlayheadCore
@_exported import PlayheadNumbers

/// The metadata of a playback in order of time, and the metadata that the playhead enters.
///
/// The results depend only on the calls (``insert(_:)``, ``advance(from:to:)``, ``seek(to:)``). All times are seconds on the playback's
/// timeline.
package struct MetadataSchedule: Sendable {
    /// The result of an insertion.
    package struct News: Sendable, Hashable {
        /// The new or changed metadata, to be emitted as ``TimedMetadata/Phase/parsed``.
        package var parsed: [TimedMetadata] = []
        /// The metadata that the playhead is already in, to be emitted as ``TimedMetadata/Phase/entered``, after `parsed`.
        package var entered: [TimedMetadata] = []
    }

    private struct Entry {
        var metadata: TimedMetadata
        var key: MetadataKey
        /// The hash of the content, to detect changes.
        var content: Int
        /// The estimated memory use in bytes.
        var weight: Int
        /// The pass in which the playhead entered the metadata last.
        var enteredIn: Int?
    }

    private struct Place {
        var start: Double
        /// The number of the insertion, which orders metadata with the same start.
        var id: Int
    }

    /// The duration of a moment: times with a smaller difference are equal.
    static let moment = 0.001
    /// The maximum memory use of all metadata in bytes, as estimated; the metadata with the earliest starts is removed.
    package static let maximumWeight = 32 << 20

    /// The time after the end of late metadata for which it is still emitted, in seconds.
    package var lateTolerance: Double
    /// The positions of all metadata, in order.
    private var places: [Place] = []
    private var entries: [Int: Entry] = [:]
    private var ids: [MetadataKey: Int] = [:]
    private var weight = 0
    private var nextID = 0
    /// The number of seeks: after each, all metadata can be entered again.
    private var pass = 0
    /// The target of the last seek; metadata before it is not entered in this pass.
    private var passStart: Double?
    private var playhead: Double?
    /// The time before which metadata that has ended is not kept.
    private var floor = -Double.infinity

    /// Makes an empty schedule.
    /// - Parameter lateTolerance: The time after the end of late metadata for which it is still emitted, in seconds.
    package init(lateTolerance: Double = 0.5) { self.lateTolerance = lateTolerance }

    /// Whether metadata that was not entered was removed, because all of it exceeded the maximum.
    package private(set) var hasLost = false
    /// The number of pieces of metadata.
    package var count: Int { entries.count }
    /// All metadata, in the order of the insertions.
    package var inserted: [TimedMetadata] { entries.sorted { $0.key < $1.key }.map(\.value.metadata) }
    /// All metadata, in order of the start.
    package var all: [TimedMetadata] { places.compactMap { entries[$0.id]?.metadata } }

    /// Inserts metadata, in any order and repeatedly. Metadata with the same kind and name replaces the existing one; without a name,
    /// metadata with the same kind, time (within 1 ms) and content is equal. Metadata that ends before the last ``trim(before:)`` is
    /// ignored.
    package mutating func insert(_ items: [TimedMetadata]) -> News {
        var news = News()
        var added: [Place] = []
        for item in items where item.start.isFinite && item.isInRange(from: floor) {
            let content = MetadataKey.content(of: item)
            let known = id(of: item, content: content)
            let isNews = known.map { replace($0, with: item, content: content, added: &added) } ?? true
            if known == nil {
                let key = MetadataKey(item, content: content)
                add(Entry(metadata: item, key: key, content: content, weight: MetadataKey.weight(of: item)), added: &added)
            }
            guard isNews else { continue }
            news.parsed.append(item)
            if let id = ids[MetadataKey(item, content: content)], isLate(id) {
                entries[id]?.enteredIn = pass
                news.entered.append(item)
            }
        }
        place(added)
        removeExcess()
        news.entered.sort { $0.start < $1.start }
        return news
    }

    /// Inserts one piece of metadata; see ``insert(_:)-([TimedMetadata])``.
    package mutating func insert(_ item: TimedMetadata) -> News { insert([item]) }

    /// Returns the metadata that the playhead enters by playing from `start` to `end`, each once, in order. Both ends are inclusive, and
    /// entered metadata stays entered until a seek.
    package mutating func advance(from start: Double, to end: Double) -> [TimedMetadata] {
        if passStart == nil { passStart = start }
        playhead = end
        // Nothing before the target of a seek is entered, even if the clock is slightly before it.
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

    /// Returns the metadata that the playhead enters by a seek to `time`: active ranges, and instants at that time (within 1 ms); in order
    /// of the start.
    package mutating func seek(to time: Double) -> [TimedMetadata] {
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

    /// Returns the next start after `time`; `nil` if there is none.
    package func next(after time: Double) -> Double? {
        let index = places.partitionPoint { $0.start <= time }
        return places[index...].first { entries[$0.id] != nil }?.start
    }

    /// Removes metadata that ended before `time`, such as the beginning of a live window. Metadata without a known end is kept.
    package mutating func trim(before time: Double) {
        guard time > floor else { return }
        floor = time
        let ended = places.filter { entries[$0.id]?.metadata.isInRange(from: time) == false }
        for place in ended { remove(place.id) }
        places.removeAll { entries[$0.id] == nil }
    }

    /// Removes the metadata with the earliest starts while it exceeds the maximum.
    private mutating func removeExcess() {
        guard weight > Self.maximumWeight else { return }
        // Some room is left, so that this is rare.
        let kept = Self.maximumWeight / 4 * 3
        var count = 0
        while weight > kept, count < places.count {
            if let entry = entries[places[count].id], entry.enteredIn == nil { hasLost = true }
            remove(places[count].id)
            count += 1
        }
        // bounded: the loop ends at the number of places
        places.removeFirst(count)
    }

    private mutating func remove(_ id: Int) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        ids[entry.key] = nil
        weight -= entry.weight
    }

    /// Removes all metadata.
    package mutating func removeAll() { self = MetadataSchedule(lateTolerance: lateTolerance) }

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

    /// Whether the playhead is in the metadata, or was a moment ago, and has not entered it.
    private func isLate(_ id: Int) -> Bool {
        guard let playhead, let passStart, let entry = entries[id], entry.enteredIn != pass, entry.metadata.start <= playhead else {
            return false
        }
        if entry.metadata.lasts(at: playhead) { return true }
        // Metadata before the target of a seek was skipped.
        let end = entry.metadata.end ?? .infinity
        return playhead <= max(end, entry.metadata.start) + lateTolerance && max(end, entry.metadata.start) >= passStart - Self.moment
    }

    private mutating func add(_ entry: Entry, added: inout [Place]) {
        entries[nextID] = entry
        weight += entry.weight
        ids[entry.key] = nextID
        added.append(Place(start: entry.metadata.start, id: nextID))
        nextID += 1
    }

    /// Replaces entry `id` with `item`; returns whether the content changed.
    private mutating func replace(_ id: Int, with item: TimedMetadata, content: Int, added: inout [Place]) -> Bool {
        guard var entry = entries[id] else { return false }
        // A message without a name that starts later is the rest of the same one.
        let isRest = entry.key.isUnnamed && item.start > entry.metadata.start
        let hasMoved = abs(entry.metadata.start - item.start) >= Self.moment && !isRest
        guard entry.content != content || hasMoved || !entry.metadata.hasSameEnd(as: item) else { return false }
        weight -= entry.weight
        entry.metadata = item
        entry.content = content
        entry.weight = MetadataKey.weight(of: item)
        if hasMoved {
            // The old position refers to no entry from now on.
            entries[id] = nil
            add(entry, added: &added)
        } else {
            entry.metadata.start = entries[id]?.metadata.start ?? item.start
            entries[id] = entry
            weight += entry.weight
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
