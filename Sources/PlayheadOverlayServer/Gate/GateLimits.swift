/// How much the gate bears.
struct GateLimits: Sendable {
    /// How long a page may take for its request or to read what is written, and the server for the start of its answer or its farewell.
    var patience = Duration.seconds(10)
    /// How long a page may take to close a connection that is over.
    var farewell = Duration.seconds(2)
    /// How long all connections may take to end when the gate is closed.
    var lastFarewell = Duration.milliseconds(500)
    /// More connections at once are closed.
    var connections = 128
}
