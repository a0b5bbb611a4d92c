import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// The HTTP clients of a loader with their connection pools, which are shut down explicitly or when the last reference is released.
///
/// The clients run on one event loop of the process and have no thread of their own.
final class HTTPClientHandle: Sendable {
    /// A spare connection was closed, and no request needs another one.
    private struct SpareConnectionRefused: Error {}

    /// The client for `http`: HTTP/1.1, with a spare connection for each origin.
    private let plain: HTTPClient
    /// The client for `https`: HTTP/2 if the server supports it. Its pool opens a single connection until it knows the protocol, and loses
    /// count of spare connections (`docs/UPSTREAM.md`).
    private let secure: HTTPClient
    private let budget = ConnectionBudget()
    private let closing = Mutex<EventLoopFuture<Void>?>(nil)

    /// Creates the clients on `eventLoop`.
    init(_ configuration: HTTPLoaderConfiguration, on eventLoop: any EventLoop) {
        var settings = Self.settings(configuration)
        secure = HTTPClient(eventLoopGroup: eventLoop, configuration: settings)
        settings.httpVersion = .http1Only
        // A spare connection saves the round trips of connecting when requests run in parallel, and after a cancelled transfer.
        settings.connectionPool.preWarmedHTTP1ConnectionCount = 1
        settings.http1_1ConnectionDebugInitializer = { [budget] channel in
            channel.eventLoop.makeCompletedFuture {
                guard budget.take() else {
                    channel.close(promise: nil)
                    throw SpareConnectionRefused()
                }
                try Self.prepare(connection: channel)
            }
        }
        plain = HTTPClient(eventLoopGroup: eventLoop, configuration: settings)
    }

    private static func settings(_ configuration: HTTPLoaderConfiguration) -> HTTPClient.Configuration {
        var settings = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(10)),
            connectionPool: .init(idleTimeout: .seconds(30)),
            decompression: .enabled(limit: .size(configuration.decompressionLimit))
        )
        // A refused connection is reported at once, because the retry policy decides about further attempts.
        settings.connectionPool.retryConnectionEstablishment = false
        settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(1, configuration.connectionsPerHost)
        settings.httpVersion = .automatic
        var tls = TLSConfiguration.makeClientConfiguration()
        // TLS 1.0 and 1.1 are deprecated (RFC 8996).
        tls.minimumTLSVersion = .tlsv12
        tls.additionalTrustRoots = configuration.certificateAuthorities.map { .file($0.path) }
        settings.tlsConfiguration = tls
        settings.http1_1ConnectionDebugInitializer = { channel in
            channel.eventLoop.makeCompletedFuture { try prepare(connection: channel) }
        }
        settings.http2ConnectionDebugInitializer = { channel in
            channel.eventLoop.makeCompletedFuture { try HTTP2ConnectionGuard.install(on: channel) }
        }
        settings.http2StreamChannelDebugInitializer = { channel in
            channel.eventLoop.makeCompletedFuture {
                try ResponseGuard.install(onStream: channel)
                ServerAddressTagger.tag(stream: channel)
            }
        }
        return settings
    }

    /// Adds the guards to a connection, which is not used without them.
    private static func prepare(connection channel: any Channel) throws {
        try ResponseGuard.install(onConnection: channel)
        ServerAddressTagger.tag(connection: channel)
    }

    /// Starts a request.
    func execute(_ request: HTTPClient.Request, delegate: HTTPTransfer) -> HTTPClient.Task<Void> {
        guard request.url.scheme?.lowercased() == "http" else { return secure.execute(request: request, delegate: delegate) }
        budget.noteRequest()
        return plain.execute(request: request, delegate: delegate)
    }

    deinit {
        // The clients retain themselves until they are closed.
        beginShutdown()
    }

    /// Closes all connections; active transfers fail.
    @discardableResult
    func beginShutdown() -> EventLoopFuture<Void> {
        closing.withLock { closing in
            if let closing { return closing }
            let future = plain.shutdown().and(secure.shutdown()).map { _ in }
            closing = future
            return future
        }
    }

    /// Closes all connections, and waits for a limited time: a connection attempt to a host that does not respond can't be cancelled, and
    /// ends after its timeout of 10 s.
    func shutdown() async {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let promise = loop.makePromise(of: Void.self)
        // Both closures run on the promise's loop, and completing the promise twice has no effect.
        let timer: Scheduled<Void> = loop.scheduleTask(in: .milliseconds(500)) { promise.succeed() }
        beginShutdown().hop(to: loop).whenComplete { _ in
            timer.cancel()
            promise.succeed()
        }
        // The promise never fails.
        try? await promise.futureResult.get()
    }

    /// Whether the clients accept requests.
    var isOpen: Bool { closing.withLock { $0 == nil } }
}
