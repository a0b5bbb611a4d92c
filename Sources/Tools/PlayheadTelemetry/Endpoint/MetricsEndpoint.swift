import Foundation
import PlayheadOrigin

/// Serves the metrics of a registry at `/metrics`, in the format that the client prefers. From any thread.
package struct MetricsEndpoint: Sendable {
    /// The error of an address that is unavailable.
    package struct Failure: Error, CustomStringConvertible {
        /// The address and the reason, as a sentence.
        package let description: String
    }

    /// The path of the metrics.
    package static let path = "/metrics"

    /// The address, with the port that was selected.
    package let address: ListenAddress
    private let server: LoopbackOrigin

    /// Starts serving.
    /// - Throws: ``Failure`` if the address is unavailable.
    package static func start(_ address: ListenAddress, _ registry: MetricRegistry) async throws(Failure) -> MetricsEndpoint {
        let server: LoopbackOrigin
        var limits = OriginLimits()
        (limits.connections, limits.body, limits.hosts) = (64, 0, [address.host])
        do { server = try await LoopbackOrigin.start(host: address.host, port: address.port, limits: limits) } catch {
            let reason = if case OriginError.unavailablePort(_, let reason) = error { reason } else { "\(error)" }
            throw Failure(description: "Metrics can't be served at \(address): \(reason)")
        }
        server.add(PathPattern("**")) { [weak server] request in
            // The log of requests is for tests; this server runs for a long time.
            server?.clearRequests()
            return response(to: request, registry)
        }
        var address = address
        address.port = server.port
        return MetricsEndpoint(address: address, server: server)
    }

    /// The URL of the metrics.
    package var url: String { "http://\(address)\(Self.path)" }

    /// Closes the port and all connections.
    package func stop() async { await server.stop() }

    private static func response(to request: OriginRequest, _ registry: MetricRegistry) -> OriginResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            return OriginResponse(status: 405, headers: [HeaderField("Allow", "GET, HEAD")], text: "Only GET and HEAD are answered.\n")
        }
        guard "/\(request.path)" == path else { return OriginResponse(status: 404, text: "The metrics are at \(path).\n") }
        let format = ExpositionFormat.negotiated(accept: request.headers["accept"])
        let text = ExpositionText.text(of: registry.families, as: format)
        let headers = [HeaderField("Vary", "Accept"), HeaderField("Cache-Control", "no-store")]
        return OriginResponse(headers: headers, text: text, type: format.contentType)
    }
}
