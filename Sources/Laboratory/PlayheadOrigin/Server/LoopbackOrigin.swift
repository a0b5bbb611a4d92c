import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import PlayheadCMCD
import PlayheadCore
@_exported import PlayheadNumbers
import PlayheadTransport

/// An HTTP/1.1 server on the loopback interface that serves a folder, bytes in memory and computed responses, injects faults on demand, and
/// records its requests.
///
/// The origin uses SwiftNIO's HTTP/1 codec, which leaves control of every byte, length and connection close to the origin, because
/// faults need it. Each origin has its own thread. All members can be used from any thread. The owner of an origin ends it with ``stop()``.
package final class LoopbackOrigin: Sendable {
    /// The port that the origin listens on.
    package let port: Int
    private let core: OriginCore
    private let shutdown: OriginShutdown
    /// Whether the origin serves https.
    package let isSecure: Bool
    /// The system's identifier of the thread of the origin; nil if unavailable.
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

    /// Starts an origin.
    ///
    /// - Parameters:
    ///   - root: The folder whose files are served; links that lead out of it are not followed. Nil: only added resources are served.
    ///   - host: The address to listen on; loopback by default. Other addresses are for servers that other machines may use.
    ///   - port: The port; 0 for a free one.
    ///   - bytesPerSecond: The bandwidth that all connections share; nil for no limit.
    ///   - clock: The clock that times latencies, stalls and bandwidths.
    ///   - limits: The limits for clients.
    ///   - security: Adds TLS to a new connection, on its event loop; the addresses of the origin are then those of https. Nil: http.
    /// - Returns: The running origin.
    /// - Throws: ``OriginError`` for a missing folder or an unavailable port.
    package static func start(
        root: URL? = nil, host: String = "127.0.0.1", port: Int = 0, bytesPerSecond: Double? = nil,
        clock: any PlaybackClock = SystemClock(), limits: OriginLimits = OriginLimits(),
        security: (@Sendable (any Channel) throws -> Void)? = nil
    ) async throws -> LoopbackOrigin {
        var folder: String?
        if let root {
            guard let resolved = resolvedPath(root.path) else { throw OriginError.noSuchFolder(root) }
            folder = resolved
        }
        guard (0...65535).contains(port) else { throw OriginError.noSuchPort(port) }
        let core = OriginCore(root: folder, bytesPerSecond: bytesPerSecond, clock: clock, limits: limits)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let listener = try await ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try Self.accept(channel, core: core, security) }
                }
                .bind(host: host, port: port).get()
            let shutdown = OriginShutdown(core: core, listener: listener, group: group)
            let threadID = try await listener.eventLoop.submit { currentThreadID() }.get()
            return LoopbackOrigin(
                port: listener.localAddress?.port ?? port, isSecure: security != nil, threadID: threadID, core: core, shutdown: shutdown)
        } catch {
            try? await group.shutdownGracefully()
            guard let error = error as? IOError else { throw error }
            throw OriginError.unavailablePort(port, String(cString: strerror(error.errnoCode)))
        }
    }

    /// Closes the listening socket and all connections immediately, and returns when the origin's thread has ended. Idempotent.
    package func stop() async {
        await shutdown.begin().value
    }

    /// Sets up a new connection; called on its event loop.
    private static func accept(_ channel: any Channel, core: OriginCore, _ security: (@Sendable (any Channel) throws -> Void)?) throws {
        guard FileDescriptors.hasReserve else { throw IOError(errnoCode: EMFILE, reason: "accept") }
        try security?(channel)
        let (requests, continuation) = AsyncStream<ReceivedRequest>.makeStream()
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(withPipeliningAssistance: true)
        try channel.pipeline.syncOperations.addHandler(RequestCollector(continuation, core: core))
        let isAccepted = core.register(channel) { number in
            let connection = OriginConnection(channel: channel, number: number, core: core)
            return Task { await connection.run(requests) }
        }
        guard isAccepted else { throw ChannelError.alreadyClosed }
    }
}

extension LoopbackOrigin {
    /// Returns the URL of a path.
    ///
    /// - Parameter path: A path below the root, not percent-encoded, with or without a leading slash. The text after a question mark is an
    ///   already encoded query.
    /// - Returns: The absolute URL, with the scheme and the port of the origin.
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

