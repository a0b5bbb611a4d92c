/// A text format of metrics.
package enum ExpositionFormat: Sendable, Hashable, CaseIterable {
    /// OpenMetrics 1.0.
    case openMetrics
    /// The text format of Prometheus, version 0.0.4.
    case prometheus

    /// The media type with its parameters.
    package var contentType: String {
        switch self {
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        }
    }

    /// The versions that a client may ask for.
    private var versions: Set<String> {
        switch self {
        case .openMetrics: ["1.0.0", "0.0.1"]
        case .prometheus: ["0.0.4"]
        }
    }

    private var mediaType: String {
        switch self {
        case .openMetrics: "application/openmetrics-text"
        case .prometheus: "text/plain"
        }
    }

    /// Selects the format for the value of an `Accept` field (RFC 9110 §12.5.1): OpenMetrics for those who name it and prefer it, otherwise the format
    /// of Prometheus, also for clients that accept neither.
    package static func negotiated(accept: String?) -> ExpositionFormat {
        var weights: [ExpositionFormat: Double] = [:]
        for range in (accept ?? "").split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            let parameters = parts.dropFirst().map { $0.split(separator: "=", maxSplits: 1).map(String.init) }.filter { $0.count == 2 }
            func parameter(_ name: String) -> String? { parameters.first { $0[0] == name }?[1] }
            guard let format = allCases.first(where: { $0.mediaType == parts.first }) else { continue }
            if let version = parameter("version"), !format.versions.contains(version) { continue }
            let weight = parameter("q").map { Double($0) ?? 0 } ?? 1
            weights[format] = max(weights[format] ?? 0, weight)
        }
        guard let weight = weights[.openMetrics], weight > 0 else { return .prometheus }
        return weight >= weights[.prometheus] ?? 0 ? .openMetrics : .prometheus
    }
}
