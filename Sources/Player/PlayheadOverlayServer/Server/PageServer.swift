import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Serves pages and their WebSockets on a port, from ``bind(host:port:limits:)`` to ``stop()``. From any thread.
final class PageServer: Sendable {
    /// The port, also where a free one was asked for.
    let port: Int
    private let listener: any Channel
    private let limits: ServerLimits
    private let site: EventLoopPromise<PageSite>
    private let connections: PageConnections

    private init(_ listener: any Channel, _ limits: ServerLimits, _ site: EventLoopPromise<PageSite>, _ connections: PageConnections) {
        self.listener = listener
        port = listener.localAddress?.port ?? 0
        self.limits = limits
        self.site = site
        self.connections = connections
    }

    /// Listens on an address of this machine; port 0 selects a free one. Connections wait until ``serve(_:)``.
    /// - Throws: ``ListeningError``.
    static func bind(host: String, port: Int, limits: ServerLimits = ServerLimits()) async throws -> PageServer {
        var reason = "it is not an address of this machine"
        do {
            try EventLoopDescriptors.check()
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            for address in try ListeningAddresses.find(host: host, port: port) {
                do { return try await bind(address, on: loop, limits) } catch let error as IOError {
                    reason = String(cString: strerror(error.errnoCode))
                }
            }
        } catch {
            reason = "\(error)"
        }
        throw ListeningError(host: host, port: port, reason: reason)
    }

    private static func bind(_ address: SocketAddress, on loop: any EventLoop, _ limits: ServerLimits) async throws -> PageServer {
        let site = loop.makePromise(of: PageSite.self)
        let connections = PageConnections(on: loop, maximum: limits.connections)
        let budget = AnswerBudget(on: loop, maximum: limits.answers)
        // One loop for all connections: their handlers share values without locks.
        let bootstrap = ServerBootstrap(group: loop).serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { listener in
                listener.eventLoop.makeCompletedFuture {
                    try listener.keepFromChildren()
                    let handler = AcceptBackoffHandler(shouldForwardIOErrorCaught: false) { _ in .milliseconds(50) }
                    try listener.pipeline.syncOperations.addHandler(handler)
                }
            }
            .childChannelOption(.maxMessagesPerRead, value: 1).childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: PagePipeline.readSize))
            .childChannelInitializer { page in
                page.eventLoop.makeCompletedFuture {
                    try connections.add(page)
                    try page.keepFromChildren()
                }.flatMap { site.futureResult }.flatMapThrowing { try configure(page, $0, limits, budget) }
            }
        do {
            return PageServer(try await bootstrap.bind(to: address).get(), limits, site, connections)
        } catch {
            site.fail(error)
            throw error
        }
    }

    /// Begins to answer requests.
    func serve(_ site: PageSite) { self.site.succeed(site) }

    /// Closes the port; connections have a moment to end by themselves. Returns when all are closed.
    func stop() async {
        site.fail(ChannelError.eof)
        try? await listener.close()
        await connections.close(after: limits.shutdownTimeout)
    }

    private static func configure(_ page: any Channel, _ site: PageSite, _ limits: ServerLimits, _ budget: AnswerBudget) throws {
        let (encoder, decoder, handler) = (HTTPResponseEncoder(), PagePipeline.makeRequestDecoder(), RequestHandler(site, budget))
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: PagePipeline.maximumMessage, automaticErrorHandling: false,
            shouldUpgrade: { page, request in
                page.eventLoop.makeSucceededFuture(site.policy.decision(on: request) == .socket ? [:] : nil)
            },
            upgradePipelineHandler: { page, _ in page.eventLoop.makeCompletedFuture { try open(page, site, limits) } })
        let upgrade = HTTPServerUpgradeHandler(
            upgraders: [upgrader], httpEncoder: encoder, extraHTTPHandlers: [decoder, handler], upgradeCompletionHandler: { _ in })
        try page.pipeline.syncOperations.addHandlers([ConnectionGuard(limits), encoder, decoder, upgrade, handler])
    }

    /// Makes a connection the WebSocket of a page.
    private static func open(_ page: any Channel, _ site: PageSite, _ limits: ServerLimits) throws {
        try page.pipeline.syncOperations.addHandlers(PagePipeline.makeMessageHandlers())
        // The page's next bytes are read when all of its messages were handled.
        let messages = try NIOAsyncChannel<PageMessage, Never>(
            wrappingChannelSynchronously: page, configuration: .init(backPressureStrategy: .init(lowWatermark: 1, highWatermark: 1)))
        let socket = PageSocket(page, maximumPendingBytes: limits.pendingBytes)
        let connection = PageConnection(page: messages, socket: socket, heartbeat: site.heartbeat, deliver: site.deliver)
        Task { await connection.run() }
    }
}

extension Channel {
    /// Keeps the socket from programs that are started from this one.
    fileprivate func keepFromChildren() throws {
        try pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
    }
}

/// The limits of a ``PageServer``.
struct ServerLimits: Sendable {
    /// The maximum time until a request is complete and its answer begins, and the maximum time in which a page reads nothing of what is sent.
    var timeout = TimeAmount.seconds(10)
    /// The maximum time that a page has to close a connection after everything was sent.
    var closingTimeout = TimeAmount.seconds(2)
    /// The maximum time that connections have to end by themselves after the port is closed.
    var shutdownTimeout = TimeAmount.milliseconds(500)
    /// The maximum number of connections at a time; more are closed.
    var connections = 128
    /// The maximum number of bytes of all files that are being sent; further requests are answered with status 503.
    var answers = 128 * 1_048_576
    /// The maximum number of bytes that wait to be sent on a WebSocket.
    var pendingBytes = 8 * 1_048_576
}

/// The error of a ``SecondScreen`` whose address or port is unavailable.
package struct ListeningError: LocalizedError, Hashable, CustomStringConvertible {
    /// The address, as it was given.
    package let host: String
    /// The port, as it was given.
    package let port: Int
    /// The description by the system.
    package let reason: String

    /// All of it in a sentence.
    package var description: String { "\(host), port \(port), is unavailable for listening: \(reason)" }
    /// The same as ``description``.
    package var errorDescription: String? { description }
}
