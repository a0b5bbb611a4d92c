/// When an observer of the playhead is called: a value without clock, that is told where the playhead is.
struct TimeSchedule {
    enum Kind {
        /// At every multiple of an interval in seconds, and where the playhead jumps, starts and stops.
        case periodic(interval: Double)
        /// Where the playhead passes one of these positions by playing, in order.
        case boundaries([Double])
    }

    let kind: Kind
    /// Where the playhead was when last looked, or `nil` when it was put there.
    private var last: Double?

    init(_ kind: Kind) { self.kind = kind }

    /// The playhead came to `position` by playing.
    /// - Returns: The positions to tell, in order: at most one of a period.
    mutating func play(to position: Double) -> [Double] {
        defer { last = position }
        guard let last, position > last else { return [] }
        switch kind {
        case .periodic(let interval):
            let due = (position / interval).rounded(.down) * interval
            return due > last ? [max(due, last)] : []
        case .boundaries(let times): return times.filter { last < $0 && $0 <= position }
        }
    }

    /// The playhead was put at `position`, starts there or stops there.
    /// - Returns: Whether that is told.
    mutating func jump(to position: Double) -> Bool {
        last = position
        if case .periodic = kind { return true }
        return false
    }

    /// The next position that is to be told, when playing on from `position`.
    func next(after position: Double) -> Double? {
        switch kind {
        case .periodic(let interval): ((position / interval).rounded(.down) + 1) * interval
        case .boundaries(let times): times.first { $0 > position }
        }
    }
}
