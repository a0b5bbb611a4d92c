/// Loads any supported URL with the loader for its scheme.
public final class URLLoader: Loader {
    /// Counts the requests and bytes of all schemes.
    package let metrics: TransferMetrics
    private let http: HTTPLoader
    private let files: FileLoader

    /// Creates a loader with the default configuration, which connects for the first request.
    public convenience init() {
        self.init(configuration: HTTPLoaderConfiguration())
    }

    /// Creates a loader, which connects for the first request.
    /// - Parameters:
    ///   - configuration: The configuration for HTTP.
    ///   - metrics: Receives the counts of requests and bytes, and the steps of transfers.
    ///   - cookies: The cookies that servers set, which are sent back to them; `nil` to ignore them.
    package init(
        configuration: HTTPLoaderConfiguration, metrics: TransferMetrics = TransferMetrics(), cookies: CookieStore? = CookieStore()
    ) {
        self.metrics = metrics
        http = HTTPLoader(configuration: configuration, metrics: metrics, cookies: cookies)
        files = FileLoader(metrics: metrics)
    }

    /// Loads an `http`, `https` or `file` URL; any other fails with ``LoadError/Reason/invalidURL``.
    public func load(_ request: LoadRequest) async throws -> LoadResponse {
        switch request.url.scheme?.lowercased() {
        case "http", "https": try await http.load(request)
        case "file": try await files.load(request)
        default:
            throw LoadError(.invalidURL, kind: request.kind, url: request.url, detail: "Only http, https and files can be played.")
        }
    }

    /// Loads a URL, and reports when the request has been written to its connection; at once for other schemes than HTTP. `onSent` is
    /// called once, on any thread; never if the request can't be sent.
    package func load(_ request: LoadRequest, onSent: @escaping @Sendable () -> Void) async throws -> LoadResponse {
        switch request.url.scheme?.lowercased() {
        case "http", "https": return try await http.load(request, onSent: onSent)
        default:
            onSent()
            return try await load(request)
        }
    }

    /// Ends all transfers over HTTP and closes their connections.
    public func shutdown() async {
        await http.shutdown()
    }
}
