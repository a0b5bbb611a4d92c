/// Values over time in a limited number of entries: when the series is full, neighbours are merged and the resolution is halved, so that
/// hours need no more memory than seconds, and seconds keep their details.
package struct BoundedSeries<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The merged value of a period.
    package struct Entry: Sendable, Hashable {
        /// The time of the first value, in seconds.
        package var start: Double
        /// The time of the last value, in seconds.
        package var end: Double
        /// The merged value.
        package var value: Value

        /// Creates an entry.
        package init(start: Double, end: Double, value: Value) {
            self.start = start
            self.end = end
            self.value = value
        }
    }

    /// The entries, in the order of time.
    package private(set) var entries: [Entry] = []
    /// The duration within which values are merged, in seconds.
    package private(set) var resolution: Double
    private let capacity: Int

    /// Creates an empty series.
    /// - Parameters:
    ///   - capacity: The maximum number of entries, at least 2.
    ///   - resolution: The initial duration within which values are merged, in seconds, above 0.
    package init(capacity: Int, resolution: Double) {
        self.capacity = max(2, capacity)
        let minimum = 1e-9
        self.resolution = resolution > minimum ? resolution : minimum
    }

    /// Appends a value. A time before that of the last value counts as the last time.
    /// - Parameters:
    ///   - value: The value.
    ///   - time: The time, in seconds.
    ///   - merge: Combines an earlier value with a later one.
    package mutating func append(_ value: Value, at time: Double, merging merge: (Value, Value) -> Value) {
        guard let last = entries.last else {
            if time.isFinite { entries.append(Entry(start: time, end: time, value: value)) }
            return
        }
        let time = time.isFinite ? max(time, last.end) : last.end
        if time < last.start + resolution {
            entries[entries.count - 1] = Entry(start: last.start, end: time, value: merge(last.value, value))
            return
        }
        entries.append(Entry(start: time, end: time, value: value))
        while entries.count > capacity { thin(merge) }
    }

    private mutating func thin(_ merge: (Value, Value) -> Value) {
        resolution *= 2
        var thinned: [Entry] = []
        for entry in entries {
            if let last = thinned.last, entry.start < last.start + resolution {
                thinned[thinned.count - 1] = Entry(start: last.start, end: entry.end, value: merge(last.value, entry.value))
            } else {
                thinned.append(entry)
            }
        }
        entries = thinned
    }
}
