/// The speed at which data arrives before a start, in seconds of media per second.
///
/// A start needs less data if data arrives faster than it is played, because playback then does not stall.
struct StartSupply: Sendable, Equatable {
    /// The time and the amount of data when data began to arrive or was first seen, in seconds.
    private var first: (time: Double, ahead: Double)?

    /// Records the amount of data ahead of the playhead at a time, both in seconds. `began` is the time at which data began to arrive;
    /// `nil` if it is unknown.
    mutating func record(_ ahead: Double, since began: Double?, at now: Double) {
        guard ahead > 0, first == nil else { return }
        first = began.map { ($0, 0) } ?? (now, ahead)
    }

    /// Whether `ahead` seconds of data at a time suffice for a start.
    func suffices(_ ahead: Double, at now: Double) -> Bool {
        guard let first, ahead >= PlayoutLimits.suppliedStartAmount, ahead - first.ahead >= PlayoutLimits.suppliedStartAmount / 2 else {
            return false
        }
        return ahead - first.ahead >= PlayoutLimits.sufficientSupply * (now - first.time)
    }

    static func == (a: StartSupply, b: StartSupply) -> Bool { a.first?.time == b.first?.time && a.first?.ahead == b.first?.ahead }
}
