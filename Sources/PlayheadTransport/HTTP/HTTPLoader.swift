import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// Loads over http and https, with HTTP/2 where the server offers it.
///
/// It keeps connections open for further requests. It has no thread of its own; ``shutdown()`` closes its connections, and so does letting
/// go of it and of all its bodies. Many loaders in one process share nothing but the event loops.
///
/// Header fields, cookies without a domain, user name and password are sent to the origins of ``LoadRequest/binding`` only; to others go
/// `Accept`, `Accept-Language`, `Accept-Encoding`, `User-Agent`, `Cache-Control`, `Pragma` and `DNT`. Redirects (RFC 9110 §15.4) are followed up to
/// a limit. After a redirect out of those origins the rest of the request carries none of them, even if a later redirect leads back.
/// A redirect from https to http is refused.
public final class HTTPLoader: Loader {
    /// Counts requests and bytes.
    public let metrics: TransferMetrics
    private let configuration: HTTPLoaderConfiguration
    private let client: Mutex<Client>

    /// The client, made for the first request.
    private enum Client {
        case none, closed
        case open(HTTPClientHandle)
    }

    /// Makes a loader; nothing is opened before the first request.
    /// - Parameters:
    ///   - configuration: How it behaves.
    ///   - metrics: Where requests, bytes and samples go.
    public init(configuration: HTTPLoaderConfiguration = HTTPLoaderConfiguration(), metrics: TransferMetrics = TransferMetrics()) {
        self.configuration = configuration
        self.metrics = metrics
        client = Mutex(.none)
    }

    /// Ends all transfers, closes all connections and returns when they are closed; one that is still being made may take up to 10 s more, and
    /// is not waited for longer than half a second. Later loads fail; calling it again is harmless.
    public func shutdown() async {
        let handle: HTTPClientHandle? = client.withLock { client in
            guard case .open(let handle) = client else {
                client = .closed
                return nil
            }
            return handle
        }
        await handle?.shutdown()
    }

    /// The client for a request.
    /// - Throws: ``LoadError`` after ``shutdown()``, and where there are too few file descriptors for one.
    private func handle(for request: LoadRequest) throws -> HTTPClientHandle {
        try client.withLock { client in
            switch client {
            case .open(let handle): return handle
            case .closed: throw LoadError(.shutDown, kind: request.kind, url: request.url)
            case .none:
                guard let eventLoops = EventLoops.group else {
                    throw LoadError(.unreachable, kind: request.kind, url: request.url, detail: LoadError.noDescriptorDetail)
                }
                let handle = HTTPClientHandle(configuration, on: eventLoops)
                client = .open(handle)
                return handle
            }
        }
    }

    /// Loads from an `http` or `https` URL.
    public func load(_ request: LoadRequest) async throws -> LoadResponse { try await load(request, onSent: {}) }

    /// - Parameter onSent: Hears when the request was written, that of the first address where redirects follow.
    func load(_ request: LoadRequest, onSent: @escaping @Sendable () -> Void) async throws -> LoadResponse {
        try Task.checkCancellation()
        if let problem = RequestAddress.problem(of: request.url) {
            throw LoadError(.invalidURL, kind: request.kind, url: request.url, detail: problem)
        }
        guard request.byteRange?.isValid ?? true, request.cookies.allSatisfy(\.isValid) else {
            throw LoadError(.invalidRequest, kind: request.kind, url: request.url)
        }
        let handle = try handle(for: request)
        let deadline = NIODeadline.now() + request.timeouts.head.timeAmount
        var onSent: (@Sendable () -> Void)? = onSent
        var redirects = RedirectTracker(
            url: request.url.withoutUserInfo, limit: configuration.maximumRedirects, binding: request.binding)
        while true {
            if let problem = RequestAddress.problem(of: redirects.url) {
                throw LoadError(.invalidURL, kind: request.kind, url: redirects.url, detail: problem)
            }
            let transfer = HTTPTransfer(request, url: redirects.url, configuration: configuration, metrics: metrics, onSent: onSent)
            onSent = nil
            let headers = RequestHeaders.fields(
                for: request, at: redirects.url, userAgent: configuration.userAgent, withSecrets: !redirects.hasLeftOrigin,
                withUserInfo: !redirects.hasLeftFirstOrigin)
            try transfer.start(handle, headers: headers, headDeadline: deadline)
            let head = try await transfer.receiveHead()
            if HTTPTransfer.isSuccess(head) { return transfer.response(head) }
            let status = Int(head.status.code)
            do {
                guard try redirects.follow(status: status, location: head.headers.first(name: "Location")) else {
                    throw transfer.error(.status(status), retryAfter: Self.retryAfter(head))
                }
            } catch let refusal as RedirectTracker.Refusal {
                throw transfer.error(refusal.reason)
            }
        }
    }

    /// Seconds only: a date would need the wall clock of the server.
    private static func retryAfter(_ head: HTTPResponseHead) -> Double? {
        guard let field = head.headers.first(name: "Retry-After"), let seconds = Double(field), seconds.isFinite, seconds >= 0 else {
            return nil
        }
        return seconds
    }
}

extension HTTPTransfer {
    /// The response; its body owns the transfer from here on.
    fileprivate func response(_ head: HTTPResponseHead) -> LoadResponse {
        let plan = state.withLock { $0.buffer.plan }
        return LoadResponse(
            status: Int(head.status.code), headers: HeaderFields(head.headers.map { ($0.name, $0.value) }), url: url,
            contentLength: plan?.contentLength, totalLength: plan?.totalLength, acceptsRanges: plan?.acceptsRanges ?? false,
            serverAddress: serverAddress.withLock { $0 }, body: LoadBody(source: self))
    }
}
