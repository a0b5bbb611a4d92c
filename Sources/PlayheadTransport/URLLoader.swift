/// Loads from any URL that the player knows: chooses by the scheme.
public final class URLLoader: Loader {
    /// Counts requests and bytes of both.
    public let metrics: TransferMetrics
    private let http: HTTPLoader
    private let files: FileLoader

    /// Makes a loader; nothing is opened before the first request.
    /// - Parameters:
    ///   - configuration: How it behaves over HTTP.
    ///   - metrics: Where requests, bytes and samples go.
    public init(configuration: HTTPLoaderConfiguration = HTTPLoaderConfiguration(), metrics: TransferMetrics = TransferMetrics()) {
        self.metrics = metrics
        http = HTTPLoader(configuration: configuration, metrics: metrics)
        files = FileLoader(metrics: metrics)
    }

    /// Loads from an `http`, `https` or `file` URL; any other fails with ``LoadError/Reason/invalidURL``.
    public func load(_ request: LoadRequest) async throws -> LoadResponse {
        switch request.url.scheme?.lowercased() {
        case "http", "https": try await http.load(request)
        case "file": try await files.load(request)
        default: throw LoadError(.invalidURL, kind: request.kind, url: request.url)
        }
    }

    /// The same, and tells when a request over HTTP is written to its connection; one to elsewhere is at once.
    /// - Parameter onSent: Called once, on any thread; never where it can't be sent.
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
