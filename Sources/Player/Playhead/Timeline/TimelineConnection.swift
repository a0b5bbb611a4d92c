import PlayheadTransport

/// A connection that accepts requests. Times are in seconds from the load.
package struct TimelineConnection: Sendable, Hashable, Identifiable {
    /// The number of the connection.
    package let id: Int
    /// The facts.
    package let facts: ConnectionFacts
    /// The time at which the connection was established.
    package let opened: Double
    /// The time at which the connection was closed; `nil` before.
    package var closed: Double?

    /// Creates a connection.
    package init(id: Int, facts: ConnectionFacts, opened: Double, closed: Double? = nil) {
        self.id = id
        self.facts = facts
        self.opened = opened
        self.closed = closed
    }
}
