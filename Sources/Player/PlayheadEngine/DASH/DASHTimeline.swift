import Foundation
import PlayheadCore
import PlayheadDASH
import PlayheadNumbers
import PlayheadTransport

/// The segments of one track in all periods, on the timeline of the presentation.
///
/// The sequence number of a segment is its start in microseconds: it stays the same while a live manifest drops and adds segments.
struct DASHTimeline: Sendable {
    /// The segments in one period.
    struct Part: Sendable {
        /// The number of the period, which is that of the discontinuity sequence.
        var number: Int
        /// The start on the timeline of the presentation, in seconds.
        var start: Double
        /// The end, in seconds; `nil` while the period is open.
        var end: Double?
        /// Whether no period follows, so that media is shown that is beyond the end because this is rounded.
        var isLast: Bool
        var representation: Representation
        /// The segments; those of the index once it is loaded.
        var table: SegmentTable
        /// The base URL, without the changes of the place.
        var base: String
        /// The server.
        var place = DASHPlace()
        /// The index that has to be loaded before segments are known.
        var pendingIndex: DASHIndex?

        /// The seconds to add to times of the media.
        var offset: Double { start + table.seconds(0) }

        /// Returns the initialization segment; `nil` without one.
        func initialization(content: MediaContent) -> InitializationSegment? {
            table.initialization(in: representation, base: base).map { url, range in
                let url = place.url(for: url, base: base)
                return InitializationSegment(id: "\(url) \(range?.offset ?? 0)", content: content, url: url, byteRange: range?.requested)
            }
        }

        /// Whether all URLs are listed, with a rounded duration: all of them are wanted.
        fileprivate var isRounded: Bool { if case .list = table.location, case .constant = table.timing { true } else { false } }

        /// Whether all segments are listed, so that the manifest and the clock determine which of them are available.
        var isListed: Bool {
            if case .runs(let runs) = table.timing { runs.last?.count != nil } else { false }
        }

        /// The seconds by which segments are available before they are complete. INF is infinite if the number of segments is known,
        /// and 0 in an open period, about whose future segments it says nothing.
        var lead: Double {
            let offset = representation.availabilityTimeOffset
            return offset.isFinite || table.count != nil ? offset : 0
        }
    }

    /// The result of a lookup of a cursor.
    enum Availability: Sendable {
        case segment(Segment)
        /// The index of a resource has to be loaded first.
        case index(DASHIndex)
        /// The segment is not available before this time of the presentation, in seconds; infinity if the manifest has to be loaded again.
        case later(Double)
        case ended
    }

    var parts: [Part] = []
    /// The content of the segments.
    var content = MediaContent.unknown
    /// Whether no segment will be added.
    var isComplete = true
    /// The time of the presentation at the live edge, or where it became static without an end, in seconds; `nil` on demand.
    var now: Double?
    /// The time for which segments stay available, in seconds; `nil` without a limit.
    var depth: Double?
    /// The start of the window, in seconds.
    var windowStart = -Double.infinity

    static let microseconds = 1_000_000.0

    static func ticks(_ seconds: Double) -> Int { Int(saturating: seconds * microseconds) }

    // MARK: Places

    /// A segment of a part.
    private struct Place: Equatable {
        var part: Int
        var index: Int
    }

    /// Returns the start of a segment that the period does not cut, in seconds; of one behind the end, where it would start.
    private func mediaStart(_ index: Int, in part: Part) -> Double? {
        part.table.segment(at: index).map { part.start + part.table.start(of: $0) }
    }

    private func start(of place: Place) -> Double? {
        let part = parts[place.part]
        return mediaStart(place.index, in: part).map { max($0, part.start) }
    }

    private func end(of place: Place) -> Double? {
        let part = parts[place.part]
        guard let segment = part.table.segment(at: place.index) else { return nil }
        let end = part.start + part.table.end(of: segment)
        return part.isLast && part.isRounded ? end : min(end, part.end ?? .infinity)
    }

    /// Whether a place lies in its period, according to the manifest.
    private func isListed(_ place: Place) -> Bool {
        let part = parts[place.part]
        guard let start = mediaStart(place.index, in: part) else { return false }
        // All listed URLs are wanted, although their durations are rounded.
        if part.isLast, part.isRounded { return true }
        return start < (part.end ?? .infinity) - Self.rounding
    }

    /// The rounding of times in manifests, in seconds.
    private static let rounding = 0.000_5

    /// The number of segments of a part that are available now.
    private func availableCount(_ part: Part) -> Int {
        let listed = part.table.count ?? .max
        guard let now else { return listed }
        // A period that was announced early.
        let early = 1.0
        if part.number != parts.first?.number, part.start > now + part.lead + early { return 0 }
        switch part.table.timing {
        case .single: return listed
        case .runs, .constant:
            let reached = now + part.lead - part.start
            guard reached.isFinite else { return listed }
            var index = part.table.index(at: reached + Self.rounding)
            // The last one may have started only.
            if let segment = part.table.segment(at: index), part.table.end(of: segment) <= reached + Self.rounding { index += 1 }
            return min(listed, index)
        }
    }

