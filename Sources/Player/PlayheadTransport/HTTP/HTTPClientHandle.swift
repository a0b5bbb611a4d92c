import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// The client of a loader with its connections, which are closed explicitly or when the last reference is released.
///
/// The client runs on one of the process's loops and has no thread of its own. It is created for the first request.
final class HTTPClientHandle: Sendable {
    private static let lastNumber = Atomic(0)
    /// The descriptors with which libcurl can be woken up, which it is not.
    private static let descriptorsPerGroup = 2

    /// The loop of the client.
    let loop: TransferLoop
    /// The number of the client on its loop.
    let number: Int
    private let settings: ClientSettings
    private let proxy: ProxyRules
    private let isClosed = Atomic(false)
    private let hasBegun = Atomic(false)

    /// Creates a handle whose connections are reported to `metrics`.
    init(_ configuration: HTTPLoaderConfiguration, on loop: TransferLoop, metrics: TransferMetrics) {
        self.loop = loop
        settings = ClientSettings(
            connectionsPerHost: configuration.connectionsPerHost, decompressionLimit: configuration.decompressionLimit,
            certificateAuthorities: configuration.certificateAuthorities, metrics: metrics)
        proxy = configuration.proxy
        number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    }

    deinit { close(then: {}) }

    /// Whether the client accepts requests.
    var isOpen: Bool { !isClosed.load(ordering: .acquiring) }

    /// Starts a request to a URL that ``RequestAddress`` accepts; its head has to arrive by `deadline`.
    /// - Throws: ``ProxyRules/Refusal`` if there is no way to the server, ``InvalidField`` if a field is invalid, or ``NoDescriptor``.
    func execute(_ url: URL, _ headers: HTTPHeaders, for transfer: HTTPTransfer, deadline: NIODeadline) throws {
        // The first request of a client opens libcurl's group of requests, too.
        let isFirst = !hasBegun.exchange(true, ordering: .relaxed)
        let allowsHTTP3 = transfer.request.allowsHTTP3 && HTTPLoader.supportsHTTP3
        // QUIC and TCP are tried beside each other.
        let connections = allowsHTTP3 ? 2 : 1
        guard let reservation = FileDescriptors.reserve(connections + (isFirst ? Self.descriptorsPerGroup : 0)) else {
            if isFirst { hasBegun.store(false, ordering: .relaxed) }
            throw NoDescriptor()
        }
        var order = TransferOrder(
            url: url.absoluteString, isSecure: url.scheme?.lowercased() == "https", fields: [], content: transfer.request.content,
            kind: transfer.request.kind)
        order.fields = try headers.map { name, value in
            guard let line = HeaderSyntax.line(name: name, value: value) else { throw InvalidField() }
            return line
        }
        switch proxy.route(to: url) {
        case .direct: order.allowsHTTP3 = allowsHTTP3
        case .proxy(let proxy): order.proxy = proxy
        case .invalid(let message): throw ProxyRules.Refusal(message: message)
        }
        transfer.hold(reservation)
        loop.execute { [self, order] core in
            // Checked here, because the loop creates the client of a number that it does not know.
            guard isOpen else { return transfer.finished(.failure(LoaderClosed())) }
            core.add(transfer, order, client: number, settings, deadline: deadline)
        }
    }

    /// Ends all transfers and closes all connections.
    func shutdown() async {
        await withCheckedContinuation { continuation in close { continuation.resume() } }
    }

    private func close(then finish: @escaping @Sendable () -> Void) {
        isClosed.store(true, ordering: .releasing)
        loop.execute { [number] core in
            core.close(client: number)
            finish()
        }
    }
}

/// The failure of a request for whose connection no file descriptor is left.
struct NoDescriptor: Error {}

/// The failure of a request with an invalid header field.
struct InvalidField: Error {}
