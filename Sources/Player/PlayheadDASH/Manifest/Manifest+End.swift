/// Comparison of two versions of a live manifest.
extension Manifest {
    /// Whether two versions end with the same segments. Segments that leave the window at its start make no difference. The cost does not
    /// depend on the number of listed segments.
    package func hasSameEnd(as other: Manifest) -> Bool {
        guard let last = periods.last, let otherLast = other.periods.last else { return periods.isEmpty == other.periods.isEmpty }
        let isSamePeriod = last.id == otherLast.id && last.start == otherLast.start && last.duration == otherLast.duration
        return isSamePeriod && last.ends == otherLast.ends
    }
}

extension Period {
    /// The ends of the representations, in their order.
    fileprivate var ends: [SegmentTable.End] {
        adaptationSets.flatMap { set in set.representations.map { $0.segments.end(in: $0) } }
    }
}

extension SegmentTable {
    /// The last entry of a table.
    fileprivate struct End: Equatable {
        /// The start and duration of the last segment, or of the first one of an open run, in ticks.
        var time: Int64?
        var duration: Int64?
        /// The reference to the last segment; `nil` while the table is open.
        var url: String?
        var range: ByteRange?
    }

    fileprivate func end(in representation: Representation) -> End {
        guard let last = count.flatMap({ segment(at: $0 - 1) }) else {
            guard case .runs(let runs) = timing else { return End() }
            return End(time: runs.last?.start, duration: runs.last?.duration)
        }
        let found = url(of: last, in: representation, base: "")
        return End(time: last.time, duration: last.duration, url: found.url, range: found.range)
    }
}
