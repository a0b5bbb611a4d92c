/// Decides how many spare connections to open to a server: a value without I/O.
struct SpareConnectionPlan {
    /// A server to which connections are opened.
    struct Server: Hashable {
        var isSecure: Bool
        var host: String
        var port: Int
    }

    /// The knowledge of a server's protocol, which TLS negotiates.
    private enum Negotiation {
        /// The first request was started.
        case pending
        case http1
        /// One connection serves all requests.
        case http2
    }

    private struct Connections {
        /// The number of requests in progress.
        var active = 0
        /// The number of spare connections that are requested.
        var opening = 0
        /// The number of connections that should be open.
        var wanted = 0
        /// The number of connections that are open once the requested ones are.
        var aim = 0
        var isScheduled = false
    }

    /// Connections that are known to be open.
    private struct Ready {
        /// The number of connections.
        var count: Int
        /// The number of times that they were found open in succession.
        var rounds = 1
    }

    /// The number of rounds after which no more are needed. In one of them a spare request may have used the connection of a request that had
    /// just ended.
    private static let sufficientRounds = 3

    /// The maximum number of servers whose protocol is remembered.
    private static let serverLimit = 1000

    private var negotiations: [Server: Negotiation] = [:]
    private var connections: [Server: Connections] = [:]
    /// The connections that are open, until one of any server is closed.
    private var ready: [Server: Ready] = [:]

    /// Handles the start of a request to a server that should have `wanted` connections.
    /// - Returns: Whether to call ``due(for:)`` a little later, when parallel requests have started as well.
    mutating func started(to server: Server, wanted: Int) -> Bool {
        var state = connections[server] ?? Connections()
        defer { connections[server] = state }
        state.active += 1
        guard wanted > 1, isAllowed(server), !isReady(wanted, server) else { return false }
        state.wanted = max(wanted, state.wanted)
        defer { state.isScheduled = true }
        return !state.isScheduled
    }

    private func isReady(_ wanted: Int, _ server: Server) -> Bool {
        ready[server].map { $0.count >= wanted && $0.rounds >= Self.sufficientRounds } ?? false
    }

    /// Whether spare connections help. Before the first response of a server with TLS they are requested once.
    private mutating func isAllowed(_ server: Server) -> Bool {
        guard server.isSecure else { return true }
        switch negotiations[server] {
        case .http1: return true
        case .http2, .pending: return false
        case nil:
            if negotiations.count >= Self.serverLimit { negotiations.removeAll() }
            negotiations[server] = .pending
            return true
        }
    }

    /// Returns the number of spare connections to request now. Each is reported to ``spareEnded(at:)``.
    mutating func due(for server: Server) -> Int {
        guard let state = connections[server], state.isScheduled else { return 0 }
        connections[server]?.isScheduled = false
        // bounded: `active` and `opening` count objects, and `wanted` is a constant.
        let count = negotiations[server] == .http2 ? 0 : max(0, state.wanted - state.active - state.opening)
        connections[server]?.wanted = 0
        connections[server]?.opening += count
        connections[server]?.aim = state.wanted
        if count == 0, state.opening == 0 { endRound(server, state.wanted) }
        removeIfUnused(server)
        return count
    }

    /// Handles the end of a request.
    mutating func ended(at server: Server) {
        connections[server]?.active -= 1
        removeIfUnused(server)
    }

    /// Handles that a spare connection is ready, or that it could not be opened.
    mutating func spareEnded(at server: Server, isReady: Bool = true) {
        connections[server]?.opening -= 1
        if isReady, let state = connections[server], state.opening <= 0 { endRound(server, state.aim) }
        removeIfUnused(server)
    }

    private mutating func endRound(_ server: Server, _ count: Int) {
        if ready.count >= Self.serverLimit { ready.removeAll() }
        let known = ready[server] ?? Ready(count: 0)
        if count > known.count { ready[server] = Ready(count: count) }
        if count == known.count { ready[server]?.rounds = min(known.rounds + 1, Self.sufficientRounds) }
    }

    /// Handles that a connection was closed.
    mutating func connectionClosed() { ready.removeAll(keepingCapacity: true) }

    private mutating func removeIfUnused(_ server: Server) {
        if let state = connections[server], state.active <= 0, state.opening <= 0, !state.isScheduled { connections[server] = nil }
    }

    /// Handles the protocol of a response.
    mutating func received(isMultiplexed: Bool, from server: Server) {
        if server.isSecure { negotiations[server] = isMultiplexed ? .http2 : .http1 }
    }

    /// Handles that a connection of HTTP/2 was established, to one of the servers from which no response has arrived.
    mutating func multiplexedConnectionOpened() {
        negotiations = negotiations.mapValues { $0 == .pending ? .http2 : $0 }
    }
}
