import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// An HTTP client with its connection pool, which is shut down explicitly or when the last reference is released.
///
/// The client runs on the event loops of the process and has no thread of its own.
final class HTTPClientHandle: Sendable {
    let client: HTTPClient
    private let closing = Mutex<EventLoopFuture<Void>?>(nil)

    /// Creates the client on `eventLoops`.
    init(_ configuration: HTTPLoaderConfiguration, on eventLoops: MultiThreadedEventLoopGroup) {
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
        // A connection without its guards is not used.
        settings.http1_1ConnectionDebugInitializer = { channel in
            channel.eventLoop.makeCompletedFuture {
                try ResponseGuard.install(onConnection: channel)
                ServerAddressTagger.tag(connection: channel)
            }
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
        client = HTTPClient(eventLoopGroup: eventLoops, configuration: settings)
    }

    deinit {
        // The client retains itself until it is closed.
        beginShutdown()
    }

    /// Closes all connections; active transfers fail.
    @discardableResult
    func beginShutdown() -> EventLoopFuture<Void> {
        closing.withLock { closing in
            if let closing { return closing }
            let future: EventLoopFuture<Void> = client.shutdown()
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

    /// Whether the client accepts requests.
    var isOpen: Bool { closing.withLock { $0 == nil } }
}
