import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Keeps connections of HTTP/1.1 ready, so that neither parallel requests nor a request after a cancelled one wait for a handshake.
///
/// A spare request makes the client's pool open a connection if none is idle. ``SpareRequestResponder`` responds to the request on its
/// connection before it is sent. The pool's own spare connections are not used, because it opens them without a limit and loses count of
/// them (`docs/UPSTREAM.md`).
final class SpareConnections: Sendable {
    /// The method of spare requests; all other requests are GET.
    static let method = HTTPMethod.HEAD

    private typealias Spare = HTTPClient.Task<Void>

    private struct State {
        var plan = SpareConnectionPlan()
        /// The spare requests over TLS that are not answered.
        var secure: [Int: Spare] = [:]
        var lastNumber = 0
    }

    /// The time in which parallel requests start, so that connections are opened only for those that follow later.
    private static let delay = TimeAmount.milliseconds(5)

    private let state = Mutex(State())

    /// Handles the start of a request in a client, and opens connections so that `wanted` are ready. `task` is that of the request.
    func started(_ request: HTTPClient.Request, _ task: HTTPClient.Task<Void>, in client: HTTPClient, wanted: Int) {
        let server = SpareConnectionPlan.Server(request)
        let isDue = state.withLock { $0.plan.started(to: server, wanted: wanted) }
        task.futureResult.whenComplete { [weak self] _ in self?.state.withLock { $0.plan.ended(at: server) } }
        guard isDue else { return }
        task.eventLoop.scheduleTask(in: Self.delay) { [weak self] in self?.open(request, server, client) }
    }

    private func open(_ request: HTTPClient.Request, _ server: SpareConnectionPlan.Server, _ client: HTTPClient) {
        let count = state.withLock { $0.plan.due(for: server) }
        guard count > 0, let spare = try? HTTPClient.Request(url: request.url, method: Self.method) else { return }
        for _ in 0..<count { start(spare, server, client) }
    }

    private func start(_ request: HTTPClient.Request, _ server: SpareConnectionPlan.Server, _ client: HTTPClient) {
        guard let reservation = FileDescriptors.reserve() else {
            return state.withLock { $0.plan.spareEnded(at: server, isReady: false) }
        }
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let task = client.execute(request: request, delegate: SpareRequestDelegate())
        if server.isSecure { state.withLock { $0.secure[number] = task } }
        task.futureResult.whenComplete { [weak self] result in
            let isReady = if case .success = result { true } else { false }
            reservation.release()
            self?.state.withLock { state in
                state.secure[number] = nil
                state.plan.spareEnded(at: server, isReady: isReady)
            }
        }
    }

    /// Handles that a connection was closed, to whichever server.
    func connectionClosed() { state.withLock { $0.plan.connectionClosed() } }

    /// Cancels the spare requests over TLS when a connection of HTTP/2 was established, which would send them. Called on the event loop of
    /// the client.
    func multiplexedConnectionOpened() {
        let spares = state.withLock { state in
            state.plan.multiplexedConnectionOpened()
            return state.secure.values.map(\.self)
        }
        for task in spares { task.cancel() }
    }

    /// Handles the version of the response to `request`.
    func received(_ version: HTTPVersion, for request: HTTPClient.Request) {
        state.withLock { $0.plan.received(isMultiplexed: version.major > 1, from: SpareConnectionPlan.Server(request)) }
    }
}

extension SpareConnectionPlan.Server {
    init(_ request: HTTPClient.Request) {
        self.init(isSecure: request.useTLS, host: request.host, port: request.port)
    }
}

/// Ignores the response to a spare request.
private final class SpareRequestDelegate: HTTPClientResponseDelegate {
    func didFinishRequest(task: HTTPClient.Task<Void>) throws {}
}
