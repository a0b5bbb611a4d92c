import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// One HTTP client with its pool of connections; shut down when told to, or when nobody holds it any more.
///
/// It runs on the event loops that the process shares, so that it has no thread of its own.
final class HTTPClientHandle: Sendable {
    let client: HTTPClient
    private let closing = Mutex<EventLoopFuture<Void>?>(nil)

    /// - Parameter eventLoops: Where it runs.
    init(_ configuration: HTTPLoaderConfiguration, on eventLoops: MultiThreadedEventLoopGroup) {
        var settings = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(10)),
            connectionPool: .init(idleTimeout: .seconds(30)),
            decompression: .enabled(limit: .size(configuration.decompressionLimit))
        )
        // A refused connection is told at once; trying again is the retry policy's business.
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
        // The client keeps itself alive until it is closed.
        beginShutdown()
    }

    /// Closes all connections; transfers under way end with an error.
    @discardableResult
    func beginShutdown() -> EventLoopFuture<Void> {
        closing.withLock { closing in
            if let closing { return closing }
            let future: EventLoopFuture<Void> = client.shutdown()
            closing = future
            return future
        }
    }

    /// Closes all connections and waits for it, but not for long: a connection still being made, to a host that doesn't answer, can't be
    /// hurried, and closes by itself when its time limit for connecting (10 s) has passed.
    func shutdown() async {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let promise = loop.makePromise(of: Void.self)
        // Both run on the promise's loop, and fulfilling it again has no effect.
        let timer: Scheduled<Void> = loop.scheduleTask(in: .milliseconds(500)) { promise.succeed() }
        beginShutdown().hop(to: loop).whenComplete { _ in
            timer.cancel()
            promise.succeed()
        }
        // It is never failed.
        try? await promise.futureResult.get()
    }

    /// Whether it takes requests.
    var isOpen: Bool { closing.withLock { $0 == nil } }
}