    /// Serves bytes at a path; replaces an earlier resource of that path, and hides a file of that name.
    ///
    /// - Parameters:
    ///   - path: The path below the root.
    ///   - bytes: The whole representation; clients may request ranges of it.
    ///   - type: The media type; nil: determined by the extension of the path.
    package func add(_ path: String, _ bytes: [UInt8], type: String? = nil) {
        core.add(Self.key(path), bytes: bytes, type: type ?? MediaType.forPath(path))
    }

    /// Serves text in UTF-8; see ``add(_:_:type:)``.
    package func add(_ path: String, text: String, type: String? = nil) {
        add(path, Array(text.utf8), type: type)
    }

    /// Answers requests of any method whose path matches a pattern by a closure. If several patterns match, the one added first is used.
    ///
    /// - Parameters:
    ///   - pattern: The pattern of the paths.
    ///   - answer: Called for each request, concurrently; an error that the closure throws becomes status 500.
    package func add(_ pattern: PathPattern, answer: @escaping @Sendable (OriginRequest) async throws -> OriginResponse) {
        core.add(pattern, answer: answer)
    }

    /// Removes the resource of a path, and the closures added for that pattern.
    package func remove(_ path: String) {
        core.remove(Self.key(path))
    }

    /// Adds a fault, which applies to requests that arrive from now on.
    @discardableResult
    package func addFault(_ fault: Fault) -> FaultID {
        core.addFault(fault)
    }

    /// Removes a fault; responses that it already applies to are not changed.
    package func removeFault(_ id: FaultID) {
        core.removeFault(id)
    }

    /// Removes all faults.
    package func removeAllFaults() {
        core.removeAllFaults()
    }

    /// The bandwidth that all connections share, in bytes per second; nil for no limit. Can be changed during transfers.
    package var bytesPerSecond: Double? {
        get { core.pacer.bytesPerSecond }
        set { core.pacer.bytesPerSecond = newValue }
    }

    /// Makes bandwidth and latency follow a recorded trace from now on; all connections share them.
    package func follow(_ trace: NetworkTrace) {
        core.pacer.follow(trace, from: core.clock.now)
    }

    /// The requests so far, in the order of their arrival; the latest of very many.
    package var requests: [RequestRecord] { core.log.records }

    /// Removes the recorded requests; later requests continue the numbering.
    package func clearRequests() {
        core.log.clear()
    }

    /// Waits until the requests so far satisfy a condition.
    ///
    /// - Parameter condition: Evaluated now and after each change, with a lock held; may only read its argument.
    /// - Returns: The requests that satisfied the condition.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    @discardableResult
    package func requests(until condition: @escaping @Sendable ([RequestRecord]) -> Bool) async throws -> [RequestRecord] {
        try await core.log.wait(until: condition)
    }

    /// The data of CMCD in the requests so far, validated, in the order of arrival; the latest of very many.
    package var clientData: [ClientDataRecord] { core.clientData.records }

    /// The sessions whose reports have arrived, by their identifiers, and the reports of them that are missing.
    package var clientDataSessions: (identifiers: Set<String>, gaps: [CMCDProblem]) {
        (core.clientData.sessions, core.clientData.gaps)
    }

    /// Calls a closure for the data of CMCD in each further request, on the thread of the origin.
    package func observeClientData(_ observer: @escaping @Sendable (ClientDataRecord) -> Void) { core.clientData.observe(observer) }

    /// The clock that times latencies, stalls and bandwidths.
    var clock: any PlaybackClock { core.clock }

    /// The number of open connections.
    package var connectionCount: Int { core.connectionCount }

    /// The length of the bodies of all requests that are not answered.
    var reservedBytes: Int { core.reservedBytes }

    private static func key(_ path: String) -> String {
        String(path.drop { $0 == "/" })
    }
}

/// An error that prevents the start of an origin.
package enum OriginError: Error, Equatable {
    /// The folder to serve does not exist.
    case noSuchFolder(URL)
    /// The port is not a number from 0 to 65535.
    case noSuchPort(Int)
    /// The port can't be listened on, for the system's reason.
    case unavailablePort(Int, String)
}
