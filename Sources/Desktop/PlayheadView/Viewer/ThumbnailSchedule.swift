/// Decides when the picture of an item is stored for the list of recent items: a pure value that gets the time with each call.
package struct ThumbnailSchedule: Sendable, Equatable {
    private var start: Double
    private var last: Double?

    /// The size that a stored picture fits into, in pixels.
    package static let size = (width: 320, height: 180)
    /// The maximum size of a stored picture, in bytes.
    package static let maximumBytes = 512 << 10

    /// Creates the schedule of an item that starts now.
    package init(at now: Double) { start = now }

    /// Returns whether a picture is due: the first after a few seconds, then one each minute, and one at each pause.
    package mutating func isDue(at now: Double, isPaused: Bool = false) -> Bool {
        let (first, interval, pause) = (3.0, 60.0, 1.0)
        let isDue = isPaused ? last.map { now >= $0 + pause } ?? true : now >= (last.map { $0 + interval } ?? start + first)
        if isDue { last = now }
        return isDue
    }
}
