/// A half-open range on a presentation's timeline, in seconds.
public struct TimeRange: Sendable, Hashable, Codable {
    /// Where the range begins, in seconds.
    public var start: Double
    /// Where the range ends, in seconds; not below `start`.
    public var end: Double

    /// Makes a range; an `end` before `start` gives an empty range at `start`.
    public init(start: Double, end: Double) {
        self.start = start
        self.end = max(start, end)
    }

    /// The length, in seconds.
    public var duration: Double { end - start }

    /// Whether nothing lies in the range.
    public var isEmpty: Bool { end <= start }

    /// Whether `time` (seconds) lies in the range; the end does not.
    public func contains(_ time: Double) -> Bool { time >= start && time < end }
}