    /// Returns the place of a sequence number, whether it is available or not.
    private func place(of sequence: Int) -> Place? {
        guard !parts.isEmpty else { return nil }
        var number = max(0, parts.partitionPoint { Self.ticks($0.start) <= sequence } - 1)
        while true {
            let part = parts[number]
            let time = max(0, Double(sequence) / Self.microseconds - part.start)
            // Segments before the period are not shown.
            let wanted = max(sequence, Self.ticks(part.start))
            var place = Place(part: number, index: part.table.index(at: time))
            while place.index > 0, let start = start(of: place), Self.ticks(start) > wanted {
                place.index -= 1
                if let end = end(of: place), Self.ticks(end) <= wanted {
                    place.index += 1
                    break
                }
            }
            // At most one step, but for segments shorter than the resolution.
            var steps = 0
            while let end = end(of: place), Self.ticks(end) <= wanted, steps < 4 {
                place.index += 1
                steps += 1
            }
            if isListed(place) || number == parts.count - 1 { return place }
            number += 1
        }
    }

    private func following(_ place: Place) -> Place? {
        let next = Place(part: place.part, index: place.index + 1)
        if isListed(next) { return next }
        guard place.part + 1 < parts.count else { return nil }
        return self.place(of: Self.ticks(parts[place.part + 1].start))
    }

    // MARK: Reading

    /// The place of the first segment of the window.
    private var first: Place? {
        place(of: windowStart.isFinite ? Self.ticks(windowStart) : parts.first.map { Self.ticks($0.start) } ?? 0)
    }

    /// The start of the first segment.
    var beginning: Double {
        guard let first else { return 0 }
        return max(start(of: first) ?? parts[first.part].start, windowStart)
    }

    /// Whether the last segments are listed.
    var isListed: Bool { parts.last?.isListed ?? false }

    /// The end of the last segment that is available.
    var end: Double {
        for number in parts.indices.reversed() {
            let part = parts[number]
            if part.pendingIndex != nil, let end = part.end { return end }
            let count = availableCount(part)
            if count == .max { return part.end ?? part.start }
            if count > 0, let end = end(of: Place(part: number, index: count - 1)) { return max(part.start, end) }
        }
        return parts.first?.start ?? 0
    }

    /// The maximum duration of a segment, in seconds.
    var targetDuration: Double {
        parts.compactMap { part -> Double? in
            guard part.pendingIndex == nil else { return nil }
            if case .runs(let runs) = part.table.timing {
                return runs.map(\.duration).max().map { Double($0) / Double(part.table.timescale) }
            }
            return part.table.usualDuration
        }.max() ?? 0
    }

    func availability(at cursor: SegmentCursor) -> Availability {
        guard var place = place(of: cursor.sequence) else { return isComplete ? .ended : .later(.infinity) }
        var isReplaced = false
        // The segment has left the window.
        if let first, (place.part, place.index) < (first.part, first.index) {
            isReplaced = true
            place = first
        }
        let part = parts[place.part]
        if let index = part.pendingIndex { return .index(index) }
        guard place.index < availableCount(part), isListed(place) else {
            if isComplete { return .ended }
            guard isListed(place), let reference = part.table.segment(at: place.index) else { return .later(.infinity) }
            return .later(part.start + part.table.end(of: reference) - part.lead)
        }
        guard let segment = segment(at: place, as: isReplaced ? nil : cursor) else { return .ended }
        return .segment(segment)
    }

    /// Returns the time from which a live segment should be available by the clock; `nil` for a segment that is a whole period.
    func availableTime(of cursor: SegmentCursor) -> Double? {
        guard let place = place(of: cursor.sequence) else { return nil }
        let part = parts[place.part]
        guard part.table.timing != .single, let reference = part.table.segment(at: place.index) else { return nil }
        return part.start + part.table.end(of: reference) - part.lead
    }

    private func segment(at place: Place, as wanted: SegmentCursor?) -> Segment? {
        let part = parts[place.part]
        guard let reference = part.table.segment(at: place.index), let start = start(of: place), let end = end(of: place) else {
            return nil
        }
        let (url, range) = part.table.url(of: reference, in: part.representation, base: part.base)
        let next = following(place).flatMap { self.start(of: $0) } ?? end
        let cursor = wanted ?? SegmentCursor(sequence: Self.ticks(start))
        var segment = Segment(
            cursor: cursor, next: SegmentCursor(sequence: max(cursor.sequence.saturatingAdding(1), Self.ticks(next))), start: start,
            duration: max(0.001, end - start), content: content, url: part.place.url(for: url, base: part.base),
            byteRange: range?.requested, discontinuity: part.number)
        segment.tiles = part.tiles(of: reference)
        segment.initialization = part.initialization(content: content)
        segment.encryption = encryption(of: part)
        // MPEG-2 timestamps wrap around.
        if part.representation.mimeType?.hasSuffix("mp2t") != true {
            segment.placement = part.placement(of: reference, content: content)
        }
        if let now, !isComplete { segment.isHinted = part.start + part.table.end(of: reference) > now }
        return segment
    }

    // MARK: Positions

