/// Determines the calls of a time observer from the motion of the playhead. A value without a clock.
struct TimeSchedule {
    enum Kind {
        /// Calls at every multiple of an interval in seconds, and at jumps, starts and stops.
        case periodic(interval: Double)
        /// Calls when playback passes one of these positions, in order.
        case boundaries([Double])
    }

    let kind: Kind
    /// The last known playhead; `nil` before the first one.
    private var last: Double?

    init(_ kind: Kind) { self.kind = kind }

    /// Moves the playhead to `position` by playback.
    /// - Returns: The positions to report, in order: at most one for a periodic observer.
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

    /// Moves the playhead to `position` by a seek, a start or a stop.
    /// - Returns: Whether to report the position.
    mutating func jump(to position: Double) -> Bool {
        last = position
        if case .periodic = kind { return true }
        return false
    }

    /// Returns the next position to report during playback from `position` on.
    func next(after position: Double) -> Double? {
        switch kind {
        case .periodic(let interval): ((position / interval).rounded(.down) + 1) * interval
        case .boundaries(let times): times.first { $0 > position }
        }
    }
}
