/// The positions at which boxes of the outermost level of MP4 start, as far as they are known: after a seek into the middle of one, the next
/// one is found by them.
package struct BoxStarts {
    private static let maximum = 1 << 17
    private var starts: [Int64] = []

    /// Knows none.
    package init() {}

    /// Adds the start of a box.
    package mutating func add(_ start: Int64) {
        guard starts.count < Self.maximum, start != starts.last else { return }
        let place = starts.lastIndex { $0 <= start }
        guard place.map({ starts[$0] < start }) ?? true else { return }
        starts.insert(start, at: place.map { $0 + 1 } ?? 0)
    }

    /// Returns the first known start at or after a position.
    package func next(from position: Int64) -> Int64? { starts.first { $0 >= position } }
}
