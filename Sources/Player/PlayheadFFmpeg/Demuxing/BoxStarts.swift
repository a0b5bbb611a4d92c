/// The positions at which boxes of the outermost level of MP4 start, as far as they are known: after a seek into the middle of one, the next
/// one is found by them.
package struct BoxStarts {
    private static let maximum = 1 << 17
    private var starts: [Int64] = []

    /// Knows none.
    package init() {}

    /// Adds the start of a box.
    package mutating func add(_ start: Int64) {
        guard starts.count < Self.maximum else { return }
        let place = place(of: start)
        // bounded: the condition before it
        if place == starts.count || starts[place] != start { starts.insert(start, at: place) }
    }

    /// Returns the first known start at or after a position.
    package func next(from position: Int64) -> Int64? {
        let place = place(of: position)
        return place < starts.count ? starts[place] : nil
    }

    /// Returns the number of starts before a position.
    private func place(of position: Int64) -> Int {
        // Most files are read forwards.
        if let last = starts.last, last < position { return starts.count }
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
