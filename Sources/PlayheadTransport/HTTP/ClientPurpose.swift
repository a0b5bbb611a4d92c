import AsyncHTTPClient
import NIOCore
import NIOSSL

/// The use of an HTTP client: requests with different ways to their servers need different clients.
enum ClientPurpose: Hashable, Sendable {
    /// Requests over `http`, with HTTP/1.1.
    case plain
    /// Requests over `https`, with HTTP/2 if the server supports it.
    case secure
    /// Requests over `http` to a proxy, with HTTP/1.1.
    case forward
    /// Requests over `https` through tunnels of a proxy (CONNECT, RFC 9110 §9.3.6).
    case tunnel(ProxyAddress)

    /// Whether the connections use TLS.
    var isSecure: Bool {
        switch self {
        case .plain, .forward: false
        case .secure, .tunnel: true
        }
    }
}

extension HTTPClient.Configuration {
    /// Creates the configuration of a client, whose connections are reported to `metrics`.
    init(_ configuration: HTTPLoaderConfiguration, for purpose: ClientPurpose, spares: SpareConnections, metrics: TransferMetrics) {
        self.init(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(10)),
            connectionPool: .init(idleTimeout: .seconds(30)),
            decompression: .enabled(limit: .size(configuration.decompressionLimit))
        )
        // A refused connection is reported at once, because the retry policy decides about further attempts.
        connectionPool.retryConnectionEstablishment = false
        connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(1, configuration.connectionsPerHost)
        switch purpose {
        case .plain, .forward: httpVersion = .http1Only
        case .secure: httpVersion = .automatic
        case .tunnel(let address):
            httpVersion = .automatic
            proxy = .server(
                host: address.host, port: address.port, authorization: address.encodedCredentials.map { .basic(credentials: $0) })
        }
        if purpose.isSecure {
            var tls = TLSConfiguration.makeClientConfiguration()
            // TLS 1.0 and 1.1 are deprecated (RFC 8996).
            tls.minimumTLSVersion = .tlsv12
            tls.trustRoots = SystemTrust.roots
            tls.additionalTrustRoots = configuration.certificateAuthorities.map { .file($0.path) }
            tlsConfiguration = tls
        }
        http1_1ConnectionDebugInitializer = { channel in
            channel.closeFuture.whenComplete { [weak spares] _ in spares?.connectionClosed() }
            return channel.eventLoop.makeCompletedFuture { try Self.prepare(connection: channel, for: purpose, metrics) }
        }
        http2ConnectionDebugInitializer = { channel in
            spares.multiplexedConnectionOpened()
            return channel.eventLoop.makeCompletedFuture {
                try Self.keepOneBuffer(of: channel)
                try HTTP2ReadPacer.install(on: channel)
                try HTTP2ConnectionGuard.install(on: channel)
                try ConnectionReporter.install(on: channel, isHTTP2: true, metrics)
            }
        }
        http2StreamChannelDebugInitializer = { channel in
            channel.eventLoop.makeCompletedFuture {
                try ResponseGuard.install(onStream: channel)
                try StaleConnectionDetector.install(onStream: channel)
                ServerAddressTagger.tag(stream: channel)
            }
        }
    }

    /// Adds the handlers to a connection of HTTP/1.1, which is not used without them.
    private static func prepare(connection channel: any Channel, for purpose: ClientPurpose, _ metrics: TransferMetrics) throws {
        try keepOneBuffer(of: channel)
        try ResponseGuard.install(onConnection: channel)
        try SpareRequestResponder.install(on: channel)
        try ICYStatusLine.install(on: channel)
        try StaleConnectionDetector.install(onConnection: channel)
        if purpose == .forward { try ForwardedRequest.install(on: channel) }
        try ReadPacer.install(on: channel)
        try ConnectionReporter.install(on: channel, isHTTP2: false, metrics)
        ServerAddressTagger.tag(connection: channel)
    }

    /// Limits the buffers that a connection keeps to one. By default they are four of 64 KiB, which are a megabyte for each of many viewers
    /// in a process.
    private static func keepOneBuffer(of channel: any Channel) throws {
        try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
    }
}
