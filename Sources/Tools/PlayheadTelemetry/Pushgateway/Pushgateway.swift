import Foundation
import PlayheadCore
import PlayheadTransport

/// Sends metrics to a Pushgateway, which keeps them for Prometheus after a short run has ended.
package struct Pushgateway: Sendable {
    /// The effect of metrics on those that the gateway has of the same group.
    package enum Mode: Sendable {
        /// Replaces all metrics of the group.
        case replaceGroup
        /// Replaces metrics of the same names.
        case replaceMetrics

        fileprivate var method: RequestContent.Method {
            switch self {
            case .replaceGroup: .put
            case .replaceMetrics: .post
            }
        }
    }

    private let url: URL
    private let group: PushGroup
    private let sender: MetricsSender

    /// Creates a client; `nil` if the URL is not one with http or https.
    /// - Parameters:
    ///   - url: The URL of the gateway; user name and password are sent as basic authentication.
    ///   - group: The grouping key.
    ///   - loader: Sends the requests.
    ///   - clock: The clock of the timeout.
    ///   - timeout: The maximum time of a request, in seconds.
    package init?(
        _ url: URL, _ group: PushGroup, loader: any Loader, clock: any PlaybackClock = SystemClock(), timeout: Double = 10
    ) {
        guard ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false,
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return nil }
        let base = components.percentEncodedPath
        components.percentEncodedPath = (base.hasSuffix("/") ? String(base.dropLast()) : base) + group.path
        components.query = nil
        components.fragment = nil
        guard let address = components.url else { return nil }
        self.url = address
        self.group = group
        sender = MetricsSender(loader: loader, clock: clock, timeout: timeout)
    }

    /// Sends metrics.
    /// - Returns: The problem as a sentence; `nil` if they were accepted.
    package func push(_ families: [MetricFamily], _ mode: Mode = .replaceGroup) async -> String? {
        let text = ExpositionText.text(of: families, as: .prometheus)
        return await send(RequestContent(Array(text.utf8), type: ExpositionFormat.prometheus.contentType, method: mode.method))
    }

    /// Removes all metrics of the group.
    /// - Returns: The problem as a sentence; `nil` if they were removed.
    package func delete() async -> String? { await send(RequestContent([], type: nil, method: .delete)) }

    private func send(_ content: RequestContent) async -> String? {
        do {
            _ = try await sender.send(content, to: url)
            return nil
        } catch {
            let reason = (error as? LoadError)?.publishingReason ?? "the run was cancelled"
            return "Metrics do not reach the Pushgateway at \(url.withoutSecrets): \(reason)."
        }
    }
}
