/// Decides when the position of an item is stored during playback: a pure value that gets the time with each call.
package struct PositionSchedule: Sendable, Equatable {
    /// The maximum age of a stored position in seconds, which a crash loses.
    package static let maximumAge = 10.0

    private var last: Double
    private var isStored = false

    /// Creates the schedule of an item that starts now.
    package init(at now: Double) { last = now }

    /// Returns whether a position is due: every ten seconds, and as soon as the item is worth resuming, because earlier positions are not
    /// stored.
    package func isDue(_ position: Double, of duration: Double, at now: Double) -> Bool {
        now - last >= Self.maximumAge || !isStored && ViewerState.isWorthResuming(position, of: duration)
    }

    /// Notes that a position was passed to the memory.
    package mutating func note(_ position: Double, of duration: Double, at now: Double) {
        last = now
        isStored = ViewerState.isWorthResuming(position, of: duration)
    }
}
