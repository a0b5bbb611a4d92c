/// A half-open range on a presentation's timeline, in seconds.
public struct TimeRange: Sendable, Hashable, Codable {
    /// The start, in seconds.
    public var start: Double
    /// The end, in seconds; not below `start`.
    public var end: Double

    /// Makes a range; an `end` before `start` gives an empty range at `start`.
    public init(start: Double, end: Double) {
        self.start = start
        self.end = max(start, end)
    }

    /// The duration, in seconds.
    public var duration: Double { end - start }

    /// Whether the range is empty.
    public var isEmpty: Bool { end <= start }

    /// Whether `time` (seconds) is in the range; the end is not.
    public func contains(_ time: Double) -> Bool { time >= start && time < end }
}
