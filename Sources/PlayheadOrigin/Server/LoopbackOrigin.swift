import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import PlayheadCore

/// An HTTP/1.1 server on the loopback interface that serves a folder, bytes in memory and computed answers, misbehaves on demand, and
/// remembers what it was asked.
///
/// It stands on SwiftNIO's HTTP/1 codec because that leaves every byte, length and end of a connection to us, which faults need.
/// Each origin has one thread of its own. All members may be used from any thread. Whoever starts an origin ends it with ``stop()``.
package final class LoopbackOrigin: Sendable {
    /// The port that it listens on.
    package let port: Int
    private let core: OriginCore
    private let shutdown: OriginShutdown
    /// Whether it speaks https.
    package let isSecure: Bool
    /// The number of the thread that serves, as the system tells it.
    let threadID: Int?

    private init(port: Int, isSecure: Bool, threadID: Int?, core: OriginCore, shutdown: OriginShutdown) {
        self.port = port
        self.isSecure = isSecure
        self.threadID = threadID
        self.core = core
        self.shutdown = shutdown
    }

    deinit {
        shutdown.begin()
    }

    /// Starts an origin on 127.0.0.1.
    ///
    /// - Parameters:
    ///   - root: A folder whose files are served; links that lead out of it are not followed. Nil: only what is added.
    ///   - port: The port, 0 for a free one.
    ///   - bytesPerSecond: The bandwidth that all connections share; nil for no limit.
    ///   - clock: By which latencies, stalls and bandwidths are timed.
    ///   - identity: The certificate that it shows, and its key: then it speaks https only. Nil: http.
    /// - Throws: The system's error if the port can't be had, ``OriginError`` if the folder does not exist, or NIOSSL's if the identity can't be read.
    package static func start(
        root: URL? = nil, port: Int = 0, bytesPerSecond: Double? = nil, clock: any PlaybackClock = SystemClock(),
        identity: OriginIdentity? = nil
    ) async throws -> LoopbackOrigin {
        var folder: String?
        if let root {
            guard let resolved = resolvedPath(root.path) else { throw OriginError.noSuchFolder(root) }
            folder = resolved
        }
        guard (0...65535).contains(port) else { throw OriginError.noSuchPort(port) }
        let core = OriginCore(root: folder, bytesPerSecond: bytesPerSecond, clock: clock)
        let security = try identity?.context()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let listener = try await ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try Self.accept(channel, core: core, security) }
                }
                .bind(host: "127.0.0.1", port: port).get()
            let shutdown = OriginShutdown(core: core, listener: listener, group: group)
            let threadID = try await listener.eventLoop.submit { currentThreadID() }.get()
            return LoopbackOrigin(
                port: listener.localAddress?.port ?? port, isSecure: security != nil, threadID: threadID, core: core, shutdown: shutdown)
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    /// Closes the listening socket and every connection, at once, and returns when the origin's thread has ended. May be called again.
    package func stop() async {
        await shutdown.begin().value
    }

    /// Sets up a new connection; called on its event loop.
    private static func accept(_ channel: any Channel, core: OriginCore, _ security: NIOSSLContext?) throws {
        if let security { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: security)) }
        let (requests, continuation) = AsyncStream<ReceivedRequest>.makeStream()
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(withPipeliningAssistance: false)
        try channel.pipeline.syncOperations.addHandler(RequestCollector(continuation))
        let isAccepted = core.register(channel) { number in
            let connection = OriginConnection(channel: channel, number: number, core: core)
            return Task { await connection.run(requests) }
        }
        guard isAccepted else { throw ChannelError.alreadyClosed }
    }
}

extension LoopbackOrigin {
    /// The URL of a path.
    ///
    /// - Parameter path: A path below the root, not percent-encoded, with or without a leading slash. What follows a question mark is taken as
    ///   an already encoded query.
    package func url(_ path: String) -> URL {
        let parts = path.drop { $0 == "/" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var components = URLComponents()
        components.scheme = isSecure ? "https" : "http"
        components.host = "127.0.0.1"
        components.port = port
        components.percentEncodedPath = "/" + RequestPath.percentEncoded(parts.first ?? "")
        if parts.count > 1, let query = URLComponents(string: "?" + parts[1])?.percentEncodedQuery {
            components.percentEncodedQuery = query
        }
        return components.url ?? URL(fileURLWithPath: "/")
    }

    /// Serves bytes; replaces what was added for that path before, and hides a file of that name.
    ///
    /// - Parameters:
    ///   - path: The path below the root.
    ///   - bytes: The whole representation; ranges of it may be asked for.
    ///   - type: The media type; nil: by the path's extension.
    package func add(_ path: String, _ bytes: [UInt8], type: String? = nil) {
        core.add(Self.key(path), bytes: bytes, type: type ?? MediaType.forPath(path))
    }

    /// Serves text in UTF-8, as ``add(_:_:type:)`` serves bytes.
    package func add(_ path: String, text: String, type: String? = nil) {
        add(path, Array(text.utf8), type: type)
    }

    /// Answers requests whose path matches a pattern by a closure, whatever their method. Those added first are asked first.
    ///
    /// - Parameters:
    ///   - pattern: Which paths.
    ///   - answer: Called for each request, several at once; an error that it throws becomes status 500.
    package func add(_ pattern: PathPattern, answer: @escaping @Sendable (OriginRequest) async throws -> OriginResponse) {
        core.add(pattern, answer: answer)
    }

    /// Takes back what was added for a path or pattern.
    package func remove(_ path: String) {
        core.remove(Self.key(path))
    }

    /// Adds a fault; it applies to requests that arrive from now on.
    @discardableResult
    package func addFault(_ fault: Fault) -> FaultID {
        core.addFault(fault)
    }

    /// Takes a fault back; responses that it has already hit stay as they are.
    package func removeFault(_ id: FaultID) {
        core.removeFault(id)
    }

    /// Takes all faults back.
    package func removeAllFaults() {
        core.removeAllFaults()
    }

    /// The bandwidth that all connections share, in bytes a second; nil for no limit. May change while bytes flow.
    package var bytesPerSecond: Double? {
        get { core.pacer.bytesPerSecond }
        set { core.pacer.bytesPerSecond = newValue }
    }

    /// Lets bandwidth and latency change as a recorded network did, from now on; all connections share it.
    package func follow(_ trace: NetworkTrace) {
        core.pacer.follow(trace, from: core.clock.now)
    }

    /// The requests so far, in the order in which they arrived.
    package var requests: [RequestRecord] { core.log.records }

    /// Forgets the requests so far; the numbers of later ones go on.
    package func clearRequests() {
        core.log.clear()
    }

    /// Waits until the requests so far satisfy a condition.
    ///
    /// - Parameter condition: Asked now and after each change, under a lock: it must only look at its argument.
    /// - Returns: The requests that satisfied it.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    @discardableResult
    package func requests(until condition: @escaping @Sendable ([RequestRecord]) -> Bool) async throws -> [RequestRecord] {
        try await core.log.wait(until: condition)
    }

    /// By which latencies, stalls and bandwidths are timed.
    var clock: any PlaybackClock { core.clock }

    /// How many connections are open.
    package var connectionCount: Int { core.connectionCount }

    private static func key(_ path: String) -> String {
        String(path.drop { $0 == "/" })
    }
}

/// Why an origin could not be started.
package enum OriginError: Error, Equatable {
    /// The folder to serve does not exist.
    case noSuchFolder(URL)
    /// A port is a number from 0 to 65535.
    case noSuchPort(Int)
}