    func cursor(at time: Double) -> SegmentCursor {
        let sequence = Self.ticks(time)
        guard var place = place(of: sequence) else { return SegmentCursor(sequence: sequence) }
        if let first, (place.part, place.index) < (first.part, first.index) { place = first }
        let part = parts[place.part]
        // Until the index is known, the time itself is the position.
        if part.pendingIndex != nil { return SegmentCursor(sequence: max(sequence, Self.ticks(part.start))) }
        if isListed(place), place.index < availableCount(part), let start = start(of: place) {
            return SegmentCursor(sequence: Self.ticks(start))
        }
        // Beyond the end, a complete presentation returns the last segment, and a live one the next one.
        guard isComplete else { return SegmentCursor(sequence: Self.ticks(max(end, min(time, start(of: place) ?? time)))) }
        return last.flatMap { start(of: $0) }.map { SegmentCursor(sequence: Self.ticks($0)) } ?? SegmentCursor(sequence: sequence)
    }

    /// The last segment that is available.
    private var last: Place? {
        for number in parts.indices.reversed() {
            let part = parts[number]
            var index = availableCount(part) - 1
            // A manifest may list many segments behind the end of the period.
            if let end = part.end, !(part.isLast && part.isRounded) {
                index = min(index, part.table.index(at: end - part.start - Self.rounding))
            }
            if index == .max - 1 { return Place(part: number, index: 0) }
            while index >= 0, !isListed(Place(part: number, index: index)) { index -= 1 }
            if index >= 0 { return Place(part: number, index: index) }
        }
        return nil
    }

    func start(of cursor: SegmentCursor) -> Double {
        let time = Double(cursor.sequence) / Self.microseconds
        return min(max(time, beginning), max(beginning, end))
    }

    func discontinuity(at cursor: SegmentCursor) -> Int {
        guard let place = place(of: cursor.sequence) else { return 0 }
        return parts[place.part].number
    }

    func segment(containing time: Double) -> Segment? {
        if case .segment(let segment) = availability(at: cursor(at: time)) { return segment }
        return last.flatMap { segment(at: $0, as: nil) }
    }

    func earlier(than cursor: SegmentCursor, at time: Double) -> SegmentCursor? {
        guard let place = place(of: cursor.sequence), let first else { return nil }
        let before: Place
        if place.index > 0 {
            before = Place(part: place.part, index: place.index - 1)
        } else {
            guard place.part > 0, case let part = parts[place.part - 1], part.pendingIndex == nil else { return nil }
            before = self.place(of: Self.ticks(parts[place.part].start) - 1) ?? Place(part: place.part - 1, index: 0)
        }
        let wanted = self.place(of: Self.ticks(time)).flatMap { start(of: $0) } ?? time
        guard let start = start(of: before), let earliest = self.start(of: first), before != place else { return nil }
        let sequence = Self.ticks(max(earliest, min(start, wanted)))
        return sequence < cursor.sequence ? SegmentCursor(sequence: sequence) : nil
    }

    func upcoming(from cursor: SegmentCursor, count: Int) -> [(duration: Double, bytes: Int?)] {
        var durations: [(duration: Double, bytes: Int?)] = []
        var next = place(of: cursor.sequence)
        let maximum = 1024
        while let place = next, durations.count < min(count, maximum), parts[place.part].pendingIndex == nil,
            place.index < availableCount(parts[place.part]), isListed(place), let start = start(of: place), let end = end(of: place)
        {
            let bytes: Int? =
                if case .list(let urls) = parts[place.part].table.location, urls.indices.contains(place.index) {
                    urls[place.index].range?.length.map { Int(clamping: $0) }
                } else {
                    nil
                }
            durations.append((max(0, end - start), bytes))
            next = following(place)
        }
        return durations
    }

    func remaining(from cursor: SegmentCursor) -> Int? {
        guard isComplete, let place = place(of: cursor.sequence) else { return nil }
        guard isListed(place) else { return 0 }
        // Parts without an index count as one segment.
        return parts[place.part...].reduce(-place.index) { sum, part in
            sum.saturatingAdding(part.pendingIndex == nil ? part.table.count ?? .max : 1)
        }
    }

    func hasMore(after cursor: SegmentCursor) -> Bool {
        guard isComplete else { return true }
        return place(of: cursor.sequence).flatMap { following($0) } != nil
    }

    func isNewest(_ cursor: SegmentCursor) -> Bool {
        guard !isComplete, let last, let start = start(of: last) else { return false }
        return cursor.sequence >= Self.ticks(start)
    }

    /// Returns the start of a segment, or the end of the last one, nearest to `time`; `nil` after the end of a live window.
    func segmentStart(nearest time: Double) -> Double? {
        guard isComplete || time <= end, let segment = segment(containing: time) else { return nil }
        let after = hasMore(after: segment.cursor) ? start(of: segment.next) : end
        return abs(after - time) < abs(segment.start - time) ? after : segment.start
    }
}

extension PlayheadDASH.ByteRange {
    /// The range in the form that requests use.
    var requested: PlayheadTransport.ByteRange { PlayheadTransport.ByteRange(offset: offset, length: length) }
}
