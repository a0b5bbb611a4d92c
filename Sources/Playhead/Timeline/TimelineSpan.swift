/// A period with a value, in seconds from the load.
package struct TimelineSpan<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The start.
    package var start: Double
    /// The end; `nil` while the period lasts.
    package var end: Double?
    /// The value.
    package var value: Value

    /// Creates a period.
    package init(start: Double, end: Double? = nil, value: Value) {
        self.start = start
        self.end = end
        self.value = value
    }
}
