import CCurl
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// Loads over http and https, with HTTP/2 if the server supports it, and with HTTP/3 if the request allows it.
///
/// Connections are kept open for further requests. The loader has no thread of its own; its connections are closed by ``shutdown()``, and
/// when the loader and all of its bodies are released. Loaders of a process share only the threads of transfers.
///
/// Header fields, cookies without a domain, user name and password are sent only to the origins of ``LoadRequest/binding``; other origins
/// get `Accept`, `Accept-Language`, `Accept-Encoding`, `User-Agent`, `Cache-Control`, `Pragma` and `DNT`. Redirects (RFC 9110 §15.4) are
/// followed up to a limit. After a redirect out of those origins no further request carries credentials, even if a later redirect leads
/// back. A redirect from https to http is refused. ``LoadRequest/clientData`` is sent to every origin. Cookies that a server sets are sent
/// to that server, or to the hosts of the domain for which it sets them, also by other requests of the same loader.
package final class HTTPLoader: Loader {
    /// Whether the system's libcurl was built with HTTP/3.
    package static let supportsHTTP3 = playhead_has_http3() != 0

    /// Counts requests and bytes.
    package let metrics: TransferMetrics
    private let configuration: HTTPLoaderConfiguration
    private let cookies: CookieStore?
    private let client: Mutex<Client>

    /// The client, which is created for the first request.
    private enum Client {
        case none, closed
        case open(HTTPClientHandle)
    }

    /// Creates a loader, which connects for the first request.
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - metrics: Receives the counts of requests and bytes, and the steps of transfers.
    ///   - cookies: The cookies that servers set, which are sent back to them; `nil` to ignore them.
    package init(
        configuration: HTTPLoaderConfiguration = HTTPLoaderConfiguration(), metrics: TransferMetrics = TransferMetrics(),
        cookies: CookieStore? = CookieStore()
    ) {
        self.cookies = cookies
        self.configuration = configuration
        self.metrics = metrics
        client = Mutex(.none)
    }

    /// Ends all transfers and closes all connections. Later loads fail; further calls have no effect.
    package func shutdown() async {
        let handle: HTTPClientHandle? = client.withLock { client in
            guard case .open(let handle) = client else {
                client = .closed
                return nil
            }
            return handle
        }
        await handle?.shutdown()
    }

    /// Returns the client for a request.
    /// - Throws: ``LoadError`` after ``shutdown()``, and if there are too few file descriptors for a client.
    private func handle(for request: LoadRequest) throws -> HTTPClientHandle {
        try client.withLock { client in
            switch client {
            case .open(let handle): return handle
            case .closed: throw LoadError(.shutDown, kind: request.kind, url: request.url)
            case .none:
                guard let loop = TransferLoops.next() else {
                    throw LoadError(.unreachable, kind: request.kind, url: request.url, detail: LoadError.noDescriptorDetail)
                }
                let handle = HTTPClientHandle(configuration, on: loop, metrics: metrics)
                client = .open(handle)
                return handle
            }
        }
    }

    /// Loads from an `http` or `https` URL.
    package func load(_ request: LoadRequest) async throws -> LoadResponse { try await load(request, onSent: {}) }

    /// Loads from an `http` or `https` URL. `onSent` is called when the request was written; with redirects, only for the first request.
    func load(_ request: LoadRequest, onSent: @escaping @Sendable () -> Void) async throws -> LoadResponse {
        let (transfer, head) = try await transfer(request, onSent: onSent)
        return transfer.response(head, body: ContinuedBody(transfer, head, loader: self) ?? transfer)
    }

    /// Sends a request, and follows redirects to a successful response.
    func transfer(
        _ request: LoadRequest, onSent: @escaping @Sendable () -> Void = {}
    ) async throws -> (HTTPTransfer, HTTPResponseHead) {
        try Task.checkCancellation()
        if let problem = RequestAddress.problem(of: request.url) {
            throw LoadError(.invalidURL, kind: request.kind, url: request.url, detail: problem)
        }
        guard request.byteRange?.isValid ?? true, request.cookies.allSatisfy(\.isValid),
            request.headers.fields.allSatisfy({ HeaderSyntax.isValid(name: $0.name, value: $0.value) })
        else {
            throw LoadError(.invalidRequest, kind: request.kind, url: request.url)
        }
        let handle = try handle(for: request)
        let deadline = NIODeadline.now() + request.timeouts.head.timeAmount
        var onSent: (@Sendable () -> Void)? = onSent
        var isRedirected = false
        var redirects = RedirectTracker(
            url: request.url.withoutUserInfo, limit: configuration.maximumRedirects, binding: request.binding)
        while true {
            if let problem = RequestAddress.problem(of: redirects.url) {
                throw LoadError(.invalidURL, kind: request.kind, url: redirects.url, detail: problem)
            }
            let headers = RequestHeaders.fields(
                for: request, at: redirects.url, userAgent: configuration.userAgent, withSecrets: !redirects.hasLeftOrigin,
                withUserInfo: !redirects.hasLeftFirstOrigin, stored: cookies?.cookies(for: redirects.url) ?? [])
            let transfer = HTTPTransfer(
                request, url: redirects.url, requestURL: isRedirected ? nil : request.clientData?.added(to: redirects.url),
                headers: headers, configuration: configuration, metrics: metrics, onSent: onSent)
            onSent = nil
            isRedirected = true
            try transfer.start(handle, headDeadline: deadline)
            let head = try await transfer.receiveHead()
            let hasNewCookies = cookies?.store(
                head.headers["Set-Cookie"], date: head.headers.first(name: "Date"), from: redirects.url)
            if HTTPTransfer.isSuccess(head) { return (transfer, head) }
            let status = Int(head.status.code)
            do {
                let location = head.headers.first(name: "Location")
                guard request.content == nil || request.kind == .key && Self.keepsContent(status),
                    try redirects.follow(status: status, location: location, hasNewCookies: hasNewCookies == true)
                else {
                    throw transfer.error(.status(status), retryAfter: Self.retryAfter(head))
                }
            } catch let refusal as RedirectTracker.Refusal {
                throw transfer.error(refusal.reason)
            }
        }
    }

    /// Whether a redirect keeps the method and the content of a request (RFC 9110 §15.4.8 and §15.4.9); that of measurements is not sent elsewhere.
    private static func keepsContent(_ status: Int) -> Bool { [307, 308].contains(status) }

    /// Only the form in seconds is supported, because a date would depend on the server's clock.
    private static func retryAfter(_ head: HTTPResponseHead) -> Double? {
        guard let field = head.headers.first(name: "Retry-After"), let seconds = Double(field), seconds.isFinite, seconds >= 0 else {
            return nil
        }
        return seconds
    }
}

extension HTTPTransfer {
    /// Returns the response, whose body owns the transfer.
    fileprivate func response(_ head: HTTPResponseHead, body: any LoadBodySource) -> LoadResponse {
        var response = LoadResponse(
            status: Int(head.status.code), headers: HeaderFields(head.headers.map { ($0.name, $0.value) }),
            url: request.clientData?.removed(from: url) ?? url,
            contentLength: plan?.contentLength, totalLength: plan?.totalLength, acceptsRanges: plan?.acceptsRanges ?? false,
            serverAddress: serverAddress.withLock { $0 }, body: LoadBody(source: body))
        response.ignoredCoding = ignoredCoding.withLock { $0 }
        return response
    }
}
