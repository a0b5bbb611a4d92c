/// Segments by index and by time.
extension SegmentTable {
    /// The number of segments; `nil` while it is open.
    package var count: Int? {
        var counted: Int? =
            switch timing {
            case .single: 1
            case .constant(let duration): periodTicks.map { max(1, Int(saturating: ($0 / Double(duration) - Self.rounding).rounded(.up))) }
            case .runs(let runs): runs.last.map { last in count(of: last).map { last.first.saturatingAdding($0) } } ?? 0
            }
        // A timeline without a valid entry has no segment, whatever is listed.
        if case .list(let urls) = location, counted != 0 { counted = urls.count }
        if let endNumber {
            let declared = max(0, endNumber.saturatingSubtracting(startNumber).saturatingAdding(1))
            counted = min(counted ?? declared, declared)
        }
        return counted
    }

    /// The part of a segment below which a period is not longer than its segments.
    private static let rounding = 0.001

    private var periodTicks: Double? { periodDuration.map { $0 * Double(timescale) } }

    /// Returns the number of segments of the last run; `nil` while it is open.
    private func count(of run: Run) -> Int? {
        if let count = run.count { return count }
        guard let periodTicks else { return nil }
        let end = Double(presentationTimeOffset) + periodTicks
        return max(0, Int(saturating: ((end - Double(run.start)) / Double(run.duration) - Self.rounding).rounded(.up)))
    }

    /// Returns a segment; `nil` if the table has no such index.
    package func segment(at index: Int) -> SegmentReference? {
        guard index >= 0, count.map({ index < $0 }) != false else { return nil }
        let number = startNumber.saturatingAdding(index)
        switch timing {
        case .single:
            let ticks = Int64(saturating: periodTicks ?? 0)
            return SegmentReference(index: index, number: number, time: presentationTimeOffset, duration: max(1, ticks))
        case .constant(let duration):
            // The first segment starts with the period; its media may start earlier.
            let offset = Int64(index).saturatingMultiplied(by: duration).saturatingAdding(listOffset)
            return SegmentReference(
                index: index, number: number, time: presentationTimeOffset.saturatingAdding(offset), duration: duration)
        case .runs(let runs):
            guard let run = run(in: runs, { $0.first <= index }) else { return nil }
            let offset = Int64(index - run.first).saturatingMultiplied(by: run.duration)
            return SegmentReference(
                index: index, number: run.number.map { $0.saturatingAdding(index - run.first) } ?? number,
                time: run.start.saturatingAdding(offset), duration: run.duration)
        }
    }

    /// Returns the last run that satisfies a condition that holds for all runs before it.
    private func run(in runs: [Run], _ isBefore: (Run) -> Bool) -> Run? {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(runs[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? runs[low - 1] : nil
    }

    /// Returns the index of the last segment that starts at or before a time in seconds from the start of the period; 0 before the first.
    /// The index may be beyond the end, but not beyond the limit of sequence numbers, so that a few can be added to it.
    package func index(at seconds: Double) -> Int {
        let maximum = NumberLimits.sequenceNumbers.upperBound
        let ticks = seconds * Double(timescale)
        switch timing {
        case .single: return 0
        case .constant(let duration):
            return min(maximum, max(0, Int(saturating: (ticks - Double(listOffset)) / Double(duration), rounding: .down)))
        case .runs(let runs):
            let time = ticks + Double(presentationTimeOffset)
            guard let run = run(in: runs, { Double($0.start) <= time }) else { return 0 }
            let index = Int(saturating: (time - Double(run.start)) / Double(run.duration), rounding: .down)
            // Between two runs there may be a gap, whose time belongs to the segment before it.
            return min(maximum, run.first.saturatingAdding(run.count.map { min(index, max(0, $0 - 1)) } ?? index))
        }
    }

    /// Returns seconds from the start of the period.
    package func seconds(_ ticks: Int64) -> Double {
        // The difference is exact for timestamps that count from 1970.
        Double(ticks.saturatingSubtracting(presentationTimeOffset)) / Double(timescale)
    }

    /// The start of a segment, in seconds from the start of the period.
    package func start(of segment: SegmentReference) -> Double { seconds(segment.time) }

    /// The end of a segment, in seconds from the start of the period.
    package func end(of segment: SegmentReference) -> Double { seconds(segment.time.saturatingAdding(segment.duration)) }

    /// The duration of the segments if all are the same, otherwise of the first one, in seconds.
    package var usualDuration: Double? { segment(at: 0).map { Double($0.duration) / Double(timescale) } }

    /// The end of what the manifest lists, in seconds from the start of the period; `nil` if it lists no end.
    package var listedEnd: Double? { count.flatMap { segment(at: $0 - 1) }.map { end(of: $0) } }

    /// Returns the URL of a segment relative to `base`, and its bytes.
    package func url(of segment: SegmentReference, in representation: Representation, base: String) -> (url: String, range: ByteRange?) {
        switch location {
        case .template(let template):
            return (URLText.resolve(template.url(for: representation, segment), against: base), nil)
        case .list(let urls):
            guard urls.indices.contains(segment.index) else { return (base, nil) }
            let listed = urls[segment.index]
            return (listed.media.map { URLText.resolve($0, against: base) } ?? base, listed.range)
        case .resource: return (base, nil)
        }
    }

    /// Returns the URL of the initialization segment relative to `base`, and its bytes; `nil` without one.
    package func initialization(in representation: Representation, base: String) -> (url: String, range: ByteRange?)? {
        guard let initialization else { return nil }
        return (initialization.source.map { URLText.resolve($0, against: base) } ?? base, initialization.range)
    }
}
